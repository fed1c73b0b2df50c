"""A proof as lines: what is concluded, the arguments down to lines and sources, and what else it could be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual.content import Content

from advisor.tui import signs
from advisor.tui.widgets.lines import Lead, Line, command_line, section, text_line
from advisor.tui.widgets.rows import Row
from advisor.views.keys import Key
from advisor.views.proofs import LookAlike, Missing, Proof, ProofNode, SourceCited
from facts.text import clean

_TOLD = "what you say and answer is listed on the Advisor screen, where it can be changed or struck"
_NOT_CONCLUDED = ("ruled-out", "not-assessed", "")


def proof_lines(proof: Proof, changed: Sequence[str], missing: Sequence[Missing] | None) -> Iterator[Line]:
    """The lines of a proof.

    Args:
        proof: what to show.
        changed: what the last step changed about it, in words.
        missing: what would settle it, None while that is looked for.
    """
    yield from _head(proof, changed)
    yield from _arguments(proof)
    yield from _look_alikes(proof.look_alikes)
    yield from _missing(proof, missing)
    if proof.contested:
        yield section("contested", f"What is disputed about it ({len(proof.contested)})", folded=True)
        yield from (text_line(("contested", n), text, 1) for n, text in enumerate(proof.contested))
    yield from _sources(proof.sources)


def node_key(key: Key, node: str) -> object:
    """The key of a node's line."""
    return ("node", key, node)


def leaf_shown(proof: Proof, node: str) -> str:
    """The node that has a line of its own for a node of the proof: a rule stands in the line of what it gave."""
    return node.removesuffix("/rule") if node.endswith("/rule") else node


def _head(proof: Proof, changed: Sequence[str]) -> Iterator[Line]:
    for number, change in enumerate(changed):
        text = Content.assemble(("Just now: ", "bold"), change)
        yield Line(Row(("changed", number), text, mark="→ ", style="$accent", still=True))
    standing = "resolved" if proof.status == "resolved" else proof.standing
    concluded = proof.standing not in _NOT_CONCLUDED
    role = proof.role if concluded and proof.status == "current" else ""
    about = [proof.about, role, f"severity {proof.severity}", proof.id]
    bar = (f"{signs.bar(float(proof.certainty))} ", (proof.certainty, "bold"), " ")
    text = Content.assemble(
        (proof.title, "bold $strong"), "\n", *(bar if concluded else ()), signs.standing(standing), "\n",
        ("; ".join(part for part in about if part), "$quiet"),
    )  # fmt: skip
    if proof.status == "resolved":
        text += Content("\nIt stood earlier and stands no more; what follows is for the record.")
    elif not concluded:
        text += Content("\nIt is not concluded: see what speaks against it.")
    if proof.age:
        text += Content(f"\n{proof.age}")
    for stage in proof.chain:
        mark, style = signs.STAGES[stage.state]
        text += Content.assemble("\n", (f"{mark} {stage.name:<6} ", style), clean(stage.text))
    if proof.impact:
        text += Content.assemble(("\nWhat it does to you: ", "bold"), proof.impact)
    yield Line(Row(("head", proof.key), text), f"{proof.title}: {standing} ({proof.certainty}), {proof.about}")
    if proof.mechanism:
        yield section("what", "What happens", folded=True)
        yield text_line(("mechanism", proof.key), proof.mechanism, 1)


def _arguments(proof: Proof) -> Iterator[Line]:
    sides = (
        ("argument-for", "why", "Why", "Nothing speaks for it."),
        ("argument-against", "against", "What speaks against it", "Nothing speaks against it."),
    )  # fmt: skip
    for kind, name, title, none in sides if proof.standing not in _NOT_CONCLUDED else reversed(sides):
        trees = [tree for tree in proof.arguments if tree.kind == kind]
        if not trees:
            yield Line(Row(("none", name), Content(none), style="$quiet"))
            continue
        yield section(name, f"{title} ({_count(len(trees), 'argument')})")
        if name == "why":
            yield Line(Row("how-sure", Content(proof.how_sure), 1, style="$quiet"))
        for number, tree in enumerate(trees):
            yield from _node(proof.key, tree, 1, unfolded=number == 0)


