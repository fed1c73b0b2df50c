"""Reads a POSIX shell text into a tree. What it does not know it refuses; nothing is passed over."""

from __future__ import annotations

import re

from advisor.shell.tree import (
    MARK_CLOSES,
    MARK_OPENS,
    Arithmetic,
    Case,
    Command,
    For,
    Function,
    Group,
    If,
    Item,
    Literal,
    Loop,
    Parameter,
    Part,
    Pipeline,
    Redirect,
    Script,
    Simple,
    Substitution,
    Word,
)  # fmt: skip

_MARK = re.compile(r"<([A-Z][A-Z0-9-]*)>")
_OPERATOR = re.compile(r"<<-|<<|<>|<&|>&|>>|>\||&>>|&>|<|>")
_NAME = re.compile(r"[A-Za-z_]\w*")
_PARAMETER = re.compile(r"[A-Za-z_]\w*|[0-9@*#?$!-]")
_EXPANSION = re.compile(r"(#?)([A-Za-z_]\w*|[0-9]+|[@*#?$!-])(:?[-=+?]|##?|%%?)?")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=")
_FUNCTION = re.compile(r"([A-Za-z_][\w-]*)[ \t]*\([ \t]*\)")
_RESERVED = frozenset("if then elif else fi for while until do done case esac in function select { } ! [[ time".split())
_ENDS_A_WORD = " \t\n|&;<>()"
_DEEPEST = 50


class NotShell(Exception):
    """A text that is no shell, or more of one than is known here; the message says where and why."""


def marked(text: str) -> str:
    """The text with every ``<MARK>`` written so that it is part of a word.

    >>> marked("dd of=<FILE> < in") == f"dd of={MARK_OPENS}FILE{MARK_CLOSES} < in"
    True
    """
    return _MARK.sub(rf"{MARK_OPENS}\1{MARK_CLOSES}", text)


def unmarked(text: str) -> str:
    """The text with its marks as people read them."""
    return text.replace(MARK_OPENS, "<").replace(MARK_CLOSES, ">")


def read(text: str) -> Script:
    """Read a text.

    Raises:
        NotShell: it is none, or holds what is not known here.
    """
    reader = _Reader(text)
    script = reader.script()
    reader.blanks()
    if reader.at < len(text):
        raise reader.wrong(f"unexpected `{text[reader.at]}`")
    return script


