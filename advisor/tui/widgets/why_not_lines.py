"""Why a case is not concluded, as lines: what speaks against it, and what each argument for it lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from advisor.tui import signs
from advisor.tui.widgets.lines import Line, command_line, section, text_line
from advisor.tui.widgets.rows import Row
from advisor.views.whynot import MissedArgument, MissedCondition, WhyNotAnswer


def why_not_lines(answer: WhyNotAnswer) -> Iterator[Line]:
    """The lines of an answer."""
    title = Content.assemble((f"Why not: {answer.title}", "bold $strong"))
    if answer.concluded:
        title += Content.assemble("\n", (f"It is concluded all the same: {answer.concluded}.", "$accent"))
        title += Content("\nBelow is what would make it surer.")
    for name, state, text in answer.chain:
        mark, style = signs.STAGES[state]
        title += Content.assemble("\n", (f"{mark} {name:<6} ", style), text)
    yield Line(Row(("why-not", answer.case), title))
    if answer.against:
        yield section("against", "What speaks against it")
        yield from (text_line(("against", n), text, 1, mark="- ") for n, text in enumerate(answer.against))
    if answer.arguments:
        yield section("lacks", "What would speak for it, and what each lacks")
        for number, argument in enumerate(answer.arguments):
            yield from _argument(number, argument)
    elif not answer.concluded:
        yield text_line(
            "no-argument", "Every argument for it that can be made holds already; together they are too little."
        )
    if answer.needs:
        yield section("needs", "What would settle it")
        yield from (command_line(("command", n, need), need) for n, need in enumerate(answer.needs))


def aside_lines(
    case: str, title: str, standing: Content, about: str, reason: str, needs: Iterable[str]
) -> Iterator[Line]:
    """A case that is not concluded in short: why, and what would settle it."""
    text = Content.assemble((title, "bold $strong"), "\n", standing, (f"  {about}" if about else "", "$quiet"))
    yield Line(Row(("aside", case), text))
    if reason:
        yield text_line(("reason", case), reason)
    yield text_line(("more", case), "Enter in the list looks at it condition by condition.", style="$quiet")
    commands = list(needs)
    if commands:
        yield section("needs", "What would settle it")
        yield from (command_line(("command", n, need), need) for n, need in enumerate(commands))


def _argument(number: int, argument: MissedArgument) -> Iterator[Line]:
    head = Content.assemble((f"{argument.cf:+.2f}", "bold"), f" {argument.text}", "\n", (argument.name, "$quiet"))
    key = ("missed", number, argument.name)
    if not argument.conditions:
        yield text_line(key, head, 1)
        return
    yield Line(Row(key, head, 1, fold=True, folded=number > 0))
    for place, condition in enumerate(argument.conditions):
        yield Line(Row((*key, place), _condition(condition), 2, mark="✗ "), condition.text)
    if argument.tried:
        yield Line(Row((*key, "tried"), Content(argument.tried), 2, style="$accent" if argument.flips else "$quiet"))


def _condition(condition: MissedCondition) -> Content:
    threshold = condition.threshold.strip("?*")
    limit = f" (threshold {threshold})" if threshold else ""
    text = Content.assemble("asked: ", (condition.asked, "bold"), (limit, "$quiet"), "\nseen: ", condition.observed)
    if condition.flip_to:
        text += Content.assemble(("\nwould hold at ", "$quiet"), f"{condition.address} = {condition.flip_to}")
    return text
