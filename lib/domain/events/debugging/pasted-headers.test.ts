import { expect, it } from "vitest";
import { fc } from "@/lib/testing/random";
import { readPastedHeaders } from "./pasted-headers";

const SIGNATURE = "t=1789000000,v1=5257a8";
const STANDARD = "v1,AbC+/d= v1,x=";

const pastes: [string, string][] = [
  ["lines", `Host: x.example\r\nX-SVC-Signature: ${SIGNATURE}\r\nwebhook-signature: ${STANDARD}`],
  ["lines in another case, with no space", `x-svc-signature:${SIGNATURE}\nWEBHOOK-SIGNATURE:${STANDARD}`],
  ["a whole request", `POST /hooks?a=b HTTP/1.1\nX-Svc-Signature: ${SIGNATURE}\nWebhook-Signature: ${STANDARD}\n\n`],
  ["curl -v", `> POST / HTTP/2\n> x-svc-signature: ${SIGNATURE}\n> webhook-signature: ${STANDARD}`],
  [
    "curl's arguments",
    `curl -X POST 'u' \\\n  -H 'X-SVC-Signature: ${SIGNATURE}' \\\n  --header "webhook-signature: ${STANDARD}"`,
  ],
  ["curl's arguments without a space", `-H'X-SVC-Signature:${SIGNATURE}' -H 'webhook-signature: ${STANDARD}'`],
  ["a JSON object", JSON.stringify({ "X-SVC-Signature": SIGNATURE, "webhook-signature": [STANDARD] }, null, 2)],
  ["Node's rawHeaders", JSON.stringify(["X-SVC-Signature", SIGNATURE, "webhook-signature", STANDARD])],
  [
    "pairs",
    JSON.stringify([
      ["X-SVC-Signature", SIGNATURE],
      ["webhook-signature", STANDARD],
    ]),
  ],
  [
    "names and values",
    JSON.stringify([
      { name: "X-SVC-Signature", value: SIGNATURE },
      { key: "webhook-signature", value: STANDARD },
    ]),
  ],
  [
    "what console.log prints",
    `{\n  host: 'x',\n  'x-svc-signature': '${SIGNATURE}',\n  'webhook-signature': '${STANDARD}'\n}`,
  ],
  ["a Python dictionary", `{'Host': 'x', 'X-Svc-Signature': '${SIGNATURE}', 'Webhook-Signature': '${STANDARD}'}`],
  [
    "PHP's print_r of $_SERVER",
    `Array
(
    [HTTP_X_SVC_SIGNATURE] => ${SIGNATURE}
    [HTTP_WEBHOOK_SIGNATURE] => ${STANDARD}
)`,
  ],
];

it.each(pastes)("reads headers from %s", (_, text) => {
  const headers = readPastedHeaders(text);
  expect(headers.get("x-svc-signature")).toContain(SIGNATURE);
  expect(headers.get("webhook-signature")).toEqual([STANDARD]);
});

it("keeps repeated headers, and drops exact duplicates", () => {
  expect(readPastedHeaders("A: 1\na: 1\nA: 2").get("a")).toEqual(["1", "2"]);
});

it("reads any input without failing", () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.string({ unit: fc.constantFrom("-H", "'", '"', "\\", ":", "a", "{", "[", "=", "\n") }),
  );
  fc.assert(fc.property(anything, (text) => readPastedHeaders(text) instanceof Map));
});

it("takes no longer for hostile input", () => {
  for (const unit of ["-H '", '-H "\\', "{'a':'", "a:", "'", " =", "-H "]) {
    expect(readPastedHeaders(`{${unit.repeat(16_000 / unit.length)}`)).toBeInstanceOf(Map);
    expect(readPastedHeaders(unit.repeat(16_000 / unit.length))).toBeInstanceOf(Map);
  }
});

it.each([
  ["deep", `{"a": [${"[".repeat(7_000)}${"]".repeat(7_000)}]}`],
  ["deep in a list", `[["a", ${"[".repeat(7_000)}${"]".repeat(7_000)}]]`],
  ["no text", '{"a": {"toString": 1, "valueOf": 1}}'],
  ["no text in a list", '[{"name": "a", "value": {"toString": 1, "valueOf": 1}}]'],
  ["nothing", '{"a": null}'],
])("has no value for %s", (_, text) => {
  expect(readPastedHeaders(text).get("a")).toEqual([""]);
});
