"""From what was found out to the plan: patterns, templates, order, evidence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import re2

from weft.traversal._chains import Chain
from weft.traversal._flips import FlipRule, Pager, Turn, flip_rule, form_groups
from weft.traversal._inert import FixedNumber, Piece
from weft.traversal._nested import Turning, deeper_lists, inherit_turnings
from weft.traversal._newest import LEAST, Beside, find_beside, is_instance
from weft.traversal._plan import NUMBER, Follow, Numbering, Plan, Role, Rule
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.urls import FREE, NUMBER_TEXT, PATH_TEXT, QUERY_TEXT, Form, cut_url, re2_escape

LEAST_COPIES, COPIED = 2, 0.7  # of the links between sampled threads lead to the same again
OWN_PAGE = 0.9  # of the posts of a page have an address that no other has
LEAST_IDS, ID_LENGTHS = 10, 2  # seen of threads; different lengths
LEAST_UNLISTED = 3  # URLs of a form whose lists nothing leads to
LEAST_VIEWS = 3  # pages of threads that link to themselves under another word
_NUMBERS = re.compile(r"\d+")  # a fixed pattern of our own, over addresses
DRAWN_SHARE = 0.5  # of ids that are drawn at random have digits and letters


@dataclass(frozen=True)
class Findings:
    """All that a plan is made of."""

    survey: Survey
    roles: Roles
    entry: str
    lists: dict[Form, str]
    pagers: dict[Form, list[tuple[Pager, list[Turn]]]]
    numbered: frozenset[Form] = frozenset()  # whose pagers show numbers that addresses do not have
    chains: tuple[Chain, ...] = ()  # of lists that no pager turns the pages of
    shows_last: frozenset[Form] = frozenset()  # whose plain addresses show their last pages

    @cached_property
    def turnings(self) -> dict[Form, list[Turning]]:
        """How the pages of lists are turned."""
        return {form: list(_turnings(self, form)) for form in self.lists if form in self.pagers}

    @cached_property
    def beside(self) -> dict[str, list[Beside]]:
        """What stands together with URLs of every page."""
        return find_beside(self.survey)

    @cached_property
    def boards(self) -> list[Form]:
        """The forms of first pages of lists."""
        pairs = ((form, turning.target) for form, turnings in self.turnings.items() for turning in turnings)
        turned = {target for form, target in pairs if target != form}
        return [form for form in self.lists if form not in turned]

    @cached_property
    def deeper(self) -> dict[Form, Form]:
        """The forms of lists below those that were seen, each with the one above it."""
        return deeper_lists(self.survey.forms.by_url.values(), self.boards)


def make_plan(findings: Findings, strategy: str) -> Plan:
    """Write the plan."""
    rules = _with_never(findings, list(_rules(findings)))
    rules += [rule for piece in findings.survey.pieces for rule in _without_piece(piece, rules)]
    scope = findings.survey.ground.scope
    roles = {rule.role for rule in rules}
    unpaged = [name for name, role in (("index", Role.INDEX_FLIP), ("thread", Role.THREAD_FLIP)) if role not in roles]
    if "thread" in unpaged:
        rules += _rules_of_posts(findings.roles)
    dropped = tuple(sorted(findings.survey.dropped))
    return Plan(scope, findings.entry, strategy, tuple(rules), drop=dropped, unpaged=tuple(unpaged))


def _rules(findings: Findings) -> Iterator[Rule]:
    roles, survey = findings.roles, findings.survey
    yield Rule(re2_escape(findings.entry), Role.INDEX, evidence="the entry")
    for form in roles.threads:
        flips = list(_flip_rules(findings, form, Role.THREAD_FLIP))
        yield from [*flips, *_with_digits(survey, form, flips)]
        if form in findings.numbered:
            yield from _numbered_rules(form)
    known, boards, deeper = findings.turnings, findings.boards, findings.deeper
    for form in findings.lists:
        yield from _flip_rules(findings, form, Role.INDEX_FLIP)
    own = {form: turnings for form, turnings in known.items() if form in boards}
    for form, turnings in inherit_turnings(own, [*boards, *deeper]).items():
        for turning in turnings:
            yield from _rules_of_turning(findings, form, turning, Role.INDEX_FLIP)
    entry_form = survey.form(findings.entry)
    if entry_form is not None and entry_form not in findings.lists:
        yield from _flip_rules(findings, entry_form, Role.INDEX_FLIP)
    for chain in findings.chains:
        first = chain.list or _address(chain.base, ())
        why = f"{len(chain.links)} links that go on lead to other rows"
        yield Rule(chain.pattern, Role.INDEX_FLIP, Follow.SAME_LIST, list=first, on="index", evidence=why)
    for form in roles.threads:
        firsts = list(_thread_rules(findings, form))
        yield from [*firsts, *_with_digits(survey, form, firsts)]
    for form, why in findings.lists.items():
        yield _base_rule(findings, form, Role.INDEX, why)
    yield from _forward_rules(findings)
    yield from _shortcut_rules(findings)
    for form, above in deeper.items():
        yield Rule(form.pattern, Role.INDEX, evidence=f"one level below {above.label}, as boards nest here")


def _forward_rules(findings: Findings) -> Iterator[Rule]:
    """Give the rules of addresses that send us on to threads or lists."""
    for form, goal in findings.survey.forwarded.items():
        if goal in findings.roles.threads or goal in findings.lists:
            role = Role.THREAD if goal in findings.roles.threads else Role.INDEX
            yield Rule(form.pattern, role, evidence=f"they lead to {goal.label}")


def _shortcut_rules(findings: Findings) -> Iterator[Rule]:
    """Give the rules of addresses that are a thread's with words added, if such pages lead to it: its last posts."""
    roles = findings.roles
    for form in sorted(roles.like_threads - {*roles.threads}, key=lambda form: form.label):
        for thread in roles.threads:
            if not form.pattern.startswith(thread.pattern) or NUMBER_TEXT in form.pattern[len(thread.pattern) :]:
                continue
            whole = [url for view in roles.by_form[form] if (url := _cut_to(thread, view.url)) in view.urls]
            if len(whole) == len(roles.by_form[form]) > 1:
                why = f"their pages lead to {thread.label}, of which they show a part"
                yield Rule(form.pattern, Role.THREAD, address=_written(thread.pattern), part=True, evidence=why)


