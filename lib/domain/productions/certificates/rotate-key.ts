import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { insertKey, lockCertificateKeys, newKey } from "./certificate-keys";
import { type CertificateKeyStatus, certificateKeyStatus, PUBLISHED_AHEAD_MS, publishedUntil } from "./states";

/**
 * Makes a new key and publishes it at once. It starts to sign two days later, when the previous one retires. A first key signs
 * at once. Throws `Conflict` `rotation_running` while the newest key doesn't sign yet. Contract: Key set.
 */
export async function rotateCertificateKey(
  ctx: Ctx<SystemActor>,
): Promise<{ kid: string; signsFrom: Date; previous: string | null }> {
  const key = await newKey();
  return inTransaction(async (tx) => {
    await lockCertificateKeys(tx);
    const now = clock.now();
    const previous = await tx.certificateKey.findFirst({ where: { retiresAt: null } });
    if (previous && certificateKeyStatus(previous, now) === "upcoming") {
      const from = previous.signsFrom.toISOString();
      throw new Conflict("rotation_running", `The newest key starts to sign at ${from}. Rotate again after that.`);
    }
    const signsFrom = previous ? new Date(now.getTime() + PUBLISHED_AHEAD_MS) : now;
    if (previous) await tx.certificateKey.update({ where: { kid: previous.kid }, data: { retiresAt: signsFrom } });
    const { kid } = await insertKey(tx, { key, now, signsFrom });
    record(tx, {
      ctx,
      action: "certificate_key.rotated",
      subject: { kind: "certificate_key", id: kid },
      detail: { signsFrom: signsFrom.toISOString(), previous: previous?.kid ?? null },
    });
    return { kid, signsFrom, previous: previous?.kid ?? null };
  });
}

type ListedKey = {
  kid: string;
  status: CertificateKeyStatus;
  signsFrom: Date;
  retiresAt: Date | null;
  publishedUntil: Date | null;
};

/** All keys that ever were, newest first. */
export async function listCertificateKeys(): Promise<ListedKey[]> {
  const now = clock.now();
  const keys = await db.certificateKey.findMany({
    select: { kid: true, signsFrom: true, retiresAt: true },
    orderBy: { signsFrom: "desc" },
  });
  return keys.map(({ kid, signsFrom, retiresAt }) => ({
    kid,
    status: certificateKeyStatus({ signsFrom, retiresAt }, now),
    signsFrom,
    retiresAt,
    publishedUntil: publishedUntil({ signsFrom, retiresAt }),
  }));
}
