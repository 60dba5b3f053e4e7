import { verifyInPython } from "@/lib/domain/events/reference";

/** A platform in one Python file, like the one in Node. */
export const pythonProgram = (baseUrl: string): string => `import hashlib
import hmac
import json
import os
import re
import sys
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

API = ${JSON.stringify(`${baseUrl}/api/v1`)}
KEY = os.environ["API_KEY"]
SECRET = os.environ.get("WEBHOOK_SECRET", "")
PORT = int(os.environ.get("PORT", "4000"))
PUBLIC_URL = os.environ.get("PUBLIC_URL", f"http://localhost:{PORT}")
TOLERANCE = 300  # seconds

# Keep these in your database.
uploads = {}  # your content ids, by sessionId
scenes = {}  # your content ids, by sceneId
received = set()  # ids of events


${verifyInPython}


def call(path, body=None):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(API + path, headers=headers, data=data)) as response:
            return json.load(response)
    except HTTPError as error:
        raise RuntimeError(f"{error.code}: {error.read().decode()}") from None


def start_upload(query):
    """A creator uploaded something. Take creator and faces from your own records, not from the URL as here."""
    content_id = f"post-{uuid.uuid4()}"
    session = call("/upload-sessions", {
        "contentId": content_id,
        "contentType": "video",
        "contentTitle": "Summer at the lake",
        "detectedFaceCount": int(query["faces"]),
        "uploaderExternalUserId": query["creator"],
        "redirectUrl": f"{PUBLIC_URL}/attested",
    })
    uploads[session["sessionId"]] = content_id
    return 303, {"Location": session["attestationUrl"]}, ""


def show_upload(query):
    """The creator is back. Anyone can open this URL with any status, so read the session."""
    session_id = query.get("sessionId")
    if session_id not in uploads:
        return 404, {}, ""
    session = call(f"/upload-sessions/{session_id}")
    if session["status"] != "completed":
        return 200, {}, "Not attested. Your upload is saved as a draft."
    if session["path"] == "solo":
        return 200, {}, "Attested."
    return 200, {}, "Attested. We publish when everyone has signed."


def receive(body, signature):
    if not SECRET or not verify(body, signature):
        return 400, {}, ""
    event = json.loads(body)
    kind, data = event["type"], event["data"]
    if event["id"] in received:
        return 204, {}, ""
    if kind == "upload_session.solo_completed":
        publish(data["contentId"])
    if kind == "collab_scene.created":
        scenes[data["scene"]["sceneId"]] = uploads.get(data["uploadSessionId"])
    if kind == "collab_scene.greenlit":
        # Events may arrive out of order. We send this one again.
        if data["scene"]["id"] not in scenes:
            return 503, {}, ""
        publish(scenes[data["scene"]["id"]])
    received.add(event["id"])
    return 204, {}, ""


def publish(content_id):
    """Make the content public. Scenes from other calls have no content here."""
    if content_id:
        print("publish", content_id)


class Platform(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        if url.path == "/upload":
            self.answer(lambda: start_upload(query))
        elif url.path == "/attested":
            self.answer(lambda: show_upload(query))
        else:
            self.answer(lambda: (404, {}, ""))

    def do_POST(self):
        # The raw bytes, before anything parses them.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/webhooks":
            self.answer(lambda: receive(body, self.headers.get("X-SVC-Signature", "")))
        else:
            self.answer(lambda: (404, {}, ""))

    def answer(self, work):
        try:
            status, headers, text = work()
        except Exception as error:
            print(error, file=sys.stderr)
            status, headers, text = 500, {}, ""  # we retry webhooks
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())


ThreadingHTTPServer(("", PORT), Platform).serve_forever()`;