def _cut_to(form: Form, url: str) -> str:
    """Give what an address of a form begins with, by the form."""
    match = re2.compile(form.pattern).match(url)
    return str(match[0]) if match is not None else ""


def _thread_rules(findings: Findings, form: Form) -> Iterator[Rule]:
    """Give the rules of first pages of threads."""
    repeats = _leads_to_copies(findings, form) or _names_posts(findings, form)
    if repeats and form not in findings.roles.topped:  # a tree is most of each page of its thread, and leads on
        why = "on pages of threads such links lead to what is shown already"
        yield Rule(form.pattern, Role.NEVER, Follow.NO, on="thread", evidence=why)
    yield _base_rule(findings, form, Role.THREAD, _evidence(findings, form, "thread"))


def _with_digits(survey: Survey, form: Form, rules: Iterable[Rule]) -> Iterator[Rule]:
    """Give the rules of a form's threads whose ids have digits only by chance, where ids are drawn from signs."""
    urls = [url for url, own in survey.forms.by_url.items() if own == form]
    for place in (place for place, shape in enumerate(form.shapes) if shape == FREE):
        if _are_drawn({cut_url(url)[1][place].text for url in urls}):
            group = sum(len(re.findall(f"[#{FREE}]", shape)) for shape in form.shapes[:place])
            for rule in rules:
                pattern = _with_number(rule.pattern, group)
                yield replace(rule, pattern=pattern, evidence="ids as those of other threads, of digits only")


