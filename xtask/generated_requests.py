"""What generated requests are judged by beside server errors; Schemathesis reads this file by SCHEMATHESIS_HOOKS.

A request that is valid by the API document is not refused for its shape: how long a text is, how many items a list has, what
an amount, a number or a time looks like, which words there are. Such a rule belongs into the schema of the field
(`crates/web/src/schema.rs`); what no schema says is named in EXCEPTIONS with the reason. References to what is not there,
uniqueness, the state of the store and fields that contradict each other are no faults of shape.
"""

import atexit
import json
import re
from collections import Counter

import schemathesis

# The English messages that speak of a shape, as patterns of the whole text.
SHAPE = [
    # web::message::common
    r"This field is required\.",
    r"The value has the wrong type\.",
    r"Unknown field\.",
    r"Choose one of the available options\.",
    r"The text contains characters that aren't allowed\.",
    r"Enter an amount in digits\.",
    r"The amount has more than \d decimals\.",
    r"The value can't be negative\.",
    r"The value is larger than allowed\.",
    r"The value must be between .+ and .+\.",
    r"Invalid item selected",
    r"This list can't be (sorted|filtered) by that field\.",
    # kernel::text_guard
    r"The text is longer than \d+ characters\.",
    r"The text (must be on one line|holds control characters|holds characters that reverse).*",
    # kernel::phone, kernel::rules
    r"This is not a phone number\.",
    r"The (phone number|country code) .*",
    r"This is a landline\. .*",
    r"The .+ field must be a valid email",
    r"URL is invalid",
    r"password is too short.*",
    r"Your password must contain .*",
    r"The password is longer than allowed\.",
    # Of the areas.
    r"Enter a valid .*",
    r"Enter a percentage .*",
    r"Enter the (weight|color|store's address).*",
    r"Enter (a full link|a short national address|an amount above zero|a time).*",
    r"Choose (a valid|the country|a country from|between).*",
    r"Choose \d+ at most\.",
    r"You must agree .*",
    r"You can add up to \d+\.",
    r"A rule can have up to \d+ cities\.",
    r"(Tags|Codes?|Use|Store addresses) (use|English) .*",
    r"The link must contain letters or digits\.",
    r"The condition groups aren't valid\.",
    r"Limit reached: \d+ tags? per .*",
    r"For all other orders, .*",
]

