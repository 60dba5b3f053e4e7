import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newSecret, signatureHeaders } from "@/lib/domain/events/sign";
import { fc } from "@/lib/testing/random";
import { type CandidateSecret, explainSignature } from "./explain-signature";

const NOW = new Date("2026-11-21T12:00:00Z");
const T = NOW.getTime() / 1000 - 12;
const ID = "evt_test_1790000000000";
const BODY = JSON.stringify({
  id: ID,
  type: "content_log.created",
  created: T - 90,
  data: { url: "https://platform.example.com/posts/1", title: "Zoë 🎬", list: [1, { a: null }], none: [] },
});
const DAY = 86_400_000;

const secretOf = (more: Partial<CandidateSecret> = {}): CandidateSecret => ({
  text: newSecret(),
  url: "https://platform.example.com/hooks",
  isChosen: true,
  retiresAt: null,
  ...more,
});
const mine = secretOf();
const previous = secretOf({ retiresAt: new Date(NOW.getTime() + DAY) });
const retired = secretOf({ retiresAt: new Date(NOW.getTime() - DAY) });
const other = secretOf({ isChosen: false, url: "https://platform.example.com/other" });
const secrets = [mine, previous, retired, other];
const bytes = Buffer.from(mine.text.slice(6), "base64");

const signed = (more: Partial<Parameters<typeof signatureHeaders>[0]> = {}) =>
  signatureHeaders({ eventId: ID, body: Buffer.from(BODY), timestamp: T, secrets: [mine.text], ...more });
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const svc = (key: string | Buffer, text = `${T}.${BODY}`, t: number | string = T) => ({
  "X-SVC-Signature": `t=${t},v1=${hmac(key, text).toString("hex")}`,
});
const standard = (key: string | Buffer, text = `${ID}.${T}.${BODY}`) => ({
  "webhook-id": ID,
  "webhook-timestamp": String(T),
  "webhook-signature": `v1,${hmac(key, text).toString("base64")}`,
});

type Pasted = { body?: string; headers?: Record<string, string>; original?: Uint8Array };

function explain({ body = BODY, headers = signed(), original }: Pasted) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return explainSignature({ body, headers: lines.join("\n"), secrets, now: NOW, ...(original && { original }) });
}
/** The explanation of each family that is present. */
const causes = (pasted: Pasted) =>
  explain(pasted).families.flatMap(({ verdict, cause }) => (verdict === "absent" ? [] : [cause]));

describe("a message as sent", () => {
  it("verifies with any body, within five minutes, and during a rotation", () => {
    const near = fc.integer({ min: -299, max: 299 }).map((off) => NOW.getTime() / 1000 + off);
    fc.assert(
      fc.property(fc.json(), near, fc.boolean(), (body, timestamp, rotating) => {
        const live = rotating ? [mine.text, previous.text] : [mine.text];
        const { families } = explain({ body, headers: signed({ body: Buffer.from(body), timestamp, secrets: live }) });
        expect(families.map(({ verdict, cause }) => `${verdict} ${cause}`)).toEqual(
          Array(2).fill("verified It matches."),
        );
      }),
    );
  });

  it("verifies with one family alone", () => {
    const { "X-SVC-Signature": own = "", ...rest } = signed();
    expect(explain({ headers: { "X-SVC-Signature": own } }).verdict).toBe("verified");
    expect(explain({ headers: rest }).families.map(({ verdict }) => verdict)).toEqual(["absent", "verified"]);
    expect(explain({ headers: { Host: "x" } }).verdict).toBe("absent");
  });

  it.each([
    [301, "5 minutes old"],
    [3 * 3600, "3 hours old"],
    [2 * 86_400, "2 days old"],
    [-400, "6 minutes ahead"],
  ])("is late %d seconds after its time", (age, words) => {
    const pasted = { headers: signed({ timestamp: NOW.getTime() / 1000 - age }) };
    expect(explain(pasted).verdict).toBe("late");
    expect(causes(pasted)).toEqual(Array(2).fill(expect.stringContaining(words)));
  });

  it("is explained without its secret", () => {
    for (const pasted of [{}, { body: "{}" }, { headers: signed({ secrets: [other.text] }) }]) {
      const text = JSON.stringify(explain(pasted));
      for (const { text: secret } of secrets) expect(text).not.toContain(secret.slice(6, 20));
    }
  });
});