def _with_number(pattern: str, group: int) -> str:
    """Put a number in place of one group of a pattern, counted from 0."""
    parts = _cut_groups(pattern)
    parts[2 * group + 1] = NUMBER_TEXT
    return "".join(parts)


def _are_drawn(ids: Collection[str]) -> bool:
    """Whether ids are drawn at random from digits and letters, so that some have digits only."""
    both = [any(map(str.isdigit, one)) and any(map(str.isalpha, one)) for one in ids]
    drawn = len(ids) >= LEAST_IDS and len(set(map(len, ids))) <= ID_LENGTHS and all(map(str.isalnum, ids))
    return drawn and sum(both) >= DRAWN_SHARE * len(ids)


def _leads_to_copies(findings: Findings, form: Form) -> bool:
    """Whether links of threads to their like lead to the same page again: a thread has an address for each post."""
    survey, pages = findings.survey, findings.roles.by_form.get(form, ())
    known = {view.url for view in pages}
    pairs = [(view.url, url) for view in pages for url in sorted(view.urls & known) if url != view.url]
    same = sum(survey.are_copies(one, other) for one, other in pairs)
    return same >= max(LEAST_COPIES, COPIED * len(pairs))


def _names_posts(findings: Findings, form: Form) -> bool:
    """Whether each post of most threads has a link of its own written as threads are: a page of the post alone."""
    pages = [view for view in findings.roles.by_form.get(form, ()) if view.has_posts and view.row_places]
    named = 0
    for view in pages:
        own = [arc for arc in view.main_arcs if arc.place in view.row_places and findings.survey.form(arc.url) == form]
        records = len({arc.record for arc in own})
        urls = {arc.url for arc in own}  # that of the first post may be the thread's own
        named += bool(urls - {view.url}) and len(urls) >= OWN_PAGE * records
    return named >= max(LEAST_COPIES, COPIED * len(pages))


def _base_rule(findings: Findings, form: Form, role: Role, why: str) -> Rule:
    """Give the rule of first pages."""
    fixed = [number for number in findings.survey.fixed if number.pattern == form.pattern]
    return Rule(form.pattern, role, address=_address(form, fixed) if fixed else "", evidence=why)


def _without_piece(piece: Piece, rules: Iterable[Rule]) -> Iterator[Rule]:
    """Give the rules of addresses with a piece in them that changes nothing: they are written without it."""
    text = piece.text.replace(NUMBER_TEXT, r"\d+")
    for rule in rules:
        if rule.follow is not Follow.NO and rule.pattern.startswith(piece.before):
            pattern = piece.before + text + rule.pattern[len(piece.before) :]
            yield replace(rule, pattern=pattern, address=rule.address or _written(rule.pattern))


def _written(pattern: str) -> str:
    """Write what a pattern takes in as a template over its groups."""
    parts = _cut_groups(pattern)
    literals = (re.sub(r"\\(.)", r"\1", part) for part in parts[::2])
    return "".join(f"\\{place}{text}" if place else text for place, text in enumerate(literals))


def _cut_groups(pattern: str) -> list[str]:
    """Cut a pattern into what stands around its groups and these, by turns."""
    groups = "|".join(map(re.escape, (NUMBER_TEXT, PATH_TEXT, QUERY_TEXT)))
    return re.split(rf"({groups}|\(\d+\))", pattern)


def _fix_template(template: str, fixed: Iterable[FixedNumber], *, named: bool) -> str:
    """Write the fixed numbers of a list's first page into its template.

    `named`: its groups are those of the list's own form, without that of the page number; else they stand in its order.
    """
    parts = re.split(r"(\\\d+)", template)
    slots = {place if named else f"\\{number}": number for number, place in enumerate(parts[1::2], 1)}
    for number in fixed:
        if slot := slots.get(f"\\{number.group}"):
            parts[2 * slot - 1] = number.value
    return "".join(parts)


