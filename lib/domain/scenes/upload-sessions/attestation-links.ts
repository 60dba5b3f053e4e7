import { hashToken, hmac } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** What a session's link derives from. */
type LinkOfSession = { id: string; linkSerial: number; linkHash: Uint8Array };

const tokenOf = (id: string, serial: number): string =>
  hmac("attestation-link", `${id}:${serial}`).toString("base64url");
const urlOf = (token: string): string => `${env().baseUrl}/attest/${token}`;

/** The link of a new session. The partner gets it, so opening it proves nothing about the mailbox. */
export function newAttestationLink(id: string): { url: string; linkSerial: number; linkHash: Buffer<ArrayBuffer> } {
  const token = tokenOf(id, 0);
  return { url: urlOf(token), linkSerial: 0, linkHash: hashToken(token) };
}

/**
 * The session's link. It stays the same as long as the session is kept. Writes only when it was derived with a master key that
 * has been replaced since: then it is replaced, too.
 */
export async function attestationLink({ id, linkSerial, linkHash }: LinkOfSession): Promise<string> {
  const token = tokenOf(id, linkSerial);
  if (hashToken(token).equals(linkHash)) return urlOf(token);
  const next = linkSerial + 1;
  const renewed = tokenOf(id, next);
  // Two calls at once derive the same link, so either may write it.
  await db.uploadSession.updateMany({
    where: { id, linkSerial },
    data: { linkSerial: next, linkHash: hashToken(renewed) },
  });
  return urlOf(renewed);
}
