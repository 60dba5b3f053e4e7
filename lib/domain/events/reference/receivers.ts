import { nodeWithStandardWebhooks, nodeWithStripe, plainNode, type Receiver } from "./node-receivers";

/** A function of a Python program that checks the signature of `body`. Needs `hashlib`, `hmac`, `re`, `time`, `SECRET` and `TOLERANCE`. */
export const verifyInPython = `def verify(body: bytes, header: str) -> bool:
    """Whether the header has a fresh signature of exactly these bytes."""
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
    )`;

const python: Receiver = {
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


${verifyInPython}


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
        # Store the event before you respond, unless you already have its id. Process it afterwards.
        print(event["id"], event["type"])
        return 204


ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()`,
};

const php: Receiver = {
  id: "php",
  label: "PHP",
  file: "receiver.php",
  code: `<?php

declare(strict_types=1);

const TOLERANCE = 300; // seconds

/** Whether the header has a fresh signature of exactly these bytes. */
function verify(string $body, string $header, string $secret): bool
{
    $timestamp = '';
    $signatures = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2) + ['', ''];
        if ($name === 't') {
            $timestamp = $value;
        } elseif ($name === 'v1') {
            $signatures[] = $value;
        }
    }
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp)) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE) {
        return false;
    }
    $expected = hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input'); // the raw bytes, before anything parses them

if (verify($body, $_SERVER['HTTP_X_SVC_SIGNATURE'] ?? '', getenv('WEBHOOK_SECRET'))) {
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    // Store the event before you respond, unless you already have its id. Process it afterwards.
    error_log($event['id'] . ' ' . $event['type']);
    http_response_code(204);
} else {
    http_response_code(400);
}`,
};

/** Programs that verify what we send, in the order in which the reference offers them. A test runs each of them. */
export const receivers: readonly Receiver[] = [plainNode, nodeWithStripe, nodeWithStandardWebhooks, python, php];