def _moved(number: FixedNumber, rule: FlipRule) -> FixedNumber:
    """Give the fixed number of a list's own address as one of its further pages' address, which has groups more."""
    groups = [int(group) for group in re.findall(r"\\(\d+)", rule.list)]
    return replace(number, pattern=rule.pattern, group=groups[number.group - 1])


def _address(form: Form, fixed: Iterable[FixedNumber]) -> str:
    """Write the canonical address of a form's URLs over its groups, with the numbers that are always the same."""
    values = {number.group: number.value for number in fixed}
    count, parts = 0, [form.origin]
    for lead, key, shape in zip(form.leads, form.keys, form.shapes, strict=True):
        parts.append(lead + key)
        for piece in re.split(f"([#{FREE}])", shape):
            if piece in ("#", FREE):
                count += 1
                parts.append(values.get(count, f"\\{count}"))
            else:
                parts.append(piece)
    return "".join(parts)


def _with_never(findings: Findings, rules: list[Rule]) -> list[Rule]:
    """Put before the rules those that keep off what their patterns would take in by mistake."""
    survey = findings.survey
    wanted = {*findings.roles.threads, *findings.lists}
    taking = _any_of(rule.pattern for rule in rules if rule.follow is not Follow.SAME_LIST)
    turning = _any_of(rule.pattern for rule in rules if rule.follow is Follow.SAME_LIST)
    flips = {survey.form(turn.arc.url) for pagers in findings.pagers.values() for _, turns in pagers for turn in turns}
    taken: dict[Form, str] = {}
    patterns = {rule.pattern for rule in rules}
    for url, form in survey.forms.by_url.items():
        if url == findings.entry or form.pattern in patterns:
            continue
        if form not in wanted and form not in flips and form not in taken and form not in survey.forwarded:
            encoded = url.encode()  # over str, re2's wrapper spends most of its time on translating offsets
            is_taken = taking.fullmatch(encoded) and not turning.fullmatch(encoded)
            if is_taken and _is_known_other(findings, url, form):
                taken[form] = url
    taken |= _find_unlisted(survey, rules, {*wanted, *flips, *taken, *survey.forwarded})
    return [*(_never(form, url) for form, url in taken.items()), *rules]


def _find_unlisted(survey: Survey, rules: Iterable[Rule], known: Collection[Form | None]) -> dict[Form, str]:
    """Give the forms, each with a URL, that rules of further pages take in though no page links to such a list.

    Where lists are called by any word, `/forum/post/912` is written as page 912 of the list "post" would be.
    """
    rules = [rule for rule in rules if not rule.on]
    turning = _any_of(rule.pattern for rule in rules if rule.follow is Follow.SAME_LIST)
    urls: dict[Form, list[str]] = {}
    for url, form in survey.forms.by_url.items():
        if form not in known and len(urls.get(form, ())) < LEAST_UNLISTED and turning.fullmatch(url.encode()):
            urls.setdefault(form, []).append(url)
    return {form: found[0] for form, found in urls.items() if _are_unlisted(survey, rules, found)}


def _are_unlisted(survey: Survey, rules: Iterable[Rule], urls: Collection[str]) -> bool:
    """Whether all of some URLs would be further pages of lists that nothing leads to."""
    if len(urls) < LEAST_UNLISTED:
        return False
    patterns = [(re2.compile(rule.pattern), rule) for rule in rules]
    for url in urls:
        match, rule = next((match, rule) for pattern, rule in patterns if (match := pattern.fullmatch(url)))
        if rule.follow is not Follow.SAME_LIST or not rule.list:
            return False
        first = survey.clean(match.expand(rule.list))
        if first in survey.forms.by_url or survey.knows(first):
            return False
    return True


def _any_of(patterns: Iterable[str]) -> Any:
    """Compile some patterns to one, for bytes; of none, one that fits no address."""
    return re2.compile("|".join(f"(?:{pattern})" for pattern in dict.fromkeys(patterns)).encode())


