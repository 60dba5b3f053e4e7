import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newSecret } from "@/lib/domain/webhooks/sign";
import {
  BODY,
  BOTH,
  bytes,
  expectOnly,
  explain,
  faults,
  ID,
  mine,
  NOW,
  other,
  previous,
  retired,
  secrets,
  signed,
  standard,
  svc,
} from "@/lib/testing/signed-example";

describe("what we sign", () => {
  it("verifies, whatever the body, the time in five minutes and the secrets of a rotation", () => {
    const near = fc.integer({ min: -299, max: 299 }).map((off) => NOW.getTime() / 1000 + off);
    fc.assert(
      fc.property(fc.json(), near, fc.boolean(), (body, timestamp, rotating) => {
        const live = rotating ? [mine.text, previous.text] : [mine.text];
        const headers = signed({ body: Buffer.from(body), timestamp, secrets: live });
        const { verdict, families } = explain({ body, headers });
        expect(verdict).toBe("verified");
        expect(families.flatMap(({ checks }) => checks).filter(({ state }) => state !== "ok")).toEqual([]);
      }),
    );
  });

  it("verifies by one family alone, and says so when there is none", () => {
    const { "X-SVC-Signature": own = "", ...standard } = signed();
    expect(explain({ headers: { "X-SVC-Signature": own } }).verdict).toBe("verified");
    expect(explain({ headers: standard }).families.map(({ verdict }) => verdict)).toEqual(["absent", "verified"]);
    expect(explain({ headers: { Host: "x" } }).verdict).toBe("absent");
  });

  it("never has a secret in its explanation", () => {
    for (const given of [{}, { body: "{}" }, { headers: signed({ secrets: [other.text] }) }]) {
      const text = JSON.stringify(explain(given));
      for (const { text: secret } of secrets) expect(text).not.toContain(secret.slice(6, 20));
    }
  });

  it.each([
    [301, "5 minutes old"],
    [3 * 3600, "3 hours old"],
    [2 * 86_400, "2 days old"],
    [-400, "6 minutes in the future"],
  ])("is told to be out of time after %d seconds", (age, words) => {
    const given = { headers: signed({ timestamp: NOW.getTime() / 1000 - age }) };
    expect(explain(given).verdict).toBe("late");
    for (const found of Object.values(faults(given))) {
      expect(found).toEqual([expect.stringContaining(`note timestamp: ${words}`)]);
    }
  });
});

