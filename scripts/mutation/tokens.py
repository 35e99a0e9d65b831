"""C++ sources as tokens with their places: as much of the grammar as mutation needs.

Relies on clang-format (a test holds the sources to it): a binary operator stands between blanks, a
template bracket, a reference or a unary operator does not.
"""

import dataclasses
import re

TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<directive>\#(?:[^\n\\]|\\\n|\\.)*)
      | (?P<string>"(?:[^"\\\n]|\\.)*")
      | (?P<char>'(?:[^'\\\n]|\\.)*')
      | (?P<number>\.?[0-9](?:'?[0-9a-zA-Z_.]|(?<=[eEpP])[+-])*)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<mark><<=|>>=|<=>|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=|::|.)
    """,
    re.VERBOSE | re.DOTALL,
)

OPENERS = {"(": ")", "[": "]", "{": "}"}
CLOSERS = {closer: opener for opener, closer in OPENERS.items()}


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    line: int
    column: int
    spaced_before: bool = False
    spaced_after: bool = False
    partner: int = -1  # index of the matching bracket
    function: str = ""

    def binary(self):
        return self.spaced_before and self.spaced_after


def lex(text):
    """All tokens but blanks, comments and directives, with brackets paired and functions named."""
    tokens = []
    line, line_start, spaced = 1, 0, True
    for match in TOKEN.finditer(text):
        kind = match.lastgroup
        if kind in {"space", "comment", "directive"}:
            if tokens:
                tokens[-1].spaced_after = True
            spaced = True
        else:
            tokens.append(Token(kind, match.group(), match.start(), match.end(), line,
                                match.start() - line_start + 1, spaced))
            spaced = False
        newlines = match.group().count("\n")
        if newlines:
            line += newlines
            line_start = match.start() + match.group().rindex("\n") + 1
    pair_brackets(tokens)
    name_functions(tokens)
    return tokens


def pair_brackets(tokens):
    open_at = []
    for index, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in OPENERS:
            open_at.append(index)
        elif token.text in CLOSERS:
            opener = open_at.pop()
            tokens[opener].partner, token.partner = index, opener


def name_functions(tokens):
    """Gives each token the function it is in (outermost), or the variable that it initialises."""
    index = head = 0
    while index < len(tokens):
        text = tokens[index].text
        if text in {";", "}"}:
            head = index + 1
        elif text == "(" or text == "[":
            index = tokens[index].partner
        elif text == "{":
            declaration = tokens[head:index]
            words = [t.text for t in declaration]
            if any(w in words for w in ("namespace", "class", "struct", "enum", "union")) and \
                    "(" not in words and "=" not in words:
                head = index + 1
            else:
                end = tokens[index].partner
                name = declared_name(declaration)
                for token in tokens[head:end + 1]:
                    token.function = name
                index = end
                head = end + 1
        index += 1
    # Plain declarations, with their initialisers.
    for first, last in statements_outside(tokens):
        name = declared_name(tokens[first:last])
        for token in tokens[first:last]:
            token.function = token.function or name


def statements_outside(tokens):
    first = 0
    for index, token in enumerate(tokens):
        if token.text == ";" or (token.text in "{}" and not token.function):
            if not token.function and index > first:
                yield first, index
            first = index + 1


def declared_name(declaration):
    """The name before the first parenthesis of a function, else before '=' or '{', else the last."""
    for index, token in enumerate(declaration):
        if token.text == "operator":
            return "operator" + declaration[index + 1].text
        if token.text in {"(", "="} and index > 0:
            before = declaration[index - 1]
            return before.text if before.kind == "name" else "?"
    names = [t.text for t in declaration if t.kind == "name"]
    return names[-1] if names else "?"