def _is_known_other(findings: Findings, url: str, form: Form) -> bool:
    """Whether something speaks against a form; one that was only not sampled may be what its pattern says."""
    roles = findings.roles
    wanted = [*roles.threads, *findings.lists]
    if form in roles.people | roles.labels | roles.walls:
        return True
    if url in findings.survey.common:
        beside = findings.beside.get(url, ())
        if any(is_instance(form, one) for one in findings.deeper):  # a board of a menu that names those above it, too
            return not any(one.forms.get(form_above, 0) >= LEAST for one in beside for form_above in findings.boards)
        alike = [one for one in wanted if is_instance(form, one)]
        is_among = any(column.forms.get(one, 0) >= LEAST for column in beside for one in alike)
        return not is_among and not (alike and any(column.has_thread for column in beside))
    if form not in roles.by_form and _is_own_view(findings, form):
        return True
    is_like = form in roles.like_threads | roles.like_lists or _are_told(roles, form)
    looks_wanted = is_like and any(is_instance(form, one) for one in wanted)
    return (form in roles.by_form and not looks_wanted) or roles.is_variant(form, wanted)


def _are_told(roles: Roles, form: Form) -> bool:
    """Whether the sampled pages of a form have posts in order that name nothing, too few to look like a thread."""
    return all(view.told for view in roles.by_form.get(form, ()))


def _is_own_view(findings: Findings, form: Form) -> bool:
    """Whether threads link by a form to nothing but themselves, under another word: `print?t=7` on `read?t=7`."""
    roles, form_of = findings.roles, findings.survey.form
    pages = [view for thread in roles.threads for view in roles.by_form.get(thread, ())]
    links = [(view.url, {url for url in view.urls if form_of(url) == form}) for view in pages]
    named = [(own, urls) for own, urls in links if urls]
    same = sum({tuple(_NUMBERS.findall(url)) for url in urls} == {tuple(_NUMBERS.findall(own))} for own, urls in named)
    return same == len(named) >= LEAST_VIEWS


def _rules_of_posts(roles: Roles) -> list[Rule]:
    """Give rules that keep off what each post of a thread has: its number may look like that of a further page."""
    own = tuple(form.pattern for form in roles.threads)
    posts = (form for form in roles.people if form.pattern.startswith(own))
    patterns = sorted(form.pattern for form in posts if not _is_of_page(roles, form))
    return [Rule(pattern, Role.NEVER, Follow.NO, evidence="each post has one") for pattern in patterns]


def _is_of_page(roles: Roles, form: Form) -> bool:
    """Whether all posts of each page have one and the same link of a form: that to the page they stand on."""
    views = (view for thread in roles.threads for view in roles.by_form.get(thread, ()))
    links = ([arc.url for arc in view.main_arcs if roles.survey.form(arc.url) == form] for view in views)
    several = [found for found in links if len(found) > 1]
    return bool(several) and all(len(set(found)) == 1 for found in several)


def _never(form: Form, url: str) -> Rule:
    return Rule(form.pattern, Role.NEVER, Follow.NO, evidence=f"like {url}: not a list or thread")


def _evidence(findings: Findings, form: Form, what: str) -> str:
    views = findings.roles.by_form.get(form, [])
    return f"{len(views)} sampled, {what}"


def _flip_rules(findings: Findings, form: Form, role: Role) -> Iterator[Rule]:
    turnings = list(_turnings(findings, form))
    plainest = sorted(turnings, key=lambda turning: len(form_groups(turning.target)))
    for turning in turnings:
        for rule in _rules_of_turning(findings, form, turning, role):
            others = (one for one in plainest[: plainest.index(turning)] if _count_alike(one, turning))
            address = next(filter(None, (_rewrite(rule, one) for one in others)), "") if not rule.address else ""
            yield replace(rule, address=address) if address else rule


