"""Numbers in text, in digits, in words and mixed, with what surrounds them: money, bounds, ranges, products.

Dates, times of day, addresses and other numbers that count nothing are left out (see `decoys`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from pipeline import dates, decoys


@dataclass(frozen=True)
class Numeral:
    """One number, and where it stands in the text (characters, half open)."""

    value: Decimal
    """For a range the upper end, for a product the product."""
    start: int
    end: int
    money: bool = False
    percent: bool = False
    approximate: bool = False
    bound: str = ""
    """`at most`, `at least` or nothing."""
    low: Decimal | None = None
    """Of a range, its lower end; `value` is the upper."""
    ordinal: bool = False
    times: tuple[Decimal, Decimal] | None = None
    """Of a product such as `two 3,000-gallon trailers`, how many and how much each; the count stands on its own too."""
    dimension: bool = False
    """True for a length by a width, such as `20 x 40 ft`; `times` has the two sides."""


_UNITS = {w: n for n, w in enumerate("zero one two three four five six seven eight nine".split())}
_TEENS = {
    w: n
    for n, w in enumerate("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(), 10)
}
_TENS = {w: 10 * n for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)} | {
    "fourty": 40
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1000000, "dozen": 12, "doz": 12, "hundreds": 100}
_FRACTIONS = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅓": "0.3333", "⅔": "0.6667", "⅛": "0.125"}
_HALVES = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "third": Decimal("0.3333")}
_WORDS = "|".join(sorted((*_UNITS, *_TEENS, *_TENS, *_SCALES), key=len, reverse=True))
_MEASURES = r"(?:acres?|tons?|hours?|days?|miles?|gallons?|pounds?|million|dozen|thousand|barrels?|mile)"
_TAIL = r"(?:and\s+)?(?:(?:a|one)[\s-]+)?(?P<part>half|quarter|third)\b"

_DIGITS = re.compile(
    r"(?P<money>(?:(?:US)?\$|USD)\s?)?(?<![\w/])(?P<number>\d{1,3}(?:,\s?\d{3})+(?:\.\d+)?"
    r"|\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d-])|\d+(?:\.\d+)?|\.\d+)"
    r"(?P<fraction>\s?[½¼¾⅓⅔⅛]|\s\d/[2348]\b|(?<=\d)/[2348]\b)?"
    r"(?P<suffix>(?:k|K|M|MM|mm)\b|\s(?:hundred|thousand|million|dozen|doz)\b\.?|\s?(?:st|nd|rd|th)\b)?"
    r"(?=$|[^\w,.]|[,.](?!\d)|(?:gal|gals|lb|lbs|sf|sq|ft|x|yd|yds|ac|hrs?|h|ppl)(?:\b|\d))"
    r"|(?P<glyph>[½¼¾⅓⅔⅛])"
)  # fmt: skip
_SPELLED = re.compile(
    rf"\b(?:an?\s+(?=hundred|thousand|million|dozen))?(?:{_WORDS})\b(?:[\s-]+(?:and\s+)?(?:{_WORDS})\b)*", re.IGNORECASE
)
_PARTS = re.compile(
    rf"\b(?:(?P<over>one|three)[\s-]+)?(?P<fraction>half|quarter"
    rf"|third)s?[\s-]+(?:of\s+)?(?:an?[\s-]+)?(?={_MEASURES}\b)|\b(?P<one>an?)\s+(?=(?:acre|ton|hour|mile"
    rf"|day)\s+and\s+(?:a\s+)?(?:half|quarter)\b)|\b(?P<couple>a\s+couple(?:\s+of)?|(?:a\s+)?pair\s+of(?!\s+(?:them|these|those)\b))\b",
    re.IGNORECASE,
)
_ORDINAL_WORDS = re.compile(r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b", re.IGNORECASE)
_AND_A_HALF = re.compile(rf"\s*(?:-|\s)?(?P<noun>{_MEASURES}\s+)?{_TAIL}", re.IGNORECASE)

_ABOUT = re.compile(
    r"(?:\babout|\bapprox(?:\.|imately)?|\broughly|\bsome|\baround|\bcirca|~|\bestimated(?: at)?|\bnearly|\balmost"
    r"|\bclose to|\bin the (?:neighborhood|order) of|\bmaybe|\bperhaps"
    r"|\bjust (?:over|under|shy of))\s*\$?$",
    re.IGNORECASE,
)
_AT_MOST = re.compile(
    r"(?:(?:\b(?:no|not|never|nor)|n['’]t|\bno time(?: \w+)?|\b(?:surprised|doubt|unlikely"
    r"|hardly)(?: \w+)?)(?: \w+){0,3}? (?:more|greater|larger|higher)(?: \w+)? than|(?:\b(?:not|never)"
    r"|n['’]t)(?: \w+){0,3}? (?:over|above|past|beyond)|\bat (?:the )?most|\bup to|\b(?:not"
    r"|never)(?: to)? exceed(?:ing)?|\bexceed|\bmax(?:imum|\.)?(?: of)?|\b(?:a )?(?:limit|cap|ceiling) (?:of|at"
    r"|is)|\bas many as|"
    r"\blimited? to|\bcap(?:ped|s)?(?: [\w ]{0,20})? (?:at|to|of)|\bfewer than|\bless than|\bunder|\bbelow"
    r"|\bhold(?:ing)? (?:it |the \w+ )?to|\bkeep (?:it |the \w+ )?(?:to|under|below|at))\s+(?:a total of |about "
    r"|some |approximately )?\$?$",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(
    r"(?:\bat least|\b(?:not|no) (?:less|fewer) than|\bmin(?:imum|\.)?(?: of)?|\bmore than|\bover|\bupwards? of"
    r"|\bin excess of|\bexceeding)\s+\$?$",
    re.IGNORECASE,
)  # fmt: skip
_RANGE = re.compile(r"\s?(?:-|–|—|to|or)\s?\$?", re.IGNORECASE)
_DOUBLE = re.compile(
    r"(?:\s(?:dollars?|persons?|people|gallons?)(?:\s+and\s+(?:no|00)/100)?)?\s*[(\[]\s*\$?\s?", re.IGNORECASE
)
_EACH = re.compile(r"\s+(?:[\w.-]+\s+){0,3}(?:each|apiece|a piece|per\s+(?!day|person)\w+)\b", re.IGNORECASE)
_TOGETHER = re.compile(r"[^.;,]{0,25}\b(?:altogether|in all|combined|in total|total|together)\b", re.IGNORECASE)
_CROSS = re.compile(
    r"\s*(?P<a>(?:feet|foot|ft|['′])\.?)?(?P<noun>(?:\s[A-Za-z-]+){0,3}?)\s*(?P<sign>x|×|\*|@"
    r"|by)\s?(?:approx\.?\s|about\s)?\$?",
    re.IGNORECASE,
)
_FEET = re.compile(r"[\s-]?(?:feet|foot|ft|['′])", re.IGNORECASE)
_OF = re.compile(
    r"(?:\s(?!and\b|or\b|by\b|in\b|to\b|for\b|per\b|at\b|on\b)[A-Za-z][\w'-]*){1,4}?\s+(?P<link>of|holding"
    r"|carrying|with|at|hold|carry|containing|for)\s+(?:about\s+|up to\s+)?\$?",
    re.IGNORECASE,
)
_PER = re.compile(
    r"[^.;]{1,30}?\b(?:to|per|in|for|on)\s+(?:an?|each|every)\s+(?P<noun>[a-z]{3,})[,:]?\s+(?:and\s+|with\s+"
    r"|times\s+)?",
    re.IGNORECASE,
)
_SIZED = re.compile(
    r"\s(?:(?!and\b|or\b|by\b|in\b|to\b|for\b|per\b|at\b|of\b|on\b)[A-Za-z][\w'-]*,?\s){0,3}", re.IGNORECASE
)
_SIZE_UNIT = re.compile(
    r"[\s-]?(?:gallons?|gal|lbs?|pounds?|tons?|cubic|cu|yards?|yds?|person|man|seat|passenger|space|car|site"
    r"|liter|litre)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def find(text: str) -> tuple[Numeral, ...]:
    """All numbers that count or measure something, from left to right; a product begins where its count begins."""
    text = dates.clean(text)
    masked = list(text)
    for start, end in [*decoys.spans(text), *((span.start, span.end) for span in dates.find(text, year=2000))]:
        masked[start:end] = "\x00" * (end - start)
    hidden = "".join(masked)
    atoms = _atoms(hidden)
    return tuple(
        sorted(
            _products(hidden, [_flagged(hidden, n) for n in _ranges(hidden, _doubles(hidden, atoms))]),
            key=lambda n: (n.start, n.end),
        )
    )


def parse(words: str) -> Decimal | None:
    """The value of a number written in words, such as `twenty-five hundred`; None where it is no such number."""
    total, current, last = Decimal(0), Decimal(0), Decimal(-1)
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in ("and", "a", "an"):
            current = current or Decimal(word != "and")
            continue
        if word in _SCALES:
            scale = Decimal(_SCALES[word])
            if scale in (100, 12):
                current = (current or 1) * scale
            else:
                total, current = total + (current or 1) * scale, Decimal(0)
        else:
            value = Decimal(_UNITS.get(word, _TEENS.get(word, _TENS.get(word, -1))))
            if value < 0 or (0 <= last < 10) or (10 <= last < 20) or (20 <= last < 100 and value >= 10):
                return None
            current += value
        last = Decimal(_SCALES.get(word, 0)) or value
    return total + current


def _atoms(text: str) -> list[Numeral]:
    """Single numbers, digits before words, without their surroundings."""
    found = [_digits(match) for match in _DIGITS.finditer(text)]
    for match in _SPELLED.finditer(text):
        found += _spelled(match, text)
    for match in _PARTS.finditer(text):
        over = Decimal(3) if (match["over"] or "").lower() == "three" else Decimal(1)
        value = (
            Decimal(2 if match["couple"] else 1) if not match["fraction"] else _HALVES[match["fraction"].lower()] * over
        )
        found.append(
            Numeral(
                value, match.start(), len(match.group().rstrip()) + match.start(), approximate=bool(match["couple"])
            )
        )
    found += [Numeral(Decimal(0), m.start(), m.end(), ordinal=True) for m in _ORDINAL_WORDS.finditer(text)]
    found.sort(key=lambda n: (n.start, -n.end))
    kept: list[Numeral] = []
    for numeral in found:
        if not kept or numeral.start >= kept[-1].end:
            kept.append(_with_half(text, numeral))
    return kept


def _digits(match: re.Match[str]) -> Numeral:
    if match["glyph"]:
        return Numeral(Decimal(_FRACTIONS[match["glyph"]]), *match.span())
    value = Decimal(re.sub(r"[,\s]", "", match["number"]))
    fraction = (match["fraction"] or "").strip()
    if fraction in _FRACTIONS:
        value += Decimal(_FRACTIONS[fraction])
    elif fraction.startswith("/"):
        value /= int(fraction[1:])
    elif fraction:
        value += Decimal(fraction[0]) / int(fraction[2:])
    suffix = (match["suffix"] or "").strip(" .").lower()
    value *= {"k": 1000, "m": 1000000, "mm": 1000000, **_SCALES}.get(suffix, 1)
    return Numeral(value, *match.span(), money=bool(match["money"]), ordinal=suffix in ("st", "nd", "rd", "th"))


def _spelled(match: re.Match[str], text: str) -> list[Numeral]:
    """The longest numbers that a run of number words makes: `two three` is two numbers."""
    words = list(re.finditer(r"[A-Za-z]+", match.group()))
    found, at = [], 0
    while at < len(words):
        for end in range(len(words), at, -1):
            phrase = match.group()[words[at].start() : words[end - 1].end()]
            value = parse(phrase)
            if value is not None and words[end - 1].group().lower() not in ("and", "a", "an"):
                start = match.start() + words[at].start()
                found.append(Numeral(value, start, start + len(phrase)))
                break
        else:
            end = at + 1
        at = end
    return found


def _with_half(text: str, numeral: Numeral) -> Numeral:
    """`one and a half`, `two acres and a half`."""
    tail = _AND_A_HALF.match(text, numeral.end)
    if (
        not tail
        or numeral.money
        or numeral.ordinal
        or numeral.value < 1
        or numeral.value != numeral.value.to_integral()
    ):
        return numeral
    if "and" not in tail.group().lower():
        return numeral
    return replace(numeral, value=numeral.value + _HALVES[tail["part"].lower()], end=tail.end())


def _doubles(text: str, atoms: list[Numeral]) -> list[Numeral]:
    """`five thousand (5,000)` is one number."""
    kept: list[Numeral] = []
    for numeral in atoms:
        gap = kept and _DOUBLE.fullmatch(text[kept[-1].end : numeral.start] + ("$" if numeral.money else ""))
        if gap and kept[-1].value == numeral.value:
            close = re.match(r"\s?[)\]]", text[numeral.end :])
            kept[-1] = replace(
                kept[-1], end=numeral.end + (close.end() if close else 0), money=kept[-1].money or numeral.money
            )
        else:
            kept.append(numeral)
    return kept


def _ranges(text: str, atoms: list[Numeral]) -> list[Numeral]:
    """`10 to 12`, `3,000–3,500`, `between 80 and 90`; `4.5 to 5 thousand` is left alone."""
    kept: list[Numeral] = []
    for numeral in atoms:
        before = kept[-1] if kept else None
        if (
            before
            and not before.ordinal
            and before.low is None
            and before.value < numeral.value
            and not numeral.ordinal
        ):
            gap = text[before.end : numeral.start]
            between = re.search(r"\bbetween\s+(?:about\s+)?\$?$", text[: before.start], re.IGNORECASE)
            if _RANGE.fullmatch(gap) or (between and re.fullmatch(r"\s+and\s+\$?", gap)):
                kept[-1] = replace(numeral, start=before.start, low=before.value, money=before.money or numeral.money)
                continue
        kept.append(numeral)
    return kept


def _flagged(text: str, numeral: Numeral) -> Numeral:
    """With what the words on both sides say about it."""
    before, after = text[max(0, numeral.start - 60) : numeral.start], text[numeral.end : numeral.end + 40]
    bound = "at most" if _AT_MOST.search(before) else "at least" if _AT_LEAST.search(before) else ""
    if re.match(
        r"\s*(?:[a-z]+\s+){0,3}?(?:or (?:less|fewer)|max(?:imum)?\b|tops\b|at (?:the )?most)", after, re.IGNORECASE
    ):
        bound = "at most"
    elif re.match(r"\s*(?:\+|plus\b|(?:[a-z]+\s+)?or more|min(?:imum)?\b)", after, re.IGNORECASE):
        bound = bound or "at least"
    return replace(
        numeral,
        money=numeral.money or bool(re.match(r"\s*(?:dollars?|USD|bucks)\b", after, re.IGNORECASE)),
        percent=bool(re.match(r"\s?(?:%|per\s?cent\b)", after)),
        approximate=numeral.approximate or bool(_ABOUT.search(before)) or bool(re.match(r"(?:\s\w+)?\sor so\b", after)),
        bound=bound,
    )


def _products(text: str, atoms: list[Numeral]) -> list[Numeral]:
    """The numbers, with `how many times how much each` beside its count, and lengths by widths as one."""
    kept: list[Numeral] = []
    for numeral in atoms:
        before = kept[-1] if kept else None
        kind = _joins(text, before, numeral) if before else ""
        if not before or not kind:
            kept.append(numeral)
            continue
        product = replace(
            numeral,
            value=before.value * numeral.value,
            start=before.start,
            times=(before.value, numeral.value),
            dimension=kind == "dimension",
        )
        if kind != "count":
            kept.pop()
        kept.append(product)
    return kept


def _joins(text: str, count: Numeral, each: Numeral) -> str:
    """How the second number multiplies the first: `count` of things, `bare` arithmetic, `dimension`, or not at all."""
    if (
        count.ordinal
        or each.ordinal
        or each.money
        or count.times
        or count.percent
        or each.percent
        or count.money
        or count.low is not None
    ):
        return ""
    gap, after = text[count.end : each.start], text[each.end :]
    cross = _CROSS.fullmatch(gap)
    if cross:
        sides = cross["a"] or _FEET.match(after) or cross["sign"].lower() == "by"
        small = (
            cross["sign"] in "xX×"
            and max(count.value, each.value) <= 100
            and not _SIZE_UNIT.match(after)
            and not cross["noun"]
        )
        if (sides or small) and cross["sign"] not in "@*" and not cross["noun"].strip():
            return "dimension"
        counted = cross["noun"].strip() or (_SIZE_UNIT.match(after) and cross["sign"] in "@xX×")
        return "count" if counted else "bare" if cross["sign"].lower() != "by" else ""
    per = _PER.fullmatch(gap)
    if per and re.match(rf"\s+(?:\w+\s+)?{re.escape(per['noun'])}(?:e?s)?\b", after, re.IGNORECASE):
        return "bare"
    if count.value != count.value.to_integral() or count.value > 2000 or _TOGETHER.match(after):
        return ""
    of = _OF.fullmatch(gap)
    if of and (of["link"].lower() == "of" or _EACH.match(after)):
        return "count"
    sized = _SIZED.fullmatch(gap) and _SIZE_UNIT.match(after)
    return "count" if sized and ("," not in gap or after.startswith("-")) else ""
