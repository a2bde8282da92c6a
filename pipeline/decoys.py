"""Digits that count nothing: telephone numbers, addresses, parcels, policies, times, ages, section numbers."""

from __future__ import annotations

import re

_COUNTED = (
    r"(?!\s*(?:people|persons|spaces|cars|vehicles|stalls|acres|gal|sq|square|lbs?\b|pounds|tons?\b|sites|units"
    r"|feet|ft\b))"
)
_NUMBERED = (
    r"parcel|lots?|maps?|block|vol(?:ume)?s?|book|liber|pages?|pgs?|pp?|sections?|sect?|article|chapter|ch"
    r"|paragraphs?|paras?|"
    r"exhibits?|exh?|appendix|attachments?|enclosures?|schedule|figure|fig|drawing|polic(?:y|ies)|check|cheque|ck|chk|"
    r"permits?|licen[cs]es?|lic|certificate|cert|registration|reg|form|route|rte|rt|highway|hwy|interstate|exit"
    r"|suite|ste|apt|box|"
    r"quote|invoice|contract|docket|case|account|acct|naic|id|ein|nos?|number|ref|tag|dept|department|card"
    r"|public act|ordinance|file"
)
"""What a number is put to, in any case of letters."""
_NAMED = (
    r"Sheets?|Table|Plan|Room|Rm|Engine|Ladder|Truck|Troop|District|Region|Ward|Gates?|Fields?|Banks?|Stages?"
    r"|Zones?|Stations?|Posts?|Towers?|"
    r"Phase|Step|Part|Items?|Version|Detail|Order|Grade|Class|Type|Level|Unit|Units|Area|Year|Act|Resolution|Title"
    r"|Code|Row|Rows|Channel|Mile|Camp|Medic|Post"
)
"""What is a name only with a capital: `Gate 2`, but `two crews field 36 guards`."""
_STREET = (
    r"(?:Road|Rd|Street|St|Avenue|Ave|Highway|Hwy|Lane|Ln|Drive|Dr(?!\.?\s+[A-Z])|Boulevard|Blvd|Court|Ct|Way"
    r"|Place|Pl|Circle"
    r"|Square|Sq|Terrace|Ter|"
    r"Turnpike|Tpke|Pike|Parkway|Pkwy|Trail|Crossing|Xing|Corners?|Green|Row|Extension|Ext|Loop|Path|Alley|Route|Rte)\b"
)
_STATES = (
    r"A[LKZR]|C[AOT]|DE|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY]"
    r"|Conn(?:ecticut|\.)?|Maine|New York|Mass(?:achusetts|\.)?|Vermont|New Hampshire|Rhode Island|New Jersey"
    r"|N\.\s?Y\.?|Me\."
)
_CLOCK_TAIL = r"(?:[ap]\.?\s?m\b\.?|o['’]clock|in the (?:morning|afternoon|evening)|at night|noon\b|midnight\b|sharp\b)"
_SMALL = r"(?:\d{1,2}(?::\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"

