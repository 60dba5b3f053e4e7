import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { MINUTE_MS } from "@/lib/platform/duration";
import { startPdf } from "@/lib/platform/pdf/document";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { type Fault, type Says, startAuthority } from "@/lib/testing/authority";
import { setVariables } from "@/lib/testing/env";
import { verifySignedPdf } from "@/lib/testing/signed-pdf";
import { checkedRevocation, issuerFetch } from "./revocation";
import { currentSigningKey } from "./signing-key";
import { readStamp, requestStamp } from "./timestamp";

let authority: Awaited<ReturnType<typeof startAuthority>>;
beforeAll(async () => {
  authority = await startAuthority();
});
afterAll(() => authority.stop());
beforeEach(() =>
  Object.assign(authority.state, { fault: undefined, ocsp: "it is good", list: "it is good", stamped: 0 }),
);

const draw = async (since?: Date): Promise<Buffer> => {
  const { pdf, page } = startPdf({ title: "Title", at: clock.now(), files: [], footer: "Title" });
  page.write("One line");
  return renderPdf({
    whose: "one",
    reason: "Test",
    key: await currentSigningKey(),
    ...(since && { since }),
    write: () => pdf,
  });
};
const stamped = () => setVariables({ TSA_URL: authority.tsaUrl });
const configured = () => {
  stamped();
  setVariables({ SIGNING_P12: authority.p12, SIGNING_P12_PASSPHRASE: authority.passphrase });
};

/** How many PDFs were signed up to each level while `work` ran. */
async function levelsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () =>
    new Map((await metrics().signatures.get()).values.map(({ labels, value }) => [`${labels.level}`, value]));
  const before = await read();
  await work();
  const more = [...(await read())].map(([level, value]) => [level, value - (before.get(level) ?? 0)] as const);
  return Object.fromEntries(more.filter(([, count]) => count > 0));
}

const parts = (pdf: Buffer) => {
  const text = pdf.toString("latin1");
  return {
    signatures: text.match(/\/SubFilter ?\/ETSI\.CAdES\.detached/g)?.length ?? 0,
    stamps: text.match(/\/SubFilter ?\/ETSI\.RFC3161/g)?.length ?? 0,
    hasData: text.includes("/DSS"),
  };
};

