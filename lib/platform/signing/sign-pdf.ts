import { createPrivateKey, sign } from "node:crypto";
import type { Signer, TimestampAuthority } from "@libpdf/core";
import { clock } from "@/lib/platform/clock";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { checkPublicHost } from "@/lib/platform/receivers";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { checkedRevocation, issuerFetch } from "./revocation";
import type { SigningKey } from "./signing-key";
import { requestStamp } from "./timestamp";

// Room for the signature with a chain of several certificates, and a time-stamp with another.
const SIGNATURE_BYTES = 16_384;
/** How long an authority that gave no stamp isn't asked for documents that go without. */
const PAUSE_MS = MINUTE_MS;

type Order = {
  key: SigningKey;
  reason: string;
  at: Date;
  /** Throws rather than sign without a stamp that is configured: for a job that tries again. */
  needsStamp: boolean;
};

/** How far a signature reaches (ETSI EN 319 142-1): alone, with a time-stamp, or with all that validates it later. */
type Level = "B-B" | "B-T" | "B-LTA";

/**
 * Signs all of a PDF, as PAdES (`ETSI.CAdES.detached`, SHA-256). With `TSA_URL`, a time-stamp proves when; if there is none to be had,
 * it signs without. With a configured key whose authority says what it revoked, that is put in too.
 */
export async function signPdf(drawn: Uint8Array, order: Order): Promise<Buffer> {
  const { pdf, level } = await signAsFarAs(drawn, order);
  metrics().signatures.inc({ level });
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
}

async function signAsFarAs(drawn: Uint8Array, order: Order): Promise<{ pdf: Uint8Array; level: Level }> {
  const { tsaUrl } = env();
  if (!tsaUrl || (!order.needsStamp && isPaused(tsaUrl))) return { pdf: await signOnce(drawn, order), level: "B-B" };
  const authority: TimestampAuthority = { timestamp: async (hash) => (await requestStamp(tsaUrl, hash)).token };
  let pdf: Uint8Array;
  try {
    pdf = await signOnce(drawn, order, authority);
    paused = undefined;
  } catch (error) {
    paused = { url: tsaUrl, until: clock.now().getTime() + PAUSE_MS };
    if (order.needsStamp) throw error;
    log.error({ err: error }, "a PDF is signed without a time-stamp");
    return { pdf: await signOnce(drawn, order), level: "B-B" };
  }
  const archived = order.key.isOwn ? null : await archive(pdf, { authority, tsaUrl, key: order.key });
  return archived ? { pdf: archived, level: "B-LTA" } : { pdf, level: "B-T" };
}

let paused: { url: string; until: number } | undefined;
const isPaused = (url: string): boolean => paused?.url === url && clock.now().getTime() < paused.until;

/** Loaded with the first signature: that takes half a second, and a start doesn't wait for it. */
const library = () => import("@libpdf/core");

async function signOnce(
  drawn: Uint8Array,
  { key, reason, at }: Order,
  timestampAuthority?: TimestampAuthority,
): Promise<Uint8Array> {
  const { PDF } = await library();
  const pdf = await PDF.load(drawn);
  const { bytes } = await pdf.sign({
    signer: signerOf(key),
    reason,
    signingTime: at,
    subFilter: "ETSI.CAdES.detached",
    digestAlgorithm: "SHA-256",
    estimatedSize: SIGNATURE_BYTES,
    ...(timestampAuthority && { timestampAuthority }),
  });
  return bytes;
}

function signerOf({ pkcs8, certificates: [certificate, ...chain] }: SigningKey): Signer {
  const key = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  return {
    certificate,
    certificateChain: chain,
    keyType: "RSA",
    signatureAlgorithm: "RSASSA-PKCS1-v1_5",
    sign: async (data) => sign("sha256", data, key),
  };
}

type Archiving = { authority: TimestampAuthority; tsaUrl: string; key: SigningKey };

/** Adds what the authorities of all its certificates say of them, and a time-stamp over that. Null unless all of them say it. */
async function archive(signed: Uint8Array, { authority, tsaUrl, key }: Archiving): Promise<Uint8Array | null> {
  // An authority in our own network may name others there.
  const isPublic = await checkPublicHost(new URL(tsaUrl).hostname).then(
    () => true,
    () => false,
  );
  const revocation = checkedRevocation({ own: key.certificates, allowPrivate: !isPublic });
  try {
    const { PDF } = await library();
    const pdf = await PDF.load(signed);
    const options = { timestampAuthority: authority, revocationProvider: revocation };
    const { bytes } = await lendFetch(issuerFetch({ allowPrivate: !isPublic }), () => pdf.addArchivalData(options));
    if (revocation.missing.size === 0) return bytes;
    log.warn({ certificates: [...revocation.missing] }, "a PDF is signed without data on revocation");
  } catch (error) {
    log.error({ err: error }, "a PDF is signed without data on revocation");
  }
  return null;
}

/**
 * The library fetches issuers' certificates from addresses that an authority chose, without a bound, and follows redirects. It takes the
 * global `fetch` before its first `await`, and has no option for another.
 */
function lendFetch<T>(lent: typeof fetch, call: () => Promise<T>): Promise<T> {
  const { fetch: own } = globalThis;
  globalThis.fetch = lent;
  try {
    return call();
  } finally {
    globalThis.fetch = own;
  }
}
