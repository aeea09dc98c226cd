"""The forum as a folder of plain pages: readable in any browser, without a network and without scripts."""

from weft.store._copy._write import MADE_OF, write_copy

__all__ = ["MADE_OF", "write_copy"]
