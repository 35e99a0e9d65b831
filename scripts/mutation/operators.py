"""The mutation operators: from tokens to single changes of the text."""

import dataclasses
import re

OPERATORS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
    "==": ("!=",), "!=": ("==",),
    "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("/",),
    "<<": (">>",), ">>": ("<<",),
    "&": ("|",), "|": ("&",), "^": ("&", "|"), "&&": ("||",), "||": ("&&",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("/=",), "/=": ("*=",),
    "&=": ("|=",), "|=": ("&=",), "^=": ("|=",), "<<=": (">>=",), ">>=": ("<<=",),
}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}
WORDS = {"true": "false", "false": "true", "min": "max", "max": "min"}
CONTROL = {"if", "for", "while", "switch"}
NOT_CALLS = CONTROL | {"return", "constexpr", "sizeof", "alignas", "decltype", "static_assert"}
SYMMETRIC = {"min", "max", "swap", "_mm256_and_ps"}  # the order of the arguments is nothing that a test could see
INTEGER = re.compile(r"(0[xX][0-9a-fA-F']+|[0-9][0-9']*)([uUlL]*)$")


@dataclasses.dataclass
class Mutant:
    path: str
    start: int
    end: int
    replacement: str
    label: str
    line: int
    column: int
    function: str
    line_text: str

    @property
    def name(self):
        return f"{self.path}:{self.line}:{self.column}: {self.label}"

    @property
    def key(self):
        """What stays when lines move: names a mutant in the list of equivalent ones."""
        return (self.path, self.function, self.line_text, self.label)

    def applied_to(self, text):
        return text[:self.start] + self.replacement + text[self.end:]


def brief(text):
    text = " ".join(text.split())
    return text if len(text) <= 48 else text[:45] + "..."


