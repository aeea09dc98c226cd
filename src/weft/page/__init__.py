"""Pages as people see them: bytes to text, links, regions. No I/O."""

from weft.page._exchange import Exchange, Truncation
from weft.page._links import Form, Link
from weft.page._page import Page, is_html, read_page

__all__ = ["Exchange", "Form", "Link", "Page", "Truncation", "is_html", "read_page"]