def _count_alike(one: Turning, other: Turning) -> bool:
    return (one.pager.first, one.pager.step) == (other.pager.first, other.pager.step)


def _rewrite(rule: Rule, plain: Turning) -> str:
    """Write the address that a further page has in a plainer way, over the groups of a rule; "" if that cannot be told.

    Links beside a thread's title and those on its pages may turn the same pages with more or fewer parameters.
    """
    target = flip_rule(plain.target, plain.pager, plain.pairs)
    if target is None or rule.numbering is None:
        return ""
    mine, theirs = (re.split(r"\\(\d+)", template) for template in (rule.list, target.list))
    groups = dict(zip(theirs[1::2], mine[1::2], strict=False)) | {str(target.group): str(rule.numbering.group)}
    if mine[::2] != theirs[::2] or len(groups) < len(form_groups(plain.target)):
        return ""
    return re.sub(r"\\(\d+)", lambda match: f"\\{groups[match[1]]}", _address(plain.target, ()))


def _rules_of_turning(findings: Findings, form: Form, turning: Turning, role: Role) -> Iterator[Rule]:
    rule = flip_rule(turning.target, turning.pager, turning.pairs)
    if rule is not None:
        if form in findings.shows_last and turning.target != form:  # else page one has no other address
            rule = replace(rule, first_page="")
        yield from _turning_rules(findings, rule, turning.pager, (form, turning.target), role)


def _turnings(findings: Findings, form: Form) -> Iterator[Turning]:
    """Give how pages of a form turn, by the forms of the further pages.

    What is written otherwise and leads to page one only is none: `?topic=7.0;go=next` is another topic.
    """
    for pager, turns in findings.pagers.get(form, ()):
        pairs: dict[Form, list[tuple[str, str]]] = {}
        further = {form}
        for turn in turns:
            target = findings.survey.form(turn.arc.url)
            if target is not None:
                pairs.setdefault(target, []).append((turn.base, turn.arc.url))
                further |= {target} if pager.goes_on(turn) else set()
        for target, found in pairs.items():
            if target in further:
                yield Turning(target, pager, tuple(found))


def _numbered_rules(form: Form) -> Iterator[Rule]:
    """Give the rules of threads whose addresses do not tell their pages: what a link shows does, on their own pages."""
    why = "links that show page numbers lead to pages of the same title"
    yield Rule(form.pattern, Role.THREAD_FLIP, Follow.SAME_LIST, on="thread", shows=NUMBER, evidence=why)
    why = "on pages of threads only links that show a number are known to turn pages"
    yield Rule(form.pattern, Role.NEVER, Follow.NO, on="thread", evidence=why)
    why = "a further page is found from the thread's own pages"
    yield Rule(form.pattern, Role.NEVER, Follow.NO, on="index", shows=NUMBER, evidence=why)


def _turning_rules(
    findings: Findings, rule: FlipRule, pager: Pager, forms: tuple[Form, Form], role: Role
) -> Iterator[Rule]:
    """Give the rule of further pages, and before it that of page one written in the same way."""
    numbering = Numbering(rule.group, pager.first, pager.step)
    form, target = forms
    fixed = [number for number in findings.survey.fixed if number.pattern == form.pattern]
    first = _fix_template(rule.list, fixed, named=target == form)
    written = fixed if target == form else [_moved(number, rule) for number in fixed]
    address = _address(target, written) if written else ""
    base = Role.THREAD if role is Role.THREAD_FLIP else Role.INDEX
    if target == form:
        yield Rule(rule.first_page, base, address=address, list=first, numbering=numbering, evidence="page one")
    elif rule.first_page:
        yield Rule(rule.first_page, base, address=first, evidence="another address of page one")
    why = f"pagers of {pager.pages} pages, {pager.links} links"
    yield Rule(rule.pattern, role, Follow.SAME_LIST, address, first, numbering, evidence=why)