_PATTERNS = tuple(
    re.compile(pattern, flags)
    for pattern, flags in (
        (r"\S+@\S+|https?://\S+|www\.\S+", 0),
        (r"(?:\(?\b\d{3}\)?[\s.-]{0,2})?\b\d{3}\s?[-.–]\s?\d{4}\b(?!\d)", 0),
        (rf"\b(?:{_STATES})\.?,?\s+\d{{5}}(?:-\d{{4}})?\b", 0),
        (r"(?<![\w$.,])0\d{3,}(?:-\d{4})?\b(?!\.\d)", 0),
        (r"(?<![\w$,.])\d{7,}\b", 0),
        (r"(?<![\w$,.])\d{1,5}\s+(?:(?:US|U\.S\.|State|County|Old)\s+)?(?:Route|Rte\.?|Rt\.?|Highway|Hwy\.?)\s+\d+\w?\b", 0),
        (rf"(?<![\w$,.])\d{{1,5}}[A-Z]?\s+(?:[NSEW]\.?\s+)?(?:[A-Z][\w.'’-]*\s+){{1,4}}{_STREET}", 0),
        (rf"\b(?:{_NUMBERED})\b\.?\s*(?:nos?\.?|numbers?|#)?\s*#?\s?(?:[A-Z]{{1,4}}[ -])?[A-Z]{{0,3}}-?\d[\d./-]*\d"
         rf"?[A-Za-z]?\b"
         rf"(?!,\d{{3}}|\.\d|:)(?:(?:\s?[-–]\s?|\s?,\s?|\s(?:and|to|through|thru|or"
         rf"|&)\s)\d{{1,4}}\b(?!,\d{{3}})(?=\W*(?:$|[A-Z.,;:)(]|and\b|on\b|at\b|is\b|are\b|of\b|in\b)))*"
         rf"{_COUNTED}", re.IGNORECASE),
        (rf"\b(?:{_NAMED})\.?\s\d{{1,3}}[A-Z]?\b(?!,\d{{3}}|\.\d)(?:(?:\s?[-–]\s?|\s?,\s?|\s(?:and|to|through|thru"
         rf"|or|&)\s)\d{{1,3}}\b(?!,\d{{3}})"
         rf"(?=\W*(?:$|[A-Z.,;:)(]|and\b|on\b|at\b|is\b|are\b|of\b|in\b)))*{_COUNTED}", 0),
        (r"#\s?\d[\w-]*|§+\s?[\d.-]+\w*|№\s?\d+", 0),
        (rf"\b(?:Route|Rte|Rt|US|I|CT|NY|ME|State Road|SR|Interstate)\.?[ -]\d{{1,3}}[A-Z]?\b(?:/(?:Route "
         rf"|Rte\.? )?\d+)?{_COUNTED}", 0),
        (r"\b(?=[\w.-]*\d)(?=[\w.-]*[A-Za-z])[A-Za-z]{1,6}-?\d[\w-]*\b|\b\d+-\d+-\d+[\w-]*\b"
         r"|\b\d+[A-Z]{1,3}:\d+\w*\b|\b\d+\.-\d+-\d+\b", 0),
        (r"\b\d{1,3}-[A-Z]\b|\b24/7\b|(?<![\d,.])9-?1-?1\b(?![,.]\d)", 0),
        (r"\bPub(?:lic)?\.? ?L(?:aw)?\.? ?\d+|\b\d+ (?:U\.S\.C|C\.F\.R|NYCRR|M\.R\.S)\S*(?: §? ?\d+)?", 0),
        (rf"\b{_SMALL}(?:\s?(?:to|-|–|and|until|till)\s?{_SMALL})?\s*{_CLOCK_TAIL}", re.IGNORECASE),
        (r"\b(?:1[0-2]|0?\d|2[0-3]):[0-5]\d\b", 0),
        (r"\b(?:half past|quarter (?:past|to|of)) \w+", re.IGNORECASE),
        (r"\bage[ds]?\s*:?\s*\d{1,3}\b(?:\s?(?:-|–|to|and)\s?\d{1,3}\b)?", re.IGNORECASE),
        (r"\b(?:\d{1,3}|\w+(?:-\w+)?)[\s-]years?(?:[\s-]old|\s+of\s+age)\b", re.IGNORECASE),
        (rf"\b(?:under|over|younger than|older than|below)\s+(?:age\s+)?(?:\d{{1,2}}|ten|twelve|sixteen|eighteen"
         rf"|twenty-one|five|six)\b(?![,.]\d|\s*[-%]|\s+(?:hundred|thousand|dozen)){_COUNTED}(?!\s+(?:dollars"
         rf"|inch|hour|minute|gallon|guard|officer|ton))",
         re.IGNORECASE),
        (r"\b\d{1,2}\s?(?:\+|and (?:over|under|up|older|younger))(?=\W|$)(?!\s*(?:people|persons))", re.IGNORECASE),
        (r"^\s*\(?\d{1,2}[.)](?=\s)|^\s*\d{1,2}(?:\.\d{1,2})+\.?(?=\s+[A-Z])", 0),
        (r"\b(?:any|each|every|no|this|that|which|last)\s+one\b|\bone\s+(?:of|another|time|moment|instant|point"
         r"|occurrence|accident|person|by|that|who)\b"
         r"|\bone-(?:way|day|time|of)\b", re.IGNORECASE),
        (r"\btwenty[- ]twenty[- ](?:\w+)\b|\bnineteen (?:\w+ty)(?:[- ]\w+)?\b", re.IGNORECASE),
        (r"\b(?:in|since|of|from|during|for|by|until|early|late|summer|spring|fall|autumn|winter|season|year"
         r"|est\.?|established|circa|c\.|©|rev\.?|before|after|and|through"
         r"|january|february|march|april|may|june|july|august|september|october|november|december|sept?\.?|oct\.?"
         r"|nov\.?|dec\.?|aug\.?)\s+(?:the\s+)?(?:19|20)\d\d(?:[-–](?:19|20)?\d\d)?\b(?![,.]\d)"
         r"(?!\s*(?:people|persons|gallons?|gal\b|pounds|lbs?|square|sq|cars|vehicles|tickets"
         r"|attendees|guests|spectators|patrons|spaces))", re.IGNORECASE),
        (r"\b(?-i:[A-Z][a-z]+)\s+20[1-4]\d\b(?![,.]\d)(?=\s*(?:$|[,.;:()|–—-]))", 0),
        (r"\b20[1-4]\d\b(?=\s+(?:[A-Z]|event|fair|festival|season|edition|show|day|concert|gathering"
         r"|application|weekend|crowd|attendance|run|race|summer)|['’]s)", 0),
    )
)  # fmt: skip


def spans(text: str) -> list[tuple[int, int]]:
    """Where `text` holds digits or number words that are names, times or ages, as half open character ranges."""
    return [match.span() for pattern in _PATTERNS for match in pattern.finditer(text)]