# By name: why no schema says it; the calls, the fields and the messages, each a pattern of the whole.
EXCEPTIONS = {
    "kind": (
        "the kind of an action, a rule, a coupon, a product, a theme or a link says which other fields it needs and what they may be",
        [
            (r".*/(bulk|bulk/preview|customer-batches|customers/bulk|order-batches)", r"action(\..+)?", r".*"),
            (r"POST /products|PUT /products/.*", r"(.*\.)?(regular_price|weight_amount)", r".*"),
            (r".* /customer-segments.*", r"groups\.\d+\.\d+\.(values|op|days|times)", r".*"),
            (r"(POST|PUT) /coupons.*", r"discount_value", r".*"),
            (r".*/stock/adjust", r"qty", r"The value must be between 1 .*"),
            (r".*/order-views.*", r"sort", r"This list can't be sorted by that field\."),
            (r".*/confirmations/.*", r"note", r"This field is required\."),
            (r"PUT /invoice-details", r"vat_(number|value)", r".*"),
            (r"PUT /cart-reminder-plan|POST /(carts/remind|cart-batches)", r".*subject(\..+)?", r"This field is required\."),
            (r".*/orders/drafts.*", r"items\.\d+\.unit_price", r"This field is required\."),
            (r"PUT /menus/.*", r"(.*\.)?(entity_id|url)", r".*"),
            (r"(POST|PUT) /redirects.*|GET /redirects/suggestion", r"address|target|content", r".*"),
            (r"PUT /announcements", r".*", r".*"),
            (r"PUT /payment-methods/.*", r"values(\..*)?", r".*"),
            (r"PUT /courier-accounts/.*", r"(fields|pickup_locations)(\..*)?", r".*"),
            (r"(POST|PUT) /shipping-methods.*", r"provider|is_active|is_courier_controls_rates|delivery_days_max", r".*"),
            (r"(POST|PUT) /themes(/.*)?", r"look", r"Choose one of the available options\."),
            (r"(POST|PUT) /themes/.*", r"(sections\.\d+\.)?(settings|blocks|section|preset|before)(\..+)?|page|publish_at", r".*"),
        ],
    ),
    "order": (
        "a list with one order shares the parameters of the others and takes no sort",
        [(r"GET /courier-cash/shipments|POST /courier-claims", r"sort", r"This list can't be sorted by that field\.")],
    ),
    "language": (
        "a name is needed in the store's own language, which is a setting",
        [(r".*", r"(.*\.)?(name|field_label|title)\.(ar|en)", r"This field is required\.")],
    ),
    "currency": ("the store's currency says how many decimals an amount has", [(r".*", r".*", r"The amount has more than .*")]),
    "country": (
        "what an address or a VAT number looks like depends on its country",
        [
            (r".*", r"(address\.)?(postal_code|short_address)", r"Enter .*"),
            (r".*", r"(value|vat_number)", r"Enter .*"),
        ],
    ),
    "draft": ("a draft that is kept has a customer, one that is only looked at may not", [(r".*/orders/drafts.*", r"customer_id", r".*")]),
    "setting": ("the code in the path says what the value of a setting is", [(r"PUT /settings/\{code\}", r"value(\..+)?", r".*")]),
    "check digits": ("a pattern does not reckon the check digits and the length by country", [(r".*/bank-accounts.*", r"iban", r"Enter a valid IBAN\.")]),
    "password": (
        "the four kinds of signs in any order would need a pattern that generators do not read",
        [(r".*", r"password", r"Your password must contain .*")],
    ),
    "conditions": (
        "`where` and the query of a kept view are languages of their own inside one text",
        [(r".*", r"where(\..+)?|filter\[.+\]|content\.query", r".*")],
    ),
    "courier": (
        "what a waybill needs depends on the courier, on its account, and on the address of the order",
        [
            (r"POST .*/return-parcels", r"provider|warehouse|lines(\..+)?|address(\..+)?|note|package_size", r"(The courier|Your store isn't|Enter |Shorten |This courier |This line |\d+ of this line |Choose ).*"),
            (r"(POST|PUT) .*/shipments.*", r"provider|lines|address(\..+)?|waybill\..+", r"(The courier|The store's account|Enter |Shorten |A shipment ).*"),
            (r"GET /couriers/.*/sheet", r"shipments(\..+)?", r".*"),
        ],
    ),
    "last state": (
        "the place of an import, an order or a product is known only to the store, and so is what a quantity is added to",
        [
            (r".*", r"(mapping\..+|mode)", r"Choose one of the available options\."),
            (r".*/stock/adjust", r"qty", r"The value must be between 0 .*"),
        ],
    ),
    "cursor": ("a cursor is what an answer before gave, and as opaque as that", [(r"GET .*", r"cursor", r".*")]),
    "cells": (
        "the cells of a sheet are free: what is wrong with one is told beside it, and only U+0000 ends the call",
        [(r"PATCH /products/sheet", r"rows\.\d+(\..+)?", r"The text contains characters that aren't allowed\.")],
    ),
    "tool": (
        "Schemathesis sends the `errors` of an answer back as a field, which no schema has",
        [(r".*", r"errors(\..+)?", r"Unknown field\.|The text contains characters that aren't allowed\.")],
    ),
}

# Beyond U+FFFF a character that is none has no spelling in a pattern that every engine reads.
NONCHARACTERS = re.compile("[" + "".join(chr(plane << 16 | 0xFFFE) + chr(plane << 16 | 0xFFFF) for plane in range(1, 17)) + "]")

counted = Counter()
refused = {}


def value_at(body, path):
    """What a request holds at a dotted path; None where nothing is."""
    for part in path.split("."):
        try:
            body = body[int(part)] if isinstance(body, list) else body[part]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return body


def name_of(operation, path, message, case):
    """The exception that a refusal falls under."""
    # To JSON Schema 1.0 is an integer; a number with a point is none to the server.
    if message == "The value has the wrong type." and isinstance(value_at(case.body, path), float):
        return "whole number with a point"
    if message.startswith("The text holds control") and NONCHARACTERS.search(json.dumps([case.body, case.query], ensure_ascii=False, default=str)):
        return "noncharacter"
    for name, (_, rules) in EXCEPTIONS.items():
        if any(re.fullmatch(call, operation) and re.fullmatch(field, path) and re.fullmatch(text, message) for call, field, text in rules):
            return name
    return None


@schemathesis.check
def refused_shape(ctx, response, case):
    if case.meta is None or case.meta.generation.mode.value != "positive":
        return
    counted["valid"] += 1
    if response.status_code != 422:
        return
    operation = f"{case.operation.method.upper()} {case.operation.path}"
    faults = []
    for path, messages in json.loads(response.content)["errors"].items():
        for message in messages:
            if not any(re.fullmatch(shape, message) for shape in SHAPE):
                counted["other rules"] += 1
                continue
            name = name_of(operation, path, message, case)
            counted[name or "shape"] += 1
            if name is None:
                faults.append(f"{path}: {message}")
                refused.setdefault((operation, re.sub(r"\.\d+", ".N", path), message), case.body)
    assert not faults, f"{operation} refuses what its schema takes: {'; '.join(faults)}"


@atexit.register
def report():
    for operation, path, message in sorted(refused):
        print(f"refused for its shape: {operation} {path}: {message}")
    rest = ", ".join(f"{name} {n}" for name, n in sorted(counted.items()) if name != "valid")
    print(f"refused of {counted['valid']} generated requests that are valid by the document: {rest or 'none'}")
