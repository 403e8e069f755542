"""The page at the root of the server, which anybody may see: it leads browsers that know the secret path to the studio.

The studio's own page keeps its path in the browser (page/socket.js).  Only pages of this host and port can read it
there; a cookie would be sent to every port of this computer.  So a link that holds a puzzle need not hold the secret.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final

from starlette.responses import HTMLResponse, Response

_SCRIPT: Final = """
const path = localStorage.getItem("satcross:studio:path") ?? "";
if (/^\\/[\\w-]{32}\\/$/.test(path)) location.replace(path + location.hash);
"""
"""The path is checked, because another program may have written it while it used this port."""

_PAGE: Final = f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>satcross studio</title></head>
<body>
<p>Please open the address that <code>satcross studio</code> has printed.</p>
<script>{_SCRIPT}</script>
</body>
</html>
"""

_POLICY: Final = (
    f"default-src 'none'; script-src 'sha256-{b64encode(sha256(_SCRIPT.encode()).digest()).decode()}';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def entrance() -> Response:
    """Return the answer to a request for the root."""
    return HTMLResponse(_PAGE, headers={"Content-Security-Policy": _POLICY})