describe("a changed body", () => {
  const breaks = "a\nb\nc";
  it.each([
    ["ends with a line break", `${BODY}\n`, BODY, "line break that we didn’t send"],
    ["misses its line break", breaks, `${breaks}\n`, "line break at the end of the body is missing"],
    ["has white space", `  ${BODY}\n\n`, BODY, "white space around it"],
    ["has a byte order mark", `\uFEFF${BODY}`, BODY, "byte order mark"],
    ["has CRLF", breaks.replaceAll("\n", "\r\n"), breaks, "changed to CRLF"],
    ["has LF", breaks, breaks.replaceAll("\n", "\r\n"), "changed to LF"],
    ["is pretty printed", JSON.stringify(JSON.parse(BODY), null, 2), BODY, "parsed and serialized again"],
    ["is escaped", JSON.stringify(BODY), BODY, "escaped as a JSON string"],
    ["is escaped, without quotes", JSON.stringify(BODY).slice(1, -1), BODY, "escaped as a JSON string"],
    ["is Latin-1", Buffer.from(BODY).toString("latin1"), BODY, "read as Latin-1"],
  ])("that %s is recognized", (_, body, sent, words) => {
    const pasted = { body, headers: signed({ body: Buffer.from(sent) }) };
    expect(causes(pasted)).toEqual(Array(2).fill(expect.stringContaining(words)));
    expect(explain(pasted).verdict).toBe("wrong");
  });

  it("is compared with what we sent, if known", () => {
    const original = Buffer.from(BODY);
    const body = BODY.replace("posts/1", "posts/2");
    expect(causes({ body, original })).toEqual(Array(2).fill(expect.stringContaining("ample.com/posts/2")));
    expect(causes({ body: BODY.slice(0, -5), original })[0]).toContain("you have nothing more");
    expect(causes({ body })).toEqual(Array(2).fill(expect.stringContaining("None of your secrets")));
  });

  it("may be nested to any depth", () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      for (const depth of [33, 2_000, 40_000]) {
        expect(explain({ body: `${open.repeat(depth)}1${close.repeat(depth)}` }).verdict).toBe("wrong");
      }
    }
  });
});

describe("a wrong secret", () => {
  it.each([
    ["another endpoint's", other, "secret of another endpoint, https://platform.example.com/other"],
    ["whose overlap has ended", retired, "overlap has ended"],
  ])("%s is named", (_, { text }, words) => {
    expect(causes({ headers: signed({ secrets: [text] }) })).toEqual(Array(2).fill(expect.stringContaining(words)));
  });

  it("doesn't include the previous one while it is valid", () => {
    const pasted = { headers: signed({ secrets: [previous.text] }) };
    expect(explain(pasted).verdict).toBe("verified");
    expect(causes(pasted)[0]).toBe("It matches. The secret is the previous one, valid for 1 day.");
  });

  it("that we don't know is distinguished from a changed body if we know the body", () => {
    const pasted = { headers: signed({ secrets: [newSecret()] }) };
    expect(causes(pasted)[0]).toContain("None of your secrets");
    expect(causes({ ...pasted, original: Buffer.from(BODY) })[0]).toContain("The body is what we sent");
  });

  it.each([
    ["decoded, for X-SVC-Signature", svc(bytes), "decoded from base64. Use the whole text"],
    ["without whsec_, for X-SVC-Signature", svc(mine.text.slice(6)), "the secret without whsec_"],
    ["with a line break", svc(`${mine.text}\n`), "line break after it"],
    ["as text, for webhook-signature", standard(mine.text), "the secret as text"],
    ["without whsec_, for webhook-signature", standard(mine.text.slice(6)), "after whsec_ as text"],
    ["decoded with whsec_", standard(Buffer.from(mine.text, "base64")), "whsec_ still in front"],
  ])("used %s is recognized", (_, headers, words) => {
    expect(causes({ headers })).toEqual([expect.stringContaining(words)]);
  });
});

describe("wrong headers", () => {
  const own = signed()["X-SVC-Signature"] ?? "";
  const hex = own.slice(own.indexOf("v1=") + 3);

  it.each([
    ["no t", `v1=${hex}`, "t must be the time in seconds"],
    ["a t that is no number", `t=now,v1=${hex}`, "t must be the time in seconds"],
    ["milliseconds", `t=${T * 1000},v1=${hex}`, "t is in milliseconds"],
    ["no scheme", `t=${T},${hex}`, "no v1="],
    ["another scheme", `t=${T},v0=${hex}`, "no v1="],
    ["a signature cut off", own.slice(0, -4), "truncated"],
    ["a changed signature", own.replace(/.$/, (last) => (last === "0" ? "1" : "0")), "webhook-signature verifies"],
    ["a changed time", own.replace(`t=${T}`, `t=${T - 5}`), `made at ${T}, but its header says ${T - 5}`],
  ])("%s", (_, value, words) => {
    const [first, second] = causes({ headers: { ...signed(), "X-SVC-Signature": value } });
    expect(first).toContain(words);
    expect(second).toBe("It matches.");
  });

  it.each(["webhook-id", "webhook-timestamp", "webhook-signature"])("without %s", (name) => {
    const { [name]: _, ...headers } = signed();
    expect(causes({ headers })[1]).toBe(`The header ${name} is missing. All three are needed.`);
  });

  it.each([
    ["another id", { ...signed(), "webhook-id": "evt_x" }, `for the event ${ID}, but webhook-id says evt_x`],
    ["the body alone", svc(mine.text, BODY), "signs only the body. It must sign "],
    ["the other header's text", svc(mine.text, `${ID}.${T}.${BODY}`), "text of the other header"],
    ["the other header's text", standard(bytes, `${T}.${BODY}`), "text of the other header"],
  ])("signed over %s", (_, headers, words) => {
    expect(causes({ headers })).toContainEqual(expect.stringContaining(words));
  });

  it("of any kind are explained without failing", () => {
    const text = fc.string({ maxLength: 80 });
    fc.assert(
      fc.property(text, text, text, fc.string(), (a, b, c, body) => {
        const headers = { "X-SVC-Signature": a, "webhook-signature": b, "webhook-timestamp": c, "webhook-id": a };
        expect(["wrong", "absent"]).toContain(explain({ body, headers }).verdict);
      }),
    );
  });
});
