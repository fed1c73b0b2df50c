"""Training: short exercises, simulated hosts to work on, and recorded cases whose cause is to be found before the answer is shown."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget

from advisor.tui.bindings import bindings
from advisor.tui.desk import Turn
from advisor.tui.screens.place import Place
from advisor.tui.widgets.rows import Row, Rows
from advisor.tui.widgets.standing_line import StandingLine
from advisor.views.board import Board
from advisor.views.practice import NAME as SESSION_NAME
from advisor.views.practice import Choice, Exercise, Opened, Verdict
from advisor.views.quizzes import KINDS

if TYPE_CHECKING:
    from advisor.tui.desk import Work
    from advisor.views.learner import Begun, Learner
    from advisor.views.practice import Exercises
    from advisor.views.quizzes import Questions
    from advisor.views.simulated import HostExercise, Sight

Result = TypeVar("Result")
_FOUND, _NEARLY, _MISSED = (
    ("✓ Right", "$good bold"),
    ("◑ It is there too, but it is not the first cause", "bold"),
    ("✗ Not this one", "$bad bold"),
)
_HOW = "Practise on a recorded case: find the cause before the answer is shown."
_HOW_HOSTS = (
    "Practise on a simulated host: a prompt, the real commands, people to ask, and a clock. Find the cause, mend it, prove it.",
    "Nothing is run on this machine. Enter begins.",
)
_HOW_SHORT = (
    "A short exercise: five questions, some minutes. It counts for the skills that it asks about. Enter begins."
)
_HOW_BEGUN = "An exercise that is not ended. What was typed is typed again, and everything is as it was: the hosts, the clock, the notebook."
_LEVELS = {1: "first steps", 2: "one mechanism", 3: "look-alikes", 4: "several causes"}
_MOST_SEED = 100_000


class TrainingPlace(Place):
    """The exercises, or what there is to look at in one; beside it what can be chosen, then what is right."""

    NAME = "training"
    BINDINGS = bindings("training", first=True)
    DEFAULT_CSS = """
    TrainingPlace #training-body { layout: horizontal; }
    TrainingPlace #material { width: 1fr; height: 1fr; }
    TrainingPlace #answer { width: 42%; max-width: 80; height: 1fr; border-left: solid $border-blurred; padding: 0 0 0 1; }
    TrainingPlace #answer:focus { border-left: solid $accent; }
    TrainingPlace.-narrow #training-body { layout: vertical; }
    TrainingPlace.-narrow #answer { width: 1fr; max-width: 100%; height: 45%; }
    TrainingPlace.-narrow #answer { border-left: none; padding: 0; border-top: solid $border-blurred; }
    TrainingPlace.-narrow #answer:focus { border-top: solid $accent; }
    TrainingPlace.-narrow.-judged #answer { height: 65%; }
    """

    def __init__(self) -> None:
        """Nothing was tried yet."""
        super().__init__()
        self._exercises: tuple[Exercise, ...] = ()
        self._hosts: tuple[HostExercise, ...] = ()
        self._points: dict[str, str] = {}
        self._judge: Exercises | None = None
        self._opened: Opened | None = None
        self._verdict: Verdict | None = None
        self._first_tries: dict[str, bool] = {}
        self._own = ""
        self._unended: Begun | None = None

    def body(self) -> ComposeResult:
        """Two lists."""
        with Container(id="training-body"):
            yield Rows(empty="looking for exercises ...", id="material")
            yield Rows(id="answer")

    def parts(self) -> Sequence[Widget]:
        """What there is to look at first."""
        return [self._material, self._answer]

    @property
    def _material(self) -> Rows:
        return self.query_one("#material", Rows)

    @property
    def _answer(self) -> Rows:
        return self.query_one("#answer", Rows)

    async def show(self, board: Board | None) -> None:
        """The list of exercises, unless one is open."""
        if not self._exercises:
            self._exercises = await self._ask(lambda exercises: exercises.all())
            await self._learn()
            self._material.empty = "There are no exercises in this knowledge base."
        own = f"; your session {self._own_name} waits" if self._own_name else ""
        self.query_one(StandingLine).instead = f"practice{own}"  # a diagnosis up there would look like a hint
        if self._opened is None:
            self._list()

    async def _learn(self) -> None:
        """Read how the learner stands."""
        learner, self._hosts = await self.advisor.desk.run(_host_exercises)
        unread = await self._look_for_begun()
        if problem := learner.problem or unread:
            self.said(Content(problem))

    async def _look_for_begun(self) -> str:
        """Look which exercise is not ended yet; why that cannot be read, or ""."""
        from advisor.views.learner import begun

        self._unended, problem = await self.advisor.desk.run(lambda work: begun(work.knowledge, work.progress))
        return problem

    async def _ask(self, question: Callable[[Exercises], Result]) -> Result:
        return await self.advisor.desk.run(lambda work: question(self._open(work)))

    def _open(self, work: Work) -> Exercises:
        """The exercises; only the desk's thread comes here."""
        if self._judge is None:
            from advisor.views.practice import Exercises

            self._judge = Exercises(work.knowledge)
        return self._judge

    # The list

    def _list(self) -> None:
        self.remove_class("-judged")
        rows = [
            *self._begun_rows(),
            *self._next_rows(),
            *self._short_rows(),
            *self._host_rows(),
            *self._recorded_rows(),
        ]
        row = self._material.row if self._opened is None else None
        at = row.key if row is not None else next((row.key for row in rows if row.key != "short"), None)
        self._material.fill(rows, mark=at)
        self._opened = self._verdict = None
        self._about()

    def _begun_rows(self) -> Iterator[Row]:
        if self._unended is not None:
            text = Content.assemble(("Go on: ", "$accent bold"), (self._unended.text, "bold"))
            yield Row("begun", text, mark="→ ")

    def _next_rows(self) -> Iterator[Row]:
        for host in self._hosts:
            if host.wanted:
                text = Content.assemble(
                    ("Next for you: ", "$accent bold"), (host.title, "bold"), "\n", (host.wanted, "$quiet")
                )
                yield Row(("next", host.name), text, mark="→ ")

    def _short_rows(self) -> Iterator[Row]:
        yield _heading("short", "Short exercises")
        for kind, (title, about) in KINDS.items():
            points = self._points.get(kind, "")
            ended = [(f"{points}; ", "$good")] if points else []
            text = Content.assemble((title, "bold"), "  ", *ended, (about.partition("?")[0] + "?", "$quiet"))
            yield Row(("short", kind), text, 1)

    def _host_rows(self) -> Iterator[Row]:
        if self._hosts:
            yield _heading("hosts", f"Simulated hosts: {len(self._hosts)}, the easiest first")
            for host in self._hosts:
                yield _host_row(host, self._points.get(host.name, host.last))

    def _recorded_rows(self) -> Iterator[Row]:
        if self._exercises:
            yield _heading("recorded", f"Recorded cases: {len(self._exercises)}")
            for exercise in self._exercises:
                yield _exercise_row(exercise, self._first_tries)

    @property
    def _marked_host(self) -> HostExercise | None:
        row = self._material.row
        keys = {("host", host.name): host for host in self._hosts} | {("next", host.name): host for host in self._hosts}
        return keys.get(row.key) if row is not None and isinstance(row.key, tuple) else None

    @property
    def _marked_short(self) -> str:
        row = self._material.row
        return str(row.key[1]) if row is not None and isinstance(row.key, tuple) and row.key[0] == "short" else ""

    @property
    def _marked(self) -> Exercise | None:
        row = self._material.row
        return next((e for e in self._exercises if row is not None and row.key == ("exercise", e.id)), None)

    def _about(self) -> None:
        host, short = self._marked_host, self._marked_short
        if self._heading_marked == "begun":
            self._answer.fill(self._about_begun())
        elif short or self._heading_marked == "short":
            self._answer.fill(self._about_short(short))
        elif host is not None or self._heading_marked == "hosts":
            self._answer.fill(self._about_host(host))
        else:
            self._answer.fill(self._about_rows(self._marked))
        self._answer.scroll_home(animate=False)

    def _about_begun(self) -> Iterator[Row]:
        yield Row("how", Content.assemble((_HOW_BEGUN, "$strong bold")))
        yield Row("keep", Content("Enter goes on. One exercise is kept; another one asks first."))
        if self._unended is not None and self._unended.gone:
            yield Row("gone", Content(self._unended.gone))
        if self._practising:
            yield self._return_row()

    def _about_short(self, kind: str) -> Iterator[Row]:
        for title, about in [KINDS[kind]] if kind else KINDS.values():
            yield Row(("how", title), Content.assemble((f"{title}: {about}", "$strong bold")))
        yield Row("keep", Content(_HOW_SHORT))
        if self._practising:
            yield self._return_row()

    @property
    def _heading_marked(self) -> object:
        return self._material.row.key if self._material.row is not None else None

    def _about_host(self, host: HostExercise | None) -> Iterator[Row]:
        how, nothing = _HOW_HOSTS
        yield Row("how", Content.assemble((how, "$strong bold")))
        yield Row("keep", Content(nothing))
        if self._practising:
            yield self._return_row()
        if host is None:
            return
        if host.wanted:
            yield Row("wanted", Content.assemble(("Why it is next: ", "$accent bold"), host.wanted))
        if host.last:
            yield Row("last", Content.assemble(("Last score: ", "$quiet"), host.last))
        yield Row("level", Content(_level(host).capitalize()))
        yield Row("trains", Content.assemble(("Trains: ", "$quiet"), ", ".join(host.trains)))

    def _about_rows(self, exercise: Exercise | None) -> Iterator[Row]:
        yield Row("how", Content.assemble((_HOW, "$strong bold")))
        if self._practising:
            yield self._return_row()
        tried, found = len(self._first_tries), sum(self._first_tries.values())
        if tried:
            yield Row("score", Content(f"Found at the first try: {found} of {tried}."))
        yield Row(
            "keep", Content("Enter opens the marked exercise. Nothing of it is kept; your own session stays as it is.")
        )
        if exercise is not None:
            yield Row("hint", Content.assemble(("A hint", "$accent bold")), fold=True, folded=True)
            yield Row(
                "area",
                Content(f"It was recorded for a case about {exercise.area}, or for one that only looks like it."),
                1,
            )

    def on_rows_marked(self, message: Rows.Marked) -> None:
        """Say more of the marked exercise."""
        if message.rows is self._material and self._opened is None:
            self._about()

    # A simulated host

    def _choose_mode(self, host: HostExercise) -> None:
        from advisor.tui.screens.choose_one import ChooseOne, Option

        seed = secrets.randbelow(_MOST_SEED)
        options = (
            Option("guided", "Guided", "a tutor reads along and gives hints; what follows from each output is noted"),
            Option("exam", "Exam", "neither hints nor remarks; the scores at the end say why"),
            Option("interview", "Interview", "like an exam, and an examiner asks for your reasons"),
        )
        about = f"{host.title}\n{_level(host)}; run {seed}: names, sizes and times are drawn anew for each run."
        self.app.push_screen(ChooseOne("How?", about, options), partial(self._mode_chosen, host.name, seed))

    def _mode_chosen(self, name: str, seed: int, mode: str | None) -> None:
        if mode:
            self.beside(partial(self._begin_unless_begun, name, seed, mode), "training")

    async def _begin_unless_begun(self, name: str, seed: int, mode: str) -> None:
        """Begin an exercise; where another is not ended yet, ask first which of them is to be kept."""
        from advisor.tui.screens.choose_one import ChooseOne, Option

        if problem := await self._look_for_begun():
            self.said(Content(problem))
        if not self.is_current:
            return
        if self._unended is None:
            self.begin_host(name, seed, mode)
            return
        title = next((host.title for host in self._hosts if host.name == name), name)
        options = [Option("drop", "Drop that one, and begin the new one", title)]
        if not self._unended.gone:
            options.insert(0, Option("go on", "Go on with the one that is not ended"))
        about = "\n".join(text for text in (f"Not ended: {self._unended.text}", self._unended.gone) if text)
        ask = ChooseOne("One exercise is kept. Which?", about, options)
        self.app.push_screen(ask, partial(self._which, partial(self.begin_host, name, seed, mode)))

    def _which(self, begin: Callable[[], None] | None, choice: str | None) -> None:
        if choice == "go on":
            self.go_on()
        elif choice == "drop":
            self.beside(partial(self._dropped, begin), "training")

    async def _dropped(self, begin: Callable[[], None] | None) -> None:
        from advisor.views.learner import drop

        if problem := await self.advisor.desk.run(lambda work: drop(work.progress)):
            self.said(Content(problem))
            return
        self._unended = None
        self._list()
        if begin is not None and self.is_current:
            begin()

    def go_on(self) -> None:
        """Go on with the exercise that is not ended, or offer to drop what cannot go on."""
        from advisor.tui.screens.choose_one import ChooseOne, Option
        from advisor.tui.screens.exercise import ExercisePlace

        if (begun := self._unended) is None:
            return
        if begun.gone:
            options = (Option("drop", "Drop it"), Option("", "Leave it as it is"))
            about = f"{begun.text}\n{begun.gone}"
            self.app.push_screen(ChooseOne("It cannot go on", about, options), partial(self._which, None))
            return
        kept = begun.kept
        ended = partial(self._host_ended, kept.scenario)
        self.app.push_screen(ExercisePlace(kept.scenario, kept.seed, kept.mode, ended, kept))

    def begin_host(self, name: str, seed: int, mode: str) -> None:
        """Begin an exercise on a simulated host; it lies above this screen until it is over."""
        from advisor.tui.screens.exercise import ExercisePlace

        self.app.push_screen(ExercisePlace(name, seed, mode, partial(self._host_ended, name)))

    def _host_ended(self, name: str, sight: Sight) -> None:
        if sight.points is None:
            self._points[name] = "ended without a score"
        else:
            self._points.pop(name, None)  # it is among what is kept, unless that was not possible
        self.beside(partial(self._ended, ("host", name), sight), "training")

    async def _ended(self, key: tuple[str, str], sight: Sight | None = None) -> None:
        """Show the list as it is after an exercise."""
        await self._learn()
        name = key[1]
        if sight is not None and sight.points is not None and not any(h.last for h in self._hosts if h.name == name):
            self._points[name] = f"{sight.points} of 100, {sight.mode}; not kept"
        if self._opened is None:
            self._list()
            self._material.go_to(key)

    # A short exercise

    def begin_short(self, kind: str, seed: int, names: Sequence[str] = ()) -> None:
        """Begin questions of one kind; they lie above this screen until they are over."""
        from advisor.tui.screens.quiz import QuizPlace

        self.app.push_screen(QuizPlace(kind, seed, self._short_ended, names))

    def _short_ended(self, questions: Questions) -> None:
        done = len(questions.shares)
        whole = done == questions.count
        self._points[questions.kind] = (
            f"{questions.points} of 100" if whole else f"{done} of {questions.count} answered"
        )
        self.beside(partial(self._keep_short, questions), "training")

    async def _keep_short(self, questions: Questions) -> None:
        from advisor.views.learner import keep

        told = await self.advisor.desk.run(lambda work: keep(work.knowledge, work.progress, questions.quiz))
        await self._ended(("short", questions.kind))
        self.said(Content("; ".join(told)))

    def action_find(self) -> None:
        """Choose a simulated host by a part of its title, or of what it trains."""
        if not self._hosts:
            self.said(Content("still looking for exercises"))
            return
        from advisor.tui.screens.choose_case import ChooseCase

        titles = [(host.name, f"{host.title} (level {host.level}; {', '.join(host.trains)})") for host in self._hosts]
        self.app.push_screen(ChooseCase("Which simulated host?", titles, slugs=False), self._found)

    def _found(self, name: str | None) -> None:
        if name:
            if self._opened is not None:
                self.action_exercises()
            self._material.go_to(("host", name))
            self._material.focus()

    def action_progress(self) -> None:
        """Show progress by skill."""
        self.beside(self._show_progress, "progress")

    async def _show_progress(self) -> None:
        from advisor.tui.screens.learnt import Learnt
        from advisor.views.learner import progressed

        found = await self.advisor.desk.run(lambda work: progressed(work.knowledge, work.progress))
        if self.is_current:
            self.app.push_screen(Learnt(found))

    # One exercise

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Open an exercise, choose a cause, or go on."""
        key = message.row.key
        if message.rows is self._material:
            if self._opened is None and key == "begun":
                self.go_on()
            elif self._opened is None and (host := self._marked_host) is not None:
                self._choose_mode(host)
            elif self._opened is None and self._marked_short:
                self.begin_short(self._marked_short, secrets.randbelow(_MOST_SEED))
            elif self._opened is None and (exercise := self._marked) is not None:
                self._begin(exercise)
        elif isinstance(key, Choice) and self._opened is not None and self._verdict is None:
            opened = self._opened
            self.beside(partial(self._judged, opened, key), "training", instead=False)
        elif key in ("proof", "next", "list", "return"):
            {"proof": self._prove, "next": self._next, "list": self.action_exercises, "return": self.action_return}[
                str(key)
            ]()

    def _begin(self, exercise: Exercise) -> None:
        self.said(Content("opening the exercise"))
        self.beside(partial(self._begun, exercise), "training")

    async def _begun(self, exercise: Exercise) -> None:
        self._opened = await self._ask(lambda exercises: exercises.open(exercise))
        self._verdict = None
        self.remove_class("-judged")
        rows = list(_material_rows(self._opened))
        self._material.fill(rows, mark=rows[0].key)
        self._material.scroll_home(animate=False)
        choices = [Row(choice, Content(choice.title), mark=f"{n} ") for n, choice in enumerate(self._opened.choices, 1)]
        heading = Row("ask", Content.assemble(("What is the cause?", "$accent bold")), still=True)
        self._answer.fill([heading, *choices], mark=choices[0].key)
        self._answer.scroll_home(animate=False)
        self._material.focus()
        self.said(Content("read what there is, then press Tab and choose the cause with Enter"))

    async def _judged(self, opened: Opened, choice: Choice) -> None:
        verdict = await self._ask(lambda exercises: exercises.judge(opened.exercise, choice.case))
        if self._opened is not opened:
            return
        self._verdict = verdict
        self._first_tries.setdefault(opened.exercise.id, verdict.right)
        self.add_class("-judged")
        rows = list(self._verdict_rows(verdict, choice))
        self._answer.fill(rows, mark=rows[0].key)
        self._answer.scroll_home(animate=False)
        self.said(Content(""))

    def _verdict_rows(self, verdict: Verdict, choice: Choice) -> Iterator[Row]:
        yield Row("verdict", Content.assemble(_FOUND if verdict.right else _NEARLY if verdict.nearly else _MISSED))
        yield Row("cause", Content.assemble("The cause: " if verdict.key else "", (verdict.answer, "bold")))
        yield from _section("What decides", verdict.reasons)
        told = [text for text in (verdict.apart, verdict.chosen_now) if text and not verdict.right]
        yield from _section(f"Your choice: {choice.title}", told)
        yield from _section("How the cause does it", [verdict.mechanism] if verdict.mechanism else [])
        yield from _section("About this exercise", [verdict.note] if verdict.note else [])
        own = f" {self._own_name}" if self._own_name else ""
        kept = f"opens the exercise as a session in memory; your own session{own} is kept, and o opens it again"
        yield Row("proof", Content.assemble(("See the proof", "bold"), "\n", (kept, "$quiet")), mark="→ ")
        yield Row("next", Content.assemble(("Next exercise", "bold")), mark="→ ")
        yield Row("list", Content.assemble(("Back to the list of exercises", "bold")), mark="→ ")
        if self._practising:
            yield self._return_row()

    def _next(self) -> None:
        """The next exercise that was not tried."""
        assert self._opened is not None
        number = self._opened.exercise.number
        after = [e for e in (*self._exercises[number:], *self._exercises[:number]) if e.id not in self._first_tries]
        if after:
            self._begin(after[0])
        else:
            self.action_exercises()
            self.said(Content("every exercise was tried"))

    # The session

    @property
    def _practising(self) -> bool:
        board = self.advisor.board
        return board is not None and board.session == SESSION_NAME

    @property
    def _own_name(self) -> str:
        board = self.advisor.board
        return self._own if self._practising or board is None else board.session

    def _return_row(self) -> Row:
        name = f": {self._own}" if self._own else ""
        text = f"Back to your own session{name}" if name else "End the exercise and begin a session of your own"
        return Row("return", Content.assemble((text, "bold")), mark="→ ")

    def _prove(self) -> None:
        """Open the exercise as a session in memory, and go to its proof."""
        assert self._opened is not None
        assert self._verdict is not None
        exercise, key, app = self._opened.exercise, self._verdict.key, self.advisor
        self._own = self._own_name

        def act(work: Work) -> Turn:
            from advisor.views.history import history

            turn = work.practise(self._open(work).session(exercise).fork())
            past = history(work.session, work.conversation.interview.questions)
            return Turn([*past, *turn.messages], turn.board)

        def clear(turn: Turn) -> None:
            app.log_of_talk = []
            app.call_later(app.go, "diagnosis", key)

        app.do("opening the exercise", act, clear)

    def action_return(self) -> None:
        """Open the session again that was open before the exercise."""
        if not self._practising:
            own = f" {self._own_name}" if self._own_name else ""
            self.said(Content(f"no practice to leave; your session{own} is as you left it"))
        elif self._own:
            self.advisor.resume(self._own, new=True)
        else:
            self.advisor.begin()

    def action_exercises(self) -> None:
        """Back to the list, with the mark on the exercise that was open."""
        at = self._opened.exercise.id if self._opened is not None else ""
        self._list()
        self._material.go_to(("exercise", at))
        self._material.focus()

    def action_back(self) -> None:
        """From an exercise to the list, then back."""
        if self._opened is not None:
            self.action_exercises()
        else:
            super().action_back()

    def to_copy(self) -> str:
        """What there is to look at."""
        return "\n".join(row.text.plain for row in self._material.rows) if self._opened is not None else ""


def _host_exercises(work: Work) -> tuple[Learner, tuple[HostExercise, ...]]:
    from advisor.views.learner import learner
    from advisor.views.simulated import host_exercises

    found = learner(work.knowledge, work.progress)
    return found, host_exercises(work.knowledge, found)


def _level(host: HostExercise) -> str:
    return f"level {host.level} of {max(_LEVELS)}, {_LEVELS.get(host.level, '')}".rstrip(", ")


def _heading(key: str, title: str) -> Row:
    return Row(key, Content.assemble((title, "$accent bold")), fold=True)


def _host_row(host: HostExercise, points: str) -> Row:
    wanted = [("  → next for you", "$accent bold")] if host.wanted else []
    ended = [(f"{points}; ", "$good")] if points else []
    about = (f"level {host.level}; {', '.join(host.trains)}", "$quiet")
    return Row(("host", host.name), Content.assemble((host.title, "bold"), *wanted, "\n", *ended, about), 1)


def _exercise_row(exercise: Exercise, tries: dict[str, bool]) -> Row:
    signs = {True: ("  ✓ found", "$good"), False: ("  ✗ not found", "$bad")}
    tried = [signs[tries[exercise.id]]] if exercise.id in tries else []
    system = [(f"  {exercise.system}", "$quiet")] if exercise.system else []
    captured = f"{', '.join(exercise.outputs)}; {exercise.lines} lines" if exercise.outputs else "no captures"
    said = exercise.complaint or "nobody complains; find what the captures show"
    head = (f"Exercise {exercise.number}", "bold")
    return Row(
        ("exercise", exercise.id), Content.assemble(head, *system, *tried, f"\n{said}\n", (captured, "$quiet")), 1
    )


def _material_rows(opened: Opened) -> Iterator[Row]:
    said = opened.exercise.complaint
    yield Row("complaint", Content.assemble(("What is said: ", "$accent bold"), said or "nothing; nobody complains"))
    for path, lines in opened.files:
        count = (f"  {len(lines)} lines", "$quiet")
        yield Row(("file", path), Content.assemble((path, "$accent bold"), count), fold=True)
        for number, line in enumerate(lines, 1):
            yield Row(("line", path, number), Content(line), depth=1)


def _section(title: str, texts: Sequence[str]) -> Iterator[Row]:
    if texts:
        yield Row(("section", title), Content.assemble((title, "$accent bold")), fold=True)
        for number, text in enumerate(texts):
            yield Row((title, number), Content(text), depth=1)