class _Reader:
    def __init__(self, text: str, depth: int = 0) -> None:
        self.text, self.at, self.depth = text, 0, depth
        self.documents: list[tuple[Redirect, bool]] = []
        self.documents_at = 0
        if depth > _DEEPEST:
            raise NotShell("nested too deep")

    def wrong(self, why: str) -> NotShell:
        line = self.text.count("\n", 0, self.at) + 1
        return NotShell(f"line {line}: {why}")

    # what stands between words

    def sees(self, *texts: str) -> str:
        return next((t for t in texts if self.text.startswith(t, self.at)), "")

    def takes(self, text: str) -> bool:
        if not self.text.startswith(text, self.at):
            return False
        self.at += len(text)
        return True

    def blanks(self) -> None:
        while True:
            if self.sees(" ", "\t"):
                self.at += 1
            elif self.sees("\\\n"):
                self.at += 2
            elif self.sees("#"):
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def newlines(self) -> bool:
        found = False
        self.blanks()
        while self.takes("\n"):
            found = True
            self._take_documents()
            self.blanks()
        return found

    def reserved(self) -> str:
        """The reserved word that comes next, not taken."""
        end = self.at
        while end < len(self.text) and self.text[end] not in _ENDS_A_WORD:
            end += 1
        word = self.text[self.at : end]
        return word if word in _RESERVED else ""

    def demand(self, word: str) -> None:
        self.newlines()
        if self.reserved() != word:
            raise self.wrong(f"`{word}` is missing")
        self.at += len(word)

    # lists and pipelines

    def script(self, *ends: str) -> Script:
        """The list up to one of the reserved words or characters that end it, which is not taken."""
        items: list[Item] = []
        joined = ";"
        while True:
            self.newlines()
            if (
                self.at >= len(self.text)
                or self.reserved() in ends
                or self.sees(*(e for e in ends if e in (")", ";;")))
            ):
                break
            pipeline = self.pipeline()
            self.blanks()
            following = self.sees("&&", "||", ";;", ";", "&", "\n")
            background = following == "&"
            items.append(Item(joined, pipeline, background))
            if following in ("", ";;"):
                joined = ";"
                if following == "" and self.at < len(self.text) and not self.sees(")"):
                    raise self.wrong(f"unexpected `{self.text[self.at]}`")
                break
            if following != "\n":
                self.at += len(following)
            joined = following if following in ("&&", "||") else ";"
        if joined != ";":
            raise self.wrong(f"nothing stands behind `{joined}`")
        return tuple(items)

    def body(self, *ends: str) -> Script:
        script = self.script(*ends)
        if not script:
            raise self.wrong("a list of commands is empty")
        return script

    def pipeline(self) -> Pipeline:
        negated = self.reserved() == "!"
        if negated:
            self.at += 1
            self.blanks()
        commands = [self.command()]
        self.blanks()
        while self.sees("|") and not self.sees("||"):
            self.at += 1
            self.newlines()
            commands.append(self.command())
            self.blanks()
        return Pipeline(tuple(commands), negated)

    # commands

    def command(self) -> Command:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.wrong("nested too deep")
        command = self._command()
        self.depth -= 1
        return command

    def _command(self) -> Command:
        match self.reserved():
            case "" | "time":
                return self._group(")", subshell=True) if self.takes("(") else self._function() or self.simple()
            case "{":
                self.at += 1
                return self._group("}", subshell=False)
            case "if":
                return self._if()
            case "while" | "until" as word:
                return self._loop(word)
            case "for":
                return self._for()
            case "case":
                return self._case()
            case "[[":
                return self._double_test()
            case word:
                raise self.wrong(f"`{word}` is not expected here, or not known")

    def _group(self, end: str, *, subshell: bool) -> Group:
        body = self.body(end)
        if not self.takes(end):
            raise self.wrong(f"`{end}` is missing")
        return Group(body, subshell, self.redirects())

    def _function(self) -> Function | None:
        found = _FUNCTION.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        self.newlines()
        return Function(found[1], self.command())

    def _if(self) -> If:
        branches = []
        word = "if"
        while word in ("if", "elif"):
            self.demand(word)
            condition = self.body("then")
            self.demand("then")
            branches.append((condition, self.body("elif", "else", "fi")))
            self.newlines()
            word = self.reserved()
        otherwise: Script = ()
        if word == "else":
            self.demand("else")
            otherwise = self.body("fi")
        self.demand("fi")
        return If(tuple(branches), otherwise, self.redirects())

    def _loop(self, word: str) -> Loop:
        self.demand(word)
        condition = self.body("do")
        self.demand("do")
        body = self.body("done")
        self.demand("done")
        return Loop(word == "until", condition, body, self.redirects())

    def _for(self) -> For:
        self.demand("for")
        self.blanks()
        name = _NAME.match(self.text, self.at)
        if name is None:
            raise self.wrong("`for` has no name")
        self.at = name.end()
        self.demand("in")
        words = []
        self.blanks()
        while not self.sees(";", "\n"):
            words.append(self.word())
            self.blanks()
        self.takes(";")
        self.demand("do")
        body = self.body("done")
        self.demand("done")
        return For(name[0], tuple(words), body, self.redirects())

    def _case(self) -> Case:
        self.demand("case")
        self.blanks()
        word = self.word()
        self.demand("in")
        branches = []
        self.newlines()
        while self.reserved() != "esac":
            self.takes("(")
            patterns = []
            while True:
                self.blanks()
                patterns.append(self.word())
                self.blanks()
                if not self.takes("|"):
                    break
            if not self.takes(")"):
                raise self.wrong("a pattern of `case` does not end with `)`")
            branches.append((tuple(patterns), self.script("esac", ";;")))
            self.newlines()
            if not self.takes(";;") and self.reserved() != "esac":
                raise self.wrong("`;;` is missing")
            self.newlines()
        self.demand("esac")
        return Case(word, tuple(branches), self.redirects())

    def _double_test(self) -> Simple:
        words = []
        while True:
            self.blanks()
            operator = self.sees("&&", "||", "(", ")", "<", ">")
            if operator:
                words.append(Word((Literal(operator, False),)))
                self.at += len(operator)
            else:
                words.append(self.word())
            if words[-1].literal == "]]":
                return Simple((), tuple(words), self.redirects())

    def simple(self) -> Simple:
        assignments: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            self.blanks()
            redirect = self.redirect()
            if redirect:
                redirects.append(redirect)
                continue
            if self.at >= len(self.text) or self.text[self.at] in "\n|&;)":
                break
            if self.sees("("):
                raise self.wrong("unexpected `(`")
            found = None if words else _ASSIGNMENT.match(self.text, self.at)
            if found:
                self.at = found.end()
                value = self.word() if self.at < len(self.text) and self.text[self.at] not in _ENDS_A_WORD else Word(())
                assignments.append((found[1], value))
            else:
                words.append(self.word())
        if not (assignments or words or redirects):
            raise self.wrong("a command is missing")
        return Simple(tuple(assignments), tuple(words), self._with_documents(redirects))

    # redirections

    def redirects(self) -> tuple[Redirect, ...]:
        found = []
        self.blanks()
        while redirect := self.redirect():
            found.append(redirect)
            self.blanks()
        return self._with_documents(found)

    def redirect(self) -> Redirect | None:
        digits = re.compile(r"\d+(?=[<>])").match(self.text, self.at)
        start = digits.end() if digits else self.at
        found = _OPERATOR.match(self.text, start)
        if found is None:
            return None
        self.at = found.end()
        self.blanks()
        if self.at >= len(self.text) or self.text[self.at] in _ENDS_A_WORD:
            raise self.wrong(f"no file stands behind `{found[0]}`")
        redirect = Redirect(int(digits[0]) if digits else None, found[0], self.word())
        if found[0] in ("<<", "<<-"):
            self.documents.append((redirect, found[0] == "<<-"))
        return redirect

    def _with_documents(self, redirects: list[Redirect]) -> tuple[Redirect, ...]:
        """Here-documents begin behind the line: look ahead for their text."""
        out = []
        for redirect in redirects:
            found = next((n for n, (waiting, _) in enumerate(self.documents) if waiting is redirect), None)
            if found is None:
                out.append(redirect)
            else:
                out.append(redirect._replace(document=self._document(found)))
        return tuple(out)

    def _document(self, number: int) -> Word:
        """The text of a waiting here-document; the line that it belongs to is not read to its end yet."""
        end = self.text.find("\n", self.at)
        place = self.documents_at = len(self.text) if end < 0 else end + 1
        for waiting, strips in self.documents[: number + 1]:
            ending, lines = waiting.target.literal, []
            while True:
                if place >= len(self.text):
                    raise self.wrong(f"`{ending}` does not end the here-document")
                stop = self.text.find("\n", place)
                line = self.text[place : stop if stop >= 0 else len(self.text)]
                place = stop + 1 if stop >= 0 else len(self.text)
                line = line.lstrip("\t") if strips else line
                if line == ending:
                    break
                lines.append(line)
        text = "".join(f"{line}\n" for line in lines)
        if not waiting.target.plain:
            return Word((Literal(text, True),))
        inner = _Reader(text, self.depth + 1)
        return Word(tuple(inner.quoted_parts("")))

    def _take_documents(self) -> None:
        """Step over the here-documents of the line that has just ended."""
        if self.documents and self.at != self.documents_at:
            raise self.wrong("a quote spans the beginning of a here-document")
        for waiting, strips in self.documents:
            while True:
                if self.at >= len(self.text):
                    raise self.wrong("a here-document does not end")
                end = self.text.find("\n", self.at)
                line = self.text[self.at : end if end >= 0 else len(self.text)]
                self.at = end + 1 if end >= 0 else len(self.text)
                if (line.lstrip("\t") if strips else line) == waiting.target.literal:
                    break
        self.documents.clear()

    # words

    def word(self) -> Word:
        parts: list[Part] = []
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in _ENDS_A_WORD:
            char = self.text[self.at]
            if char == "'":
                end = self.text.find("'", self.at + 1)
                if end < 0:
                    raise self.wrong("a quote is not closed: '")
                parts.append(Literal(self.text[self.at + 1 : end], True))
                self.at = end + 1
            elif char == '"':
                self.at += 1
                parts += self.quoted_parts('"') or [Literal("", True)]
            elif char == "\\":
                if self.at + 1 >= len(self.text):
                    raise self.wrong("a backslash stands at the end")
                if self.text[self.at + 1] != "\n":
                    parts.append(Literal(self.text[self.at + 1], True))
                self.at += 2
            elif char in "$`":
                parts.append(self.expansion(quoted=False))
            else:
                self.at += 1
                if parts and isinstance(parts[-1], Literal) and not parts[-1].quoted:
                    parts[-1] = Literal(parts[-1].text + char, False)
                else:
                    parts.append(Literal(char, False))
        if self.at == start:
            raise self.wrong("a word is missing")
        return Word(tuple(parts))

    def quoted_parts(self, end: str) -> list[Part]:
        """The parts up to the closing quote, or to the end of a here-document where `end` is empty."""
        parts: list[Part] = []
        text = ""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == end:
                self.at += 1
                return [*parts, Literal(text, True)] if text else parts
            if char == "\\" and self.text[self.at + 1 : self.at + 2] in ("$", "`", '"', "\\", "\n"):
                escaped = self.text[self.at + 1]
                text += "" if escaped == "\n" else escaped
                self.at += 2
            elif char == "`" or (char == "$" and re.match(r"\$[\w@*#?$!({-]", self.text[self.at : self.at + 2])):
                parts += [Literal(text, True)] if text else []
                parts.append(self.expansion(quoted=True))
                text = ""
            else:
                text += char
                self.at += 1
        if end:
            raise self.wrong(f"a quote is not closed: {end}")
        return [*parts, Literal(text, True)] if text else parts

    def expansion(self, *, quoted: bool) -> Part:
        if self.takes("`"):
            end = re.compile(r"(?:[^\\`]|\\.)*", re.DOTALL).match(self.text, self.at)
            if end is None or self.text[end.end() : end.end() + 1] != "`":
                raise self.wrong("a backquote is not closed")
            self.at = end.end() + 1
            source = re.sub(r"\\([$`\\])", r"\1", end[0])
            return Substitution(self._inside(source), quoted, source, backquoted=True)
        self.at += 1
        if self.takes("(("):
            end_at = self.text.find("))", self.at)
            if end_at < 0:
                raise self.wrong("`))` is missing")
            text, self.at = self.text[self.at : end_at], end_at + 2
            return Arithmetic(text, quoted)
        if self.takes("("):
            inner = _Reader(self.text, self.depth + 1)
            inner.at = start = self.at
            script = inner.script(")")
            inner.blanks()
            if not inner.sees(")"):
                raise inner.wrong("`)` is missing")
            self.at = inner.at + 1
            return Substitution(script, quoted, self.text[start : inner.at].strip())
        if self.takes("{"):
            return self._braces(quoted=quoted)
        found = _PARAMETER.match(self.text, self.at)
        if found is None:
            return Literal("$", quoted)
        self.at = found.end()
        return Parameter(found[0], quoted)

    def _braces(self, *, quoted: bool) -> Parameter:
        found = _EXPANSION.match(self.text, self.at)
        if found is None:
            raise self.wrong("`${` is followed by no name")
        self.at = found.end()
        end = re.compile(r"(?:[^\\}'\"$`]|\\.)*").match(self.text, self.at)
        if end is None or self.text[end.end() : end.end() + 1] != "}" or (end[0] and not found[3]):
            raise self.wrong("this expansion of `${` is not known here")
        self.at = end.end() + 1
        word = Word((Literal(end[0], True),)) if found[3] else None
        return Parameter(found[2], quoted, found[1] + (found[3] or ""), word)

    def _inside(self, source: str) -> Script:
        reader = _Reader(source, self.depth + 1)
        script = reader.script()
        if reader.at < len(source):
            raise self.wrong("a command in backquotes is none")
        return script