def _node(key: Key, node: ProofNode, depth: int, unfolded: bool) -> Iterator[Line]:
    """A node, then what it rests on, then its sources; its rule stands in its own line."""
    rule = next((child for child in node.children if child.kind == "rule"), None)
    below = [child for child in node.children if child.kind != "rule"]
    sources = list(zip(rule.children, rule.sources, strict=True)) if rule is not None else []
    text = _node_text(node, rule.text if rule is not None else "")
    if node.kind == "leaf":
        yield _leaf(key, node, depth)
    elif node.refers_to:
        yield Line(
            Row(node_key(key, node.id), text, depth, mark="↑ "), node.text, Lead("line", node_key(key, node.refers_to))
        )
    else:
        fold = bool(below or sources)
        yield Line(Row(node_key(key, node.id), text, depth, fold=fold, folded=not unfolded), node.text)
    for child in below:
        yield from _node(key, child, depth + 1, unfolded)
    for source, cited in sources:
        lead = Lead("cases", cited.partition(":")[0])
        yield Line(Row(node_key(key, source.id), Content(cited), depth + 1, mark="§ ", style="$quiet"), lead=lead)


def _node_text(node: ProofNode, mechanism: str) -> Content:
    if node.kind.startswith("argument"):
        first = Content.assemble((f"{node.cf:+.2f}", "bold"), f" {mechanism}" if mechanism else "")
        if not node.counted:
            first = first.stylize_before("$quiet")
        return Content.assemble(first, "\n", (f"{node.detail}; {node.text}", "$quiet"))
    if node.refers_to:
        return Content.assemble(node.text, (f"  {node.detail}; Enter goes there", "$quiet"))
    said = f"\n{mechanism}" if mechanism else ""
    return Content.assemble((node.text, "bold"), (said, "$quiet"))


def _leaf(key: Key, node: ProofNode, depth: int) -> Line:
    """The line that is cited, as it stands, below its place; or the sentence."""
    parts: list[str | tuple[str, str]] = [(node.place, "$accent")]
    if node.lines is not None and node.text:
        parts += ["\n", ("│ ", "$quiet"), node.text]
    if node.detail:
        parts += ["\n", (node.detail, "$quiet")]
    said = Lead("say", f"{node.place}; {_TOLD}")
    lead = Lead("evidence", (node.path, node.lines[0])) if node.lines is not None else said
    return Line(Row(node_key(key, node.id), Content.assemble(*parts), depth, mark="→ "), node.text, lead)


def _look_alikes(look_alikes: Iterable[LookAlike]) -> Iterator[Line]:
    every = list(look_alikes)
    if not every:
        return
    yield section("look-alikes", f"What it is not ({_count(len(every), 'look-alike')})", folded=True)
    for number, item in enumerate(every):
        text = Content.assemble((item.name, "bold"), "\nto tell them apart: ", item.tell_apart)
        if item.now:
            text += Content.assemble("\n", ("here: ", "$quiet"), _standing_now(item.now))
        elif item.case:
            text += Content.assemble("\n", ("here: nothing is known of it", "$quiet"))
        yield Line(Row(("look-alike", number, item.name), text, 1), lead=Lead("case", item.case) if item.case else None)


def _standing_now(now: str) -> Content:
    """``confirmed (0.97)`` with the sign of its standing."""
    word = next((name for name in signs.STANDINGS if now.startswith(name.replace("-", " "))), "")
    symbol, style = signs.STANDINGS.get(word, ("·", ""))
    return Content.assemble((f"{symbol} {now}", style))


def _missing(proof: Proof, missing: Sequence[Missing] | None) -> Iterator[Line]:
    if missing is None:
        yield Line(Row("looking", Content("What would settle it: looking ..."), style="$quiet"))
        return
    if not missing:
        if proof.status == "current":
            yield Line(
                Row(
                    ("none", "missing"),
                    Content("Nothing else that could be observed would change it much."),
                    style="$quiet",
                )
            )
        return
    yield section("missing", f"What would settle it ({_count(len(missing), 'observation')})")
    for number, item in enumerate(missing):
        said = Content.assemble(("could ", "$quiet"), (item.would, "bold"), (f": {item.mechanism}", ""))
        yield text_line(("would", number, item.address), Content.assemble(said, ("\n" + item.address, "$quiet")), 1)
        if item.command:
            yield command_line(("command", number, item.command), item.command, 2)


def _sources(sources: Iterable[SourceCited]) -> Iterator[Line]:
    every = list(sources)
    if not every:
        return
    yield section("sources", f"Sources ({len(every)})", folded=True)
    for source in every:
        places = f"\n{'; '.join(source.locators)}" if source.locators else ""
        text = Content.assemble(source.described or source.key, (places, "$quiet"))
        yield Line(Row(("source", source.key), text, 1, mark="§ "), lead=Lead("cases", source.key))


def _count(number: int, word: str) -> str:
    """A number with its word.

    >>> _count(1, "argument"), _count(2, "argument")
    ('1 argument', '2 arguments')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