const parsed = JSON.parse(BODY);
const ascii = (text: string) =>
  text.replaceAll(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

describe("a body that was changed", () => {
  it.each([
    ["a trailing line break", `${BODY}\n`, "line break at its end that we did not send"],
    ["a trailing CRLF", `${BODY}\r\n`, "line break at its end that we did not send"],
    ["white space", `  ${BODY}\n\n`, "white space around it"],
    ["a byte order mark", `\uFEFF${BODY}`, "byte order mark"],
    ["two spaces of indent", JSON.stringify(parsed, null, 2), "parsed and pretty printed (2 spaces)"],
    ["two spaces and a line break", `${JSON.stringify(parsed, null, 2)}\n`, "parsed and pretty printed (2 spaces)"],
    ["tabs", JSON.stringify(parsed, null, "\t"), "parsed and pretty printed (tabs)"],
    ["PHP", ascii(BODY).replaceAll("/", "\\/"), "PHP's json_encode"],
    ["escapes", ascii(BODY), "with escaped characters"],
    ["odd white space", BODY.replace("{", "{   "), "other white space or escapes"],
    ["a string in JSON", JSON.stringify(BODY), "string in JSON"],
    ["a string in JSON without its quotes", JSON.stringify(BODY).slice(1, -1), "string in JSON"],
    ["Latin-1", Buffer.from(BODY).toString("latin1"), "read as Latin-1"],
  ])("by %s is told from others", (_, body, words) => {
    expectOnly({ body }, "body", words);
    expect(explain({ body }).verdict).toBe("wrong");
  });

  it("by Python is told, as json.dumps writes it", () => {
    const data = { id: ID, n: [1, 2], o: { é: "ü", empty: {} } };
    const headers = signed({ body: Buffer.from(JSON.stringify(data)) });
    const body = `{"id": "${ID}", "n": [1, 2], "o": {"\\u00e9": "\\u00fc", "empty": {}}}`;
    expectOnly({ body, headers }, "body", "Python's json.dumps");
  });

  it("by its line breaks is told, both ways, and by one that went missing", () => {
    const withBreaks = "a\nb\nc";
    const crlf = withBreaks.replaceAll("\n", "\r\n");
    const of = (body: string) => signed({ body: Buffer.from(body) });
    expectOnly({ body: crlf, headers: of(withBreaks) }, "body", "became CRLF");
    expectOnly({ body: withBreaks, headers: of(crlf) }, "body", "became LF");
    expectOnly({ body: withBreaks, headers: of(`${withBreaks}\n`) }, "body", "line break at its end is missing");
  });

  it("is read without failing, however deep it is", () => {
    for (const deep of [
      (n: number) => `${"[".repeat(n)}${"]".repeat(n)}`,
      (n: number) => `${'{"a":'.repeat(n)}1${"}".repeat(n)}`,
    ]) {
      for (const levels of [33, 2_000, 40_000]) expect(explain({ body: deep(levels) }).verdict).toBe("wrong");
    }
    const event = { id: ID, data: JSON.parse(`${"[".repeat(30)}${"]".repeat(30)}`) };
    const given = {
      body: JSON.stringify(event, null, 2),
      headers: signed({ body: Buffer.from(JSON.stringify(event)) }),
    };
    expectOnly(given, "body", "parsed and pretty printed (2 spaces)");
  });

  it("in content is shown beside what was sent, where that is known", () => {
    const body = BODY.replace("posts/1", "posts/2");
    expectOnly(
      { body, original: Buffer.from(BODY) },
      "body",
      'we sent “ample.com/posts/1","title":"Zoë”, you have',
      BOTH,
    );
    const short = { body: BODY.slice(0, -5), original: Buffer.from(BODY) };
    expectOnly(short, "body", "you have nothing more");
    const unknown = faults({ body });
    for (const family of BOTH) {
      expect(unknown[family]).toEqual([
        expect.stringContaining("unknown "),
        expect.stringContaining("unknown "),
        ...(family === "standard" ? [expect.stringContaining("unknown ")] : []),
        expect.stringContaining("wrong signature: No secret of yours makes it over this body"),
      ]);
    }
  });
});

describe("a secret", () => {
  it.each([
    ["another endpoint's", other, "another endpoint of yours, https://platform.example.com/other"],
    ["one whose overlap is over", retired, "previous secret, whose overlap is over"],
  ])("that is %s is told", (_, { text }, words) => {
    expectOnly({ headers: signed({ secrets: [text] }) }, "secret", words);
  });

  it("that is the previous one alone is right, with its end told", () => {
    const given = { headers: signed({ secrets: [previous.text] }) };
    expect(explain(given).verdict).toBe("verified");
    expect(faults(given).svc).toEqual([
      expect.stringMatching(/note secret: .*previous secret alone, which ends in 1 day/),
    ]);
  });

  it("that nobody knows is told with what may be the reason", () => {
    const given = { headers: signed({ secrets: [newSecret()] }) };
    for (const found of Object.values(faults(given))) {
      expect(found.at(-1)).toMatch(/^wrong signature: No secret of yours makes it/);
    }
    const known = faults({ ...given, original: Buffer.from(BODY) });
    expect(known.svc?.at(-1)).toContain("The body is right, and no secret of yours makes this signature.");
  });

  it.each([
    ["decoded", bytes, "decoded from base64 first"],
    ["without whsec_", mine.text.slice(6), "without whsec_"],
    ["with a line break", `${mine.text}\n`, "line break behind it"],
  ])("used %s for X-SVC-Signature is told", (_, key, words) => {
    expectOnly({ headers: svc(key) }, "secret", words, ["svc"]);
  });

  it.each([
    ["as text", mine.text, "whole text of the secret"],
    ["without whsec_ as text", mine.text.slice(6), "has to be decoded from base64 first"],
    ["decoded with whsec_", Buffer.from(mine.text, "base64"), "whsec_ still in front"],
  ])("used %s for webhook-signature is told", (_, key, words) => {
    expectOnly({ headers: standard(key) }, "secret", words, ["standard"]);
  });

  it("of another endpoint and a changed body are told together", () => {
    const found = faults({ headers: signed({ secrets: [other.text] }), body: `${BODY}\n` });
    expect(found.svc).toEqual([
      expect.stringContaining("wrong body: There is a line break"),
      expect.stringContaining("wrong secret: Signed with the secret of another endpoint"),
      expect.stringContaining("note signature: Made as told above, so it does not verify"),
    ]);
  });
});
