"""A preprocessor of mdBook: links out of the book (`../src/lib.rs`) lead to the repository.

mdBook calls it with a renderer (`supports html`), or with `[context, book]` as JSON on standard input and expects the
book on standard output.
"""

import json
import re
import sys

OUTSIDE = re.compile(r"\]\(\.\./")


def rewritten(item, address):
    """The part of the book with its links, and those of all parts in it, rewritten."""
    if isinstance(item, list):
        return [rewritten(part, address) for part in item]
    if isinstance(item, dict):
        return {
            key: OUTSIDE.sub(f"]({address}/blob/main/", value) if key == "content" else rewritten(value, address)
            for key, value in item.items()
        }
    return item


if __name__ == "__main__":
    if sys.argv[1:2] == ["supports"]:
        sys.exit(0)
    context, book = json.load(sys.stdin)
    address = context["config"]["output"]["html"]["git-repository-url"]
    json.dump(rewritten(book, address), sys.stdout)
