import type { Receiver } from "./receiver";

export const python: Receiver = {
  id: "python",
  label: "Python",
  file: "receiver.py",
  code: `import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]
TOLERANCE = 300  # seconds


def verify(body: bytes, header: str) -> bool:
    """Whether the header holds a fresh signature of exactly these bytes."""
    parts = [part.partition("=") for part in header.split(",")]
    timestamp = next((value for name, _, value in parts if name == "t"), "")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE:
        return False
    signed = timestamp.encode() + b"." + body
    expected = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest().encode()
    return any(
        name == "v1" and hmac.compare_digest(value.encode(), expected)
        for name, _, value in parts
    )


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The raw bytes, before anything parses them.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(self.receive(body, self.headers.get("X-SVC-Signature", "")))
        self.end_headers()

    def receive(self, body: bytes, header: str) -> int:
        if not verify(body, header):
            return 400
        event = json.loads(body)
        # Keep the event before you answer, unless you have its id already. Work on it afterwards.
        print(event["id"], event["type"])
        return 204


ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()`,
};
