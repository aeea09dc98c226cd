"""The dead weight of real pages: style rules and scripts that came with a theme. Made once, at import."""

from __future__ import annotations

_PARTS = ("head", "foot", "cell", "row", "box", "list", "menu", "icon", "badge", "panel", "tab", "tip", "form", "note")
_STATES = ("", ":hover", ".on", " a", " li", ":first-child", " > span", ".off td")
_VERBS = ("show", "hide", "toggle", "load", "track", "resize", "attach", "detach", "measure", "restore")


def make_style(prefix: str, rules: int, own: str = "") -> str:
    """Make a theme's style sheet: its own rules first, then many that hardly matter."""
    made = [
        f".{prefix}-{_PARTS[n % len(_PARTS)]}{n // 5}{_STATES[n % len(_STATES)]}"
        f"{{margin:{n % 7}px {n % 11}px;padding:{n % 5}px;border-radius:{n % 4}px;line-height:1.{n % 9}}}"
        for n in range(rules)
    ]
    return own + "\n" + "\n".join(made)


def make_script(prefix: str, functions: int) -> str:
    """Make a theme's script: small handlers nobody calls."""
    made = [
        f"function {prefix}_{_VERBS[n % len(_VERBS)]}{n}(e,o){{var t=document.getElementById('{prefix}_'+e);"
        f"if(!t){{return {n % 2};}}o=o||{{delay:{n * 40},once:{str(n % 3 == 0).lower()}}};"
        f"t.className=t.className.replace(/ on{n}/g,'')+(o.once?' on{n}':'');return true;}}"
        for n in range(functions)
    ]
    settings = f"var {prefix}_set={{lang:'auto',token:'0',quiet:true,poll:{len(prefix) * 15000}}};"
    return settings + "\n" + "\n".join(made)