describe("a signed PDF", () => {
  it("is PAdES, and has no stamp unless an authority is configured", async () => {
    const levels = await levelsOf(async () => {
      const pdf = await draw(clock.now());
      verifySignedPdf(pdf);
      expect(parts(pdf)).toEqual({ signatures: 1, stamps: 0, hasData: false });
    });
    expect(levels).toEqual({ "B-B": 1 });
    expect(authority.state.stamped).toBe(0);
  });

  it("has a stamp of the configured authority", async () => {
    stamped();
    expect(await levelsOf(async () => verifySignedPdf(await draw()))).toEqual({ "B-T": 1 });
    expect(authority.state.stamped).toBe(1);
  });

  it("goes without the stamp of an authority that gives none, which is asked again after a minute", async () => {
    stamped();
    authority.state.fault = "silent";
    expect(await levelsOf(async () => verifySignedPdf(await draw()))).toEqual({ "B-B": 1 });
    authority.state.fault = undefined;
    expect(await levelsOf(async () => verifySignedPdf(await draw()))).toEqual({ "B-B": 1 });
    clock.advance(MINUTE_MS);
    expect(await levelsOf(async () => verifySignedPdf(await draw()))).toEqual({ "B-T": 1 });
  });

  it("isn't signed without its stamp by a job, which tries again for a quarter of an hour", async () => {
    stamped();
    authority.state.fault = "silent";
    await expect(draw(clock.now())).rejects.toThrow("it answered 503");
    const quarter = new Date(clock.now().getTime() - 15 * MINUTE_MS);
    expect(await levelsOf(() => draw(quarter))).toEqual({ "B-B": 1 });
    authority.state.fault = undefined;
    expect(await levelsOf(() => draw(clock.now()))).toEqual({ "B-T": 1 });
  });

  it("has what its authority says of its certificates, and a stamp over that", async () => {
    configured();
    const levels = await levelsOf(async () => {
      expect(parts(await draw())).toEqual({ signatures: 1, stamps: 1, hasData: true });
    });
    expect(levels).toEqual({ "B-LTA": 1 });
  });

  it("follows no redirect to which an authority’s certificates lead", async () => {
    configured();
    authority.state.asked = [];
    expect(await levelsOf(() => draw())).toEqual({ "B-LTA": 1 });
    expect(authority.state.asked).toEqual(expect.arrayContaining(["/issuer", "/ocsp"]));
    expect(authority.state.asked).not.toContain("/elsewhere");
  });

  it("asks in a private network only for our own certificates, and for an authority there", async () => {
    const [certificate, issuer] = authority.chain;
    authority.state.asked = [];
    const strange = checkedRevocation({ own: [], allowPrivate: false });
    expect(await strange.getOCSP?.(certificate, issuer)).toBeNull();
    await expect(issuerFetch({ allowPrivate: false })(authority.tsaUrl)).rejects.toThrow();
    expect(authority.state.asked).toEqual([]);
    for (const trust of [
      { own: [certificate], allowPrivate: false },
      { own: [], allowPrivate: true },
    ]) {
      expect(await checkedRevocation(trust).getOCSP?.(certificate, issuer)).not.toBeNull();
    }
  });

  it("takes what a responder says that the authority made one", async () => {
    configured();
    authority.state.ocsp = "it is good, by a responder";
    expect(await levelsOf(() => draw())).toEqual({ "B-LTA": 1 });
  });

  it.each<["ocsp" | "list", Says]>([
    ["ocsp", "nothing"],
    ["ocsp", "it is revoked"],
    ["ocsp", "it was good"],
    ["ocsp", "it is good, by a stranger"],
    ["list", "nothing"],
    ["list", "it is revoked"],
    ["list", "it was good"],
    ["list", "it is good, by a stranger"],
  ])("is B-T if an authority says by %s of a certificate: %s", async (how, says) => {
    configured();
    authority.state[how] = says;
    const levels = await levelsOf(async () => {
      const pdf = await draw();
      verifySignedPdf(pdf);
      expect(parts(pdf)).toEqual({ signatures: 1, stamps: 0, hasData: false });
    });
    expect(levels).toEqual({ "B-T": 1 });
  });
});

describe("a stamp", () => {
  const hash = sha256("a text");

  it("is of this hash and of now", async () => {
    const { response, token, at } = await requestStamp(authority.tsaUrl, hash);
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(MINUTE_MS);
    expect(token.length).toBeGreaterThan(1_000);
    expect((await readStamp(response, { hash })).at).toEqual(at);
    await expect(readStamp(response, { hash: sha256("another") })).rejects.toThrow("something else");
  });

  it.each<[Fault, string]>([
    ["silent", "it answered 503"],
    ["refuses", "status 2"],
    ["other nonce", "to another request"],
    ["other hash", "something else"],
    ["other key", "doesn't verify"],
    ["no purpose", "isn't made for time-stamps"],
    ["too long", "too long"],
  ])("is refused: %s", async (fault, words) => {
    authority.state.fault = fault;
    await expect(requestStamp(authority.tsaUrl, hash)).rejects.toThrow(words);
  });

  it("is refused if a byte of it was changed", async () => {
    const { response } = await requestStamp(authority.tsaUrl, hash);
    const signature = response.length - 20;
    const content = response.indexOf(hash) + 45;
    for (const place of [signature, content, 20]) {
      const changed = Buffer.from(response);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      await expect(readStamp(changed, { hash })).rejects.toThrow();
    }
  });

  it("is refused from a clock that is wrong", async () => {
    clock.advance(60 * MINUTE_MS);
    await expect(requestStamp(authority.tsaUrl, hash)).rejects.toThrow("its clock says");
  });
});
