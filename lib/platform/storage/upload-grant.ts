import { hmac, hmacMatches } from "@/lib/platform/crypto";

/** What somebody may upload: one object of exactly this length and type, until then. */
export type UploadGrant = { key: string; contentType: string; bytes: number; expiresAt: Date };

const PURPOSE = "upload-grant";

/** A grant as text for a URL: readable by anybody, made by nobody else. */
export function writeGrant({ key, contentType, bytes, expiresAt }: UploadGrant): string {
  const body = Buffer.from(JSON.stringify([key, contentType, bytes, expiresAt.getTime()])).toString("base64url");
  return `${body}.${hmac(PURPOSE, body).toString("base64url")}`;
}

/** The grant that a text is; null for whatever was not written here. Whether it has expired is the caller's to see. */
export function readGrant(text: string): UploadGrant | null {
  const [body, written, ...rest] = text.split(".");
  if (!body || !written || rest.length > 0) return null;
  const mac = Buffer.from(written, "base64url");
  // Decoding overlooks what is no base64url, and bits that count for nothing: of each grant there is one writing only.
  if (mac.toString("base64url") !== written || !hmacMatches(PURPOSE, body, mac)) return null;
  const [key, contentType, bytes, expiresAt] = JSON.parse(Buffer.from(body, "base64url").toString());
  return { key, contentType, bytes, expiresAt: new Date(expiresAt) };
}
