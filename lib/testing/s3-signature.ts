import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** An S3 server's error: its code and HTTP status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type Credentials = { accessKeyId: string; secretAccessKey: string; region: string };
type Signed = { method: string; url: URL; headers: IncomingHttpHeaders };
type Claim = {
  credential: string;
  signedHeaders: string[];
  signature: string;
  amzDate: string;
  /** SHA-256 in hex, or `UNSIGNED-PAYLOAD`. */
  payloadHash: string;
};

const SKEW_MS = 15 * 60 * 1000;
const PRESIGN_SECONDS_MAX = 7 * 24 * 60 * 60;

/**
 * Checks the AWS Signature Version 4 of an S3 request, from the Authorization header or a presigned URL, as S3 does:
 * the scope, the clock, that everything required is signed, and the signature itself. Returns the payload hash that the
 * body must have. Throws `Refusal`.
 */
export function verifySignature(request: Signed, credentials: Credentials, now: Date): string {
  const presigned = request.url.searchParams.has("X-Amz-Signature");
  const claim = presigned ? presignedClaim(request, now) : headerClaim(request, now);
  const date = claim.amzDate.slice(0, 8);
  const scope = [date, credentials.region, "s3", "aws4_request"].join("/");
  if (claim.credential.split("/")[0] !== credentials.accessKeyId) {
    throw new Refusal(403, "InvalidAccessKeyId", "The access key is unknown.");
  }
  if (claim.credential !== `${credentials.accessKeyId}/${scope}`) {
    throw new Refusal(400, "AuthorizationHeaderMalformed", "The credential scope is wrong.");
  }
  requireSigned(request.headers, claim.signedHeaders);

  const toSign = ["AWS4-HMAC-SHA256", claim.amzDate, scope, sha256(canonicalRequest(request, claim))].join("\n");
  const key = [date, credentials.region, "s3", "aws4_request"].reduce<string | Buffer>(
    (signing, part) => hmac(signing, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  if (hmac(key, toSign).toString("hex") !== claim.signature) {
    throw new Refusal(403, "SignatureDoesNotMatch", "The signature does not fit the request.");
  }
  return claim.payloadHash;
}

function headerClaim({ headers }: Signed, now: Date): Claim {
  const header = headers.authorization ?? "";
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
    header,
  );
  const amzDate = one(headers["x-amz-date"]);
  const payloadHash = one(headers["x-amz-content-sha256"]);
  if (!parts?.[1] || !parts[2] || !parts[3] || !amzDate) throw new Refusal(403, "AccessDenied", "Not signed.");
  if (!payloadHash) throw new Refusal(400, "InvalidRequest", "x-amz-content-sha256 is missing.");
  if (payloadHash !== "UNSIGNED-PAYLOAD" && !/^[0-9a-f]{64}$/.test(payloadHash)) {
    throw new Refusal(501, "NotImplemented", "Chunked signatures are not supported.");
  }
  if (Math.abs(now.getTime() - timeOf(amzDate)) > SKEW_MS) {
    throw new Refusal(403, "RequestTimeTooSkewed", "The clocks differ by more than 15 minutes.");
  }
  return { credential: parts[1], signedHeaders: parts[2].split(";"), signature: parts[3], amzDate, payloadHash };
}

function presignedClaim({ url }: Signed, now: Date): Claim {
  const query = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? "";
  const seconds = Number(query("Expires"));
  if (query("Algorithm") !== "AWS4-HMAC-SHA256" || !(seconds > 0 && seconds <= PRESIGN_SECONDS_MAX)) {
    throw new Refusal(400, "AuthorizationQueryParametersError", "The presigned URL is malformed.");
  }
  const amzDate = query("Date");
  const signedAt = timeOf(amzDate);
  if (now.getTime() < signedAt - SKEW_MS || now.getTime() > signedAt + seconds * 1000) {
    throw new Refusal(403, "AccessDenied", "Request has expired");
  }
  return {
    credential: query("Credential"),
    signedHeaders: query("SignedHeaders").split(";"),
    signature: query("Signature"),
    amzDate,
    payloadHash: url.searchParams.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD",
  };
}

function requireSigned(headers: IncomingHttpHeaders, signed: string[]): void {
  const needed = ["host", ...Object.keys(headers).filter((name) => name.startsWith("x-amz-"))];
  const missing = needed.filter((name) => !signed.includes(name));
  if (missing.length > 0) throw new Refusal(403, "AccessDenied", `Headers were not signed: ${missing.join(", ")}`);
}

function canonicalRequest({ method, url, headers }: Signed, { signedHeaders, payloadHash }: Claim): string {
  const path = url.pathname
    .split("/")
    .map((segment) => encode(decodeURIComponent(segment)))
    .join("/");
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const lines = signedHeaders.map((name) => `${name}:${one(headers[name]).trim().replace(/ +/g, " ")}\n`).join("");
  return [method, path, query, lines, signedHeaders.join(";"), payloadHash].join("\n");
}

function timeOf(amzDate: string): number {
  return Date.parse(amzDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function one(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(",") : (value ?? "");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
