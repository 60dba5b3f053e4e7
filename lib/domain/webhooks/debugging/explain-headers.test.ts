import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BODY,
  bytes,
  expectOnly,
  explain,
  faults,
  ID,
  mine,
  ONE,
  pattern,
  signed,
  standard,
  svc,
  T,
} from "@/lib/testing/signed-example";

describe("headers", () => {
  const own = signed()["X-SVC-Signature"] ?? "";
  const hex = own.slice(own.indexOf("v1=") + 3);
  const changed = (more: Record<string, string>) => ({ headers: { ...signed(), ...more } });

  it.each([
    ["no t", { "X-SVC-Signature": `v1=${hex}` }, "header", "It has no t="],
    ["a t that is no number", { "X-SVC-Signature": `t=now,v1=${hex}` }, "header", "t=now is no number of seconds"],
    [
      "no scheme",
      { "X-SVC-Signature": `t=${T},${hex}` },
      "header",
      "There is one without a scheme, which we do not send",
    ],
    ["a scheme of others", { "X-SVC-Signature": `sha256=${hex}` }, "header", "There is sha256"],
    ["a scheme of no use", { "X-SVC-Signature": `t=${T},v0=${hex}` }, "header", "There is v0"],
    ["a signature cut off", { "X-SVC-Signature": own.slice(0, -4) }, "header", "has 60 characters"],
    [
      "base64",
      { "X-SVC-Signature": `t=${T},v1=${Buffer.from(hex, "hex").toString("base64")}` },
      "header",
      "written in base64",
    ],
    ["milliseconds", svc(mine.text, `${T * 1000}.${BODY}`, T * 1000), "header", "t is in milliseconds"],
  ])("of X-SVC-Signature with %s are told", (_, more, part, words) => {
    const [first] = (faults(changed(more)).svc ?? []).filter((fault) => ONE.test(fault));
    expect(first).toMatch(pattern(part, words));
    expect(faults(changed(more)).standard).toEqual([]);
  });

  it.each([
    ["webhook-id", "The header webhook-id is missing"],
    ["webhook-timestamp", "The header webhook-timestamp is missing"],
    ["webhook-signature", "The header webhook-signature is missing"],
  ])("without %s are told", (name, words) => {
    const { [name]: _, ...headers } = signed();
    const [first] = (faults({ headers }).standard ?? []).filter((fault) => ONE.test(fault));
    expect(first).toMatch(pattern("header", words));
  });

  it("with a time that was changed are told, in either family", () => {
    expectOnly(
      changed({ "X-SVC-Signature": own.replace(`t=${T}`, `t=${T - 5}`) }),
      "timestamp",
      `for ${T}, as webhook-timestamp says`,
      ["svc"],
    );
    expectOnly(changed({ "webhook-timestamp": `${T + 7}` }), "timestamp", `for ${T}, as X-SVC-Signature says`, [
      "standard",
    ]);
  });

  it("with another id are told", () => {
    expectOnly(changed({ "webhook-id": "evt_x" }), "id", `for ${ID}, the id in the body, but webhook-id says evt_x`, [
      "standard",
    ]);
  });

  it("whose signature was made over another text are told", () => {
    expectOnly({ headers: svc(mine.text, BODY) }, "signature", "the body alone", ["svc"]);
    expectOnly({ headers: svc(mine.text, `${ID}.${T}.${BODY}`) }, "signature", "<webhook-id>.<t>.<body>", ["svc"]);
    expectOnly({ headers: standard(bytes, `${T}.${BODY}`) }, "signature", "<webhook-timestamp>.<body>", ["standard"]);
  });

  it("whose signature was changed are told by the other family's", () => {
    fc.assert(
      fc.property(fc.nat(63), fc.constantFrom(..."0123456789abcdef"), (at, digit) => {
        fc.pre(hex[at] !== digit);
        const value = `t=${T},v1=${hex.slice(0, at)}${digit}${hex.slice(at + 1)}`;
        expectOnly(changed({ "X-SVC-Signature": value }), "signature", "the signature itself was changed", ["svc"]);
      }),
    );
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
