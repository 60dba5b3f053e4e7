import { createHash, randomBytes, verify, X509Certificate } from "node:crypto";
import type { BaseBlock } from "asn1js";
import { clock } from "@/lib/platform/clock";
import { MINUTE_MS } from "@/lib/platform/duration";
import { metrics } from "@/lib/platform/telemetry/metrics";

// Time-stamps of RFC 3161: an authority signs a hash together with the time.

const OID = {
  sha256: "2.16.840.1.101.3.4.2.1",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signedData: "1.2.840.113549.1.7.2",
  tstInfo: "1.2.840.113549.1.9.16.1.4",
  timeStamping: "1.3.6.1.5.5.7.3.8",
} as const;

const DIGESTS: Readonly<Record<string, string | undefined>> = {
  [OID.sha256]: "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};

const PATIENCE_MS = 5_000;
const ANSWER_MOST = 64 * 1024;
const NONCE_BYTES = 8;
/** How far its clock may be from ours. */
const APART_MS = 10 * MINUTE_MS;

/** What an authority signed: its answer and the token in it, both DER, and its time. */
export type Stamp = { response: Buffer<ArrayBuffer>; token: Buffer<ArrayBuffer>; at: Date };

/** Asks an authority to stamp a SHA-256 hash, and verifies the answer. Throws a plain `Error` for one that doesn't verify, and for none. */
export async function requestStamp(url: string, hash: Uint8Array): Promise<Stamp> {
  try {
    const nonce = newNonce();
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/timestamp-query", Accept: "application/timestamp-reply" },
      body: new Uint8Array(await writeRequest(hash, nonce)),
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = await readBounded(response, ANSWER_MOST);
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const stamp = await readStamp(answer, { hash, nonce });
    if (Math.abs(stamp.at.getTime() - clock.now().getTime()) > APART_MS)
      throw new Error(`its clock says ${stamp.at.toISOString()}`);
    metrics().stamps.inc({ outcome: "stamped" });
    return stamp;
  } catch (error) {
    metrics().stamps.inc({ outcome: "failed" });
    throw new Error(
      `The time-stamp authority ${url} gave no stamp: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    );
  }
}

/** The body of an answer. Throws if it is longer than `most`. */
export async function readBounded(
  { body }: { body: AsyncIterable<Uint8Array> | null },
  most: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) throw new Error("its answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Positive and without a leading zero byte, so it has one spelling in DER. */
function newNonce(): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  nonce.writeUInt8((nonce.readUInt8() & 0x3f) | 0x40);
  return nonce;
}

async function writeRequest(hash: Uint8Array, nonce: Uint8Array): Promise<ArrayBuffer> {
  const [{ AlgorithmIdentifier, MessageImprint, TimeStampReq }, { Integer, Null, OctetString }] = await libraries();
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(hash) }),
    }),
    nonce: new Integer({ valueHex: new Uint8Array(nonce) }),
    certReq: true,
  });
  return request.toSchema().toBER();
}

/** Loaded with the first stamp, so that a start doesn't wait for them. */
const libraries = () => Promise.all([import("pkijs"), import("asn1js")]);

type Asked = { hash: Uint8Array; nonce?: Uint8Array };

/**
 * Reads an answer, and verifies that it stamps this hash, answers this request, and is signed by a certificate in it that is made for
 * time-stamps. Whether to trust that certificate is up to the reader. Throws what is wrong.
 */
export async function readStamp(response: Buffer<ArrayBuffer>, { hash, nonce }: Asked): Promise<Stamp> {
  const [{ SignedData, TimeStampResp, TSTInfo }, { fromBER }] = await libraries();
  const { status, timeStampToken } = TimeStampResp.fromBER(response);
  // Granted, or granted with changes.
  if (status.status !== 0 && status.status !== 1) throw new Error(`it refused with status ${status.status}`);
  if (timeStampToken?.contentType !== OID.signedData) throw new Error("its answer has no token");
  const [, raw] = childrenOf(fromBER(response).result);
  if (!raw) throw new Error("its answer has no token");
  const signed = new SignedData({ schema: timeStampToken.content });
  const { eContent, eContentType } = signed.encapContentInfo;
  if (eContentType !== OID.tstInfo || !eContent) throw new Error("its token is no time-stamp");
  const content = Buffer.from(eContent.getValue());
  const { messageImprint, nonce: theirs, genTime } = TSTInfo.fromBER(content);
  const isOurs =
    messageImprint.hashAlgorithm.algorithmId === OID.sha256 &&
    Buffer.from(messageImprint.hashedMessage.getValue()).equals(hash);
  if (!isOurs) throw new Error("it stamped something else");
  if (nonce && !(theirs && Buffer.from(theirs.valueBlock.valueHexView).equals(nonce)))
    throw new Error("its answer is to another request");

  const certificates = certificatesIn(raw);
  const certificate = certificates[placeOfSigner(signed)];
  if (!certificate) throw new Error("its token lacks its certificate");
  const { validFromDate: from, validToDate: until, keyUsage } = certificate;
  if (!keyUsage?.includes(OID.timeStamping)) throw new Error("its certificate isn't made for time-stamps");
  if (genTime < from || genTime > until) throw new Error("its certificate had expired");
  verifySignature(signed, { content, certificate });
  return { response, token: withChain(bytesOf(raw), certificates, certificate), at: genTime };
}

type SignedData = import("pkijs").SignedData;

const childrenOf = (block: BaseBlock | undefined): readonly BaseBlock[] => {
  const value: unknown = block && "value" in block.valueBlock ? block.valueBlock.value : [];
  return Array.isArray(value) ? value : [];
};
const bytesOf = (block: BaseBlock): Buffer<ArrayBuffer> => Buffer.from(new Uint8Array(block.valueBeforeDecodeView));

/** The certificates in a token, byte for byte as it has them. */
function certificatesIn(token: BaseBlock): X509Certificate[] {
  const [, content] = childrenOf(token);
  const [signedData] = childrenOf(content);
  const CERTIFICATES = { tagClass: 3, tagNumber: 0 };
  const field = childrenOf(signedData).find(
    ({ idBlock }) => idBlock.tagClass === CERTIFICATES.tagClass && idBlock.tagNumber === CERTIFICATES.tagNumber,
  );
  return childrenOf(field).map((one) => new X509Certificate(bytesOf(one)));
}

function placeOfSigner({ signerInfos, certificates = [] }: SignedData): number {
  const [signer, another] = signerInfos;
  if (!signer || another) throw new Error("its token hasn't one signature");
  const { issuer, serialNumber } = signer.sid;
  return certificates.findIndex(
    (one) => "serialNumber" in one && one.serialNumber.isEqual(serialNumber) && one.issuer.isEqual(issuer),
  );
}

/**
 * A token with its certificates in the order of the chain, the signer's first. They are a set, and in DER a set's order means nothing.
 * What collects the data on revocation reads a chain.
 */
function withChain(
  token: Buffer<ArrayBuffer>,
  certificates: readonly X509Certificate[],
  signer: X509Certificate,
): Buffer<ArrayBuffer> {
  const chain = [signer];
  const left = new Set(certificates);
  for (let next: X509Certificate | undefined = signer; next; ) {
    const last: X509Certificate = next;
    left.delete(last);
    next = [...left].find((one) => last.checkIssued(one));
    if (next) chain.push(next);
  }
  const rawOf = (all: Iterable<X509Certificate>) => Buffer.concat([...all].map(({ raw }) => raw));
  const place = token.indexOf(rawOf(certificates));
  if (place >= 0) rawOf([...chain, ...left]).copy(token, place);
  return token;
}

function verifySignature(
  { signerInfos: [signer] }: SignedData,
  { content, certificate }: { content: Buffer; certificate: X509Certificate },
): void {
  const attributes = signer?.signedAttrs?.attributes ?? [];
  const only = (type: string) => {
    const [one, another] = attributes.filter((attribute) => attribute.type === type);
    return one && !another ? one.values[0] : undefined;
  };
  const digest = DIGESTS[signer?.digestAlgorithm.algorithmId ?? ""];
  if (!signer || !digest) throw new Error("its signature uses a hash that we don't know");
  const stated: unknown = only(OID.messageDigest)?.valueBlock.valueHexView;
  const type = String(only(OID.contentType)?.valueBlock);
  const isStated = stated instanceof Uint8Array && createHash(digest).update(content).digest().equals(stated);
  if (!isStated || type !== OID.tstInfo) throw new Error("its signature is of something else");
  // As a SET, which is what was signed (RFC 5652, 5.4).
  const text = Buffer.from(signer.signedAttrs?.encodedValue ?? new ArrayBuffer(0));
  if (!verify(digest, text, certificate.publicKey, Buffer.from(signer.signature.getValue())))
    throw new Error("its signature doesn't verify");
}
