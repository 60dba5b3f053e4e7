import { hashToken, hmac } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { JOB_PRODUCER } from "./job-producer";

/** What a performer's link derives from. */
export type LinkOfPerformer = { id: string; linkSerial: number; linkHash: Uint8Array };

const tokenOf = (id: string, serial: number): string => hmac("performer-link", `${id}:${serial}`).toString("base64url");
const urlOf = (token: string): string => `${env().baseUrl}/consent/${token}`;

/** The link columns of a new performer. */
export const newLink = (id: string): { linkSerial: number; linkHash: Buffer<ArrayBuffer> } => ({
  linkSerial: 0,
  linkHash: hashToken(tokenOf(id, 0)),
});

/**
 * The performer's link, for mails to them only. It stays the same as long as the scene is kept. Writes only when it was
 * derived with a master key that has been replaced since: then it is replaced, too.
 */
export async function performerLink(
  { id, linkSerial, linkHash }: LinkOfPerformer,
  tx: Pick<Tx, "scenePerformer"> = db,
): Promise<string> {
  const token = tokenOf(id, linkSerial);
  if (hashToken(token).equals(linkHash)) return urlOf(token);
  const next = linkSerial + 1;
  const renewed = tokenOf(id, next);
  // Two calls at once derive the same link, so either may write it.
  await tx.scenePerformer.updateMany({
    where: { id, linkSerial },
    data: { linkSerial: next, linkHash: hashToken(renewed) },
  });
  return urlOf(renewed);
}

/** The performer whom a link names, with the scene and the platform; null for an unknown or replaced link. */
export async function findPerformerByToken(token: string) {
  return db.scenePerformer.findUnique({
    where: { linkHash: hashToken(token) },
    include: { scene: { include: { partner: { select: { id: true, name: true } }, job: { select: JOB_PRODUCER } } } },
  });
}

export type PerformerOfLink = NonNullable<Awaited<ReturnType<typeof findPerformerByToken>>>;
