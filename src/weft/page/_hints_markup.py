"""Items written into the elements themselves: microdata (HTML 5.2, section 5) and RDFa Lite (W3C, 2015)."""

from __future__ import annotations

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from weft.page._hints_item import MAX_NESTING, Item, Syntax, select, short_names


@dataclass(frozen=True, slots=True)
class _Grammar:
    """Which attributes begin an item, type it, identify it and name its place in the item around it."""

    syntax: Syntax
    scope: str
    type: str
    id: str
    property: str
    also: str = ""  # further elements that hold values


_REPLIES = frozenset({"Comment", "Answer"})
_GRAMMARS = (
    _Grammar(Syntax.MICRODATA, "itemscope", "itemtype", "itemid", "itemprop"),
    _Grammar(Syntax.RDFA, "typeof", "typeof", "resource", "property", ", [rel]"),
)


def read_markup_items(tree: LexborHTMLParser) -> list[Item]:
    """Give the outermost items of both syntaxes, each in page order."""
    return [item for grammar in _GRAMMARS for item in _read(tree, grammar)]


def _read(tree: LexborHTMLParser, grammar: _Grammar) -> list[Item]:
    if tree.css_first(f"[{grammar.scope}]") is None:
        return []
    top: list[Item] = []
    owners: dict[int, Item | None] = {}  # element -> the item it is in or is, kept for all elements passed on the way
    for node in select(tree, f"[{grammar.scope}], [{grammar.property}]{grammar.also}"):
        attributes = node.attributes
        names = (attributes.get(grammar.property) or "").split()
        if grammar.scope in attributes:
            _open_item(node, names, grammar, owners, top)
        elif names or grammar.syntax is Syntax.RDFA:
            _add_value(node, names, grammar, owners)
    return top


def _open_item(
    node: LexborNode, names: list[str], grammar: _Grammar, owners: dict[int, Item | None], top: list[Item]
) -> None:
    attributes = node.attributes
    around = _owner_of(node.parent, owners)
    types = short_names(attributes.get(grammar.type) or "")
    item = Item(grammar.syntax, types, node, attributes.get(grammar.id) or "")
    if around is not None and not names and types & _REPLIES:
        names = ["comment"]  # written inside a post without saying so: nobody means anything else
    if around is None or not names:
        top.append(item)
    elif around.depth < MAX_NESTING:
        item.depth = around.depth + 1
        around.add(names, item)
    owners[node.mem_id] = item


def _add_value(node: LexborNode, names: list[str], grammar: _Grammar, owners: dict[int, Item | None]) -> None:
    around = _owner_of(node, owners)
    if around is None:
        return
    if names:
        around.add(names, node)
    rel = node.attributes.get("rel")
    if grammar.syntax is Syntax.RDFA and rel:  # <a rel="v:url" property="v:title" href="...">
        around.add([name for name in rel.split() if ":" in name], node.attributes.get("href") or "")


def _owner_of(node: LexborNode | None, owners: dict[int, Item | None]) -> Item | None:
    passed: list[int] = []
    owner: Item | None = None
    while node is not None:
        if node.mem_id in owners:
            owner = owners[node.mem_id]
            break
        passed.append(node.mem_id)
        node = node.parent
    owners.update(dict.fromkeys(passed, owner))
    return owner