class Source:
    """One file and the mutants that arise in it."""

    def __init__(self, path, text, tokens):
        self.path = path
        self.text = text
        self.tokens = tokens
        self.lines = text.split("\n")
        self.mutants = []
        self.frozen = self.frozen_tokens()

    def frozen_tokens(self):
        """Attributes, assertions at compile time and template parameters are left alone."""
        frozen = set()
        for index, token in enumerate(self.tokens):
            following = self.tokens[index + 1].text if index + 1 < len(self.tokens) else ""
            if token.text == "[" and following == "[" or token.text == "static_assert":
                first = index if token.text == "[" else index + 1
                frozen.update(range(index, self.tokens[first].partner + 1))
            if token.text == "template":
                frozen.update({index, index + 1})
        return frozen

    def add(self, first, last, replacement, label):
        """A mutant that replaces the text of tokens [first, last]."""
        place = self.tokens[first]
        self.mutants.append(Mutant(
            self.path, place.start, self.tokens[last].end, replacement, label, place.line,
            place.column, place.function, self.lines[place.line - 1].strip()))

    def span(self, first, last):
        return self.text[self.tokens[first].start:self.tokens[last].end]

    def all_mutants(self):
        for index, token in enumerate(self.tokens):
            if index in self.frozen:
                continue
            self.mutate_operator(index, token)
            self.mutate_word(index, token)
            self.mutate_number(index, token)
            if token.text in {"if", "while", "for"} and token.kind == "name":
                self.mutate_condition(index)
            if token.text == "?":
                self.mutate_choice(index)
            if token.text == "(":
                self.swap_arguments(index)
        for first, last in self.statements():
            self.remove_statement(first, last)
        self.mutants.sort(key=lambda m: (m.start, m.end, m.label))
        return self.number_repeats()

    def number_repeats(self):
        """The same change twice on one line: told apart by a number."""
        seen = {}
        for mutant in self.mutants:
            count = seen[mutant.key] = seen.get(mutant.key, 0) + 1
            if count > 1:
                mutant.label += f" #{count}"
        return self.mutants

    def mutate_operator(self, index, token):
        if token.kind != "mark":
            return
        if token.text in {"++", "--"}:
            other = "--" if token.text == "++" else "++"
            self.add(index, index, other, f"{token.text} -> {other}")
        elif token.text in OPERATORS and token.binary():
            for other in OPERATORS[token.text]:
                self.add(index, index, other, f"{token.text} -> {other}")
        elif token.text in {"!", "-", "~"} and not token.spaced_after:
            self.add(index, index, "", f"{token.text} removed")

    def mutate_word(self, index, token):
        if token.kind != "name" or token.text not in WORDS:
            return
        if token.text in {"min", "max"}:
            following = self.tokens[index + 1].text
            if self.tokens[index - 2].text != "std" or following not in {"(", "<"}:
                return
        other = WORDS[token.text]
        self.add(index, index, other, f"{token.text} -> {other}")

    def mutate_number(self, index, token):
        match = INTEGER.match(token.text) if token.kind == "number" else None
        if not match:
            return
        digits, suffix = match.groups()
        value = int(digits.replace("'", ""), 0)
        for other in dict.fromkeys((value + 1, value - 1, 0)):
            if other < 0 or other == value:
                continue
            text = (hex(other) if digits[:2] in {"0x", "0X"} else str(other)) + suffix
            self.add(index, index, text, f"{token.text} -> {text}")

    def head_of(self, index):
        """The parenthesis after if, while or for; constexpr may stand between."""
        index += 1
        while self.tokens[index].text != "(":
            index += 1
        return index

    def mutate_condition(self, index):
        word = self.tokens[index].text
        opener = self.head_of(index)
        first, last = opener + 1, self.tokens[opener].partner - 1
        if word == "for":
            ends = [i for i in self.top_level(first, last) if self.tokens[i].text == ";"]
            if len(ends) != 2 or ends[1] == ends[0] + 1:
                return
            first, last = ends[0] + 1, ends[1] - 1
        declared = [i for i in self.top_level(first, last) if self.tokens[i].text == "="]
        if declared:  # if (const auto x = ...): the initialiser stays
            return
        condition = self.span(first, last)
        changes = ["false"] if word != "if" else ["true", "false"]
        marks = [self.tokens[i].text for i in self.top_level(first, last)]
        compared = [m for m in marks if m in COMPARISONS]
        joined = "&&" in marks or "||" in marks
        plain_not = self.tokens[first].text == "!" and not compared and not joined
        if word == "if" and (joined or (not compared and not plain_not)):
            changes.append(f"!({condition})")
        for change in changes:
            if condition != change:
                shown = "negated" if change.startswith("!") else change
                self.add(first, last, change, f"{word} ({brief(condition)}) -> {shown}")

    def top_level(self, first, last):
        """Indices of the tokens outside any bracket that opens within."""
        index = first
        while index <= last:
            yield index
            if self.tokens[index].text in "([{" and self.tokens[index].partner > 0:
                index = self.tokens[index].partner
                yield index
            index += 1

    def mutate_choice(self, question):
        stops = ASSIGNMENTS | {"return", ",", ";", "?", ":", "(", "[", "{"}
        first = question
        while True:
            before = self.tokens[first - 1]
            if before.text in {")", "]", "}"}:
                first = before.partner
            elif before.text in stops or (before.text == "<<" and before.binary()):
                break
            else:
                first -= 1
        condition = self.span(first, question - 1)
        for change in ("true", "false"):
            self.add(first, question - 1, change, f"{brief(condition)} ? -> {change}")

    def swap_arguments(self, opener):
        before = self.tokens[opener - 1] if opener else None
        if not before or before.kind != "name" and before.text != ">":
            return
        if self.called(opener) in NOT_CALLS | SYMMETRIC or self.is_declaration(opener):
            return
        closer = self.tokens[opener].partner
        commas = [i for i in self.top_level(opener + 1, closer - 1) if self.tokens[i].text == ","]
        bounds = [opener] + commas + [closer]
        for left, middle, right in zip(bounds, bounds[1:], bounds[2:]):
            a, b = self.span(left + 1, middle - 1), self.span(middle + 1, right - 1)
            if a != b and "[" not in a[:1] + b[:1]:
                self.add(left + 1, right - 1, f"{b}, {a}", f"swap {brief(a)}, {brief(b)}")

    def called(self, opener):
        """The name before the parenthesis, template arguments aside."""
        index = opener - 1
        if self.tokens[index].text == ">":
            while self.tokens[index].text != "<" and index > 0:
                index -= 1
            index -= 1
        return self.tokens[index].text

    def is_declaration(self, opener):
        """A parameter list: some part is const, or a type followed by a name."""
        closer = self.tokens[opener].partner
        for a, b in zip(self.tokens[opener + 1:closer], self.tokens[opener + 2:closer]):
            if a.text == "const" or a.kind == b.kind == "name":
                return True
            if a.text in {"&", "*", ">"} and b.kind == "name" and a.spaced_after and \
                    not a.spaced_before:
                return True
        return False

    def statements(self):
        """First and last token of each simple statement within a function."""
        begins = {}
        for index, token in enumerate(self.tokens):
            if not token.function:
                continue
            if token.text in {"{", "}", ";", "else", "do"} or token.text == ")" and \
                    self.tokens[token.partner - 1].text in CONTROL | {"constexpr"}:
                begins[index + 1] = True
            if token.text == ":" and index > 1 and self.begins_label(index):
                begins[index + 1] = True
        for first in sorted(begins):
            if first >= len(self.tokens):
                continue
            last = self.statement_end(first)
            if last is not None:
                yield first, last

    def begins_label(self, colon):
        index = colon - 1
        while index > 0 and self.tokens[index].text in {"::"} or self.tokens[index].kind == "name":
            if self.tokens[index].text in {"case", "default"}:
                return True
            index -= 1
        return False

    def statement_end(self, first):
        """Index of the statement's ';', or None if it is no simple statement."""
        if self.tokens[first].text in {";", "}", "{"} or self.inside_for_head(first):
            return None
        index = first
        while index < len(self.tokens):
            text = self.tokens[index].text
            if text == ";":
                return index
            if text in {"}", ")", "]"}:
                return None
            if text in "([{" and self.tokens[index].partner > 0:
                index = self.tokens[index].partner
            index += 1
        return None

    def inside_for_head(self, index):
        depth = index
        while depth > 0:
            depth -= 1
            text = self.tokens[depth].text
            if text in {")", "]", "}"}:
                depth = self.tokens[depth].partner
            elif text in {"(", "[", "{"}:
                return text == "(" and self.tokens[depth - 1].text == "for"
        return False

    def remove_statement(self, first, last):
        tokens = self.tokens
        before = tokens[first - 1]
        word = tokens[first].text
        if before.text == ")" and tokens[before.partner - 1].text in CONTROL:
            following = tokens[last + 1].text if last + 1 < len(tokens) else ""
            if tokens[before.partner - 1].text == "if" and following != "else":
                return  # the same as the condition made false
        if word in {"return", "throw"} and tokens[last + 1].text == "}" and \
                self.ends_function(last + 1):
            return
        if word in {"return", "throw", "continue", "break"} or self.is_expression(first, last):
            self.add(first, last, ";", f"removed {brief(self.span(first, last))}")

    def ends_function(self, brace):
        """Whether the brace closes a body rather than a block of a control statement."""
        opener = self.tokens[brace].partner
        before = self.tokens[opener - 1]
        if before.text in {"else", "do", "try"}:
            return False
        if before.text == ")":
            return self.tokens[before.partner - 1].text not in CONTROL | {"catch"}
        return before.text not in {";", "{", "}"}

    def is_expression(self, first, last):
        """An assignment, increment or call, not a declaration."""
        token = self.tokens[first]
        if token.text in {"++", "--", "*", "("}:
            return True
        if token.kind != "name" or token.text in {
                "const", "constexpr", "auto", "static", "using", "return", "if", "for", "while",
                "switch", "case", "default", "else", "do", "try", "struct", "inline", "throw",
                "continue", "break", "char", "float", "double", "bool", "unsigned", "int",
                "static_assert", "explicit", "friend", "operator", "enum", "namespace"}:
            return False
        index = first + 1
        while self.tokens[index].text == "::":
            index += 2
        text = self.tokens[index].text
        if text == "[":
            return self.tokens[index + 1].text != "["
        return text in ASSIGNMENTS | {".", "->", "(", "++", "--"}


def mutants_of(path, text, tokens):
    return Source(path, text, tokens).all_mutants()
