import { X509Certificate } from "node:crypto";
import type { RevocationProvider } from "@libpdf/core";
import { clock } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { createReceiverPools } from "@/lib/platform/receivers";
import { readBounded } from "./timestamp";

const PATIENCE_MS = 5_000;
const ANSWER_MOST = 4 * 1024 * 1024;

/** What authorities say of certificates. `missing` names those of which none said that it is good. */
type CheckedRevocation = Required<RevocationProvider> & { missing: Set<string> };

/**
 * `own`: the certificates that we configured, which may name any address. Those of an answer may name only public ones, unless
 * `allowPrivate`: whoever answers chooses them.
 */
type Trust = { own: readonly Uint8Array[]; allowPrivate: boolean };

/**
 * Asks the authorities that certificates name whether these are revoked: by OCSP, else by their lists. Keeps only answers that are
 * signed, current, and say that the certificate is good. Asked for each certificate by OCSP first, and by list if that gave nothing.
 */
export function checkedRevocation({ own, allowPrivate }: Trust): CheckedRevocation {
  const missing = new Set<string>();
  const issuers = new Map<string, Uint8Array>();
  const reachOf = (certificate: Uint8Array): Reach => ({
    allowPrivate: allowPrivate || own.some((one) => Buffer.from(one).equals(certificate)),
  });
  const nameOf = (certificate: Uint8Array) => new X509Certificate(certificate).fingerprint256;
  return {
    missing,
    async getOCSP(certificate, issuer) {
      issuers.set(nameOf(certificate), issuer);
      return answerOf(() => askByOcsp(certificate, issuer, reachOf(certificate)));
    },
    async getCRL(certificate) {
      const read = new X509Certificate(certificate);
      // Nobody can revoke what nobody issued.
      if (read.checkIssued(read)) return null;
      const issuer = issuers.get(nameOf(certificate));
      const list = issuer ? await answerOf(() => readList(certificate, issuer, reachOf(certificate))) : null;
      if (!list) missing.add(read.subject);
      return list;
    },
  };
}

async function answerOf(ask: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ err: error }, "an authority didn't say that a certificate is good");
    return null;
  }
}

const ACCESS = "1.3.6.1.5.5.7.1.1";
const ACCESS_OCSP = "1.3.6.1.5.5.7.48.1";
const DISTRIBUTION = "2.5.29.31";
const ADDRESS = 6;

type Answer = { nextUpdate?: Date | undefined };
const isCurrent = ({ nextUpdate }: Answer): boolean => nextUpdate === undefined || nextUpdate > clock.now();

async function askByOcsp(der: Uint8Array, issuerDer: Uint8Array, reach: Reach): Promise<Uint8Array | null> {
  const { BasicOCSPResponse, Certificate, InfoAccess, OCSPRequest, OCSPResponse } = await import("pkijs");
  const [certificate, issuer] = [der, issuerDer].map((one) => Certificate.fromBER(new Uint8Array(one)));
  if (!certificate || !issuer) return null;
  const access: unknown = certificate.extensions?.find(({ extnID }) => extnID === ACCESS)?.parsedValue;
  const places = access instanceof InfoAccess ? access.accessDescriptions : [];
  const place = places.find(({ accessMethod }) => accessMethod === ACCESS_OCSP)?.accessLocation;
  if (place?.type !== ADDRESS) return null;
  const request = new OCSPRequest();
  await request.createForCertificate(certificate, { hashAlgorithm: "SHA-1", issuerCertificate: issuer });
  const answer = await ask(String(place.value), {
    method: "POST",
    headers: { "Content-Type": "application/ocsp-request", Accept: "application/ocsp-response" },
    ...{ body: request.toSchema(true).toBER(), reach },
  });
  const response = OCSPResponse.fromBER(answer);
  const { isForCertificate, status } = await response.getCertificateStatus(certificate, issuer);
  const basic = BasicOCSPResponse.fromBER(response.responseBytes?.response.getValue() ?? new ArrayBuffer(0));
  if (!isForCertificate || status !== 0) throw new Error("OCSP doesn't call it good");
  if (!basic.tbsResponseData.responses.every(isCurrent)) throw new Error("OCSP's answer is too old");
  // By the issuer, or by a certificate that the issuer made for this. An issuer that answers itself needs not send its certificate.
  basic.certs = [...(basic.certs ?? []), issuer];
  const isSigned = await basic.verify({ trustedCerts: [issuer], trustedResponders: [issuer] });
  if (!isSigned) throw new Error("OCSP's answer doesn't verify");
  return answer;
}

async function readList(der: Uint8Array, issuerDer: Uint8Array, reach: Reach): Promise<Uint8Array | null> {
  const { Certificate, CertificateRevocationList, CRLDistributionPoints } = await import("pkijs");
  const [certificate, issuer] = [der, issuerDer].map((one) => Certificate.fromBER(new Uint8Array(one)));
  if (!certificate || !issuer) return null;
  const points: unknown = certificate.extensions?.find(({ extnID }) => extnID === DISTRIBUTION)?.parsedValue;
  const places = points instanceof CRLDistributionPoints ? points.distributionPoints : [];
  const place = places
    .flatMap(({ distributionPoint: names }) => (Array.isArray(names) ? names : []))
    .find(({ type }) => type === ADDRESS);
  if (!place) return null;
  const answer = await ask(String(place.value), { headers: { Accept: "application/pkix-crl" }, reach });
  const list = CertificateRevocationList.fromBER(answer);
  if (!(await list.verify({ issuerCertificate: issuer }))) throw new Error("the list doesn't verify");
  if (!isCurrent({ nextUpdate: list.nextUpdate?.value })) throw new Error("the list is too old");
  if (list.isCertificateRevoked(certificate)) throw new Error("it is revoked");
  return answer;
}

type Reach = { allowPrivate: boolean };
type Asked = { method?: "POST"; headers: Record<string, string>; body?: ArrayBuffer; reach: Reach };

async function ask(url: string, { reach, ...asked }: Asked): Promise<Buffer<ArrayBuffer>> {
  if (!/^https?:/i.test(url)) throw new Error(`${url} is no address of the web`);
  const { fetch: fetchBy } = await import("undici");
  const pools = createReceiverPools(reach);
  try {
    const dispatcher = pools.poolOf("authority", new URL(url).origin);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetchBy(url, { ...asked, dispatcher, redirect: "error", signal });
    const answer = await readBounded(response, ANSWER_MOST);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return answer;
  } finally {
    await pools.close();
  }
}

/** A `fetch` of issuers' certificates, from where certificates say they are, with the same bounds. */
export const issuerFetch =
  (reach: Reach): typeof fetch =>
  async (url) =>
    new Response(await ask(String(url), { headers: { Accept: "application/pkix-cert" }, reach }));
