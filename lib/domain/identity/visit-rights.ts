import type { Tx } from "@/lib/platform/db";
import type { ProvenVisit } from "../context";

type Held = { visitId: string | null };

/**
 * Whether a visit may see a check and go on with it. A code can be talked out of somebody by whoever holds the platform's
 * link, so it opens only what that same browser has begun; the link in the person's own mail opens everything. A person who
 * is signed in comes by no visit.
 */
export const opensCheck = (visit: ProvenVisit | undefined, check: Held): boolean =>
  !visit || visit.provenBy === "mail_link" || visit.id === check.visitId;

/**
 * Make a draft that of the visit that goes on with it. From here on the browser that began it is out, if that one was let in
 * by a code: what is entered now is not for it.
 */
export async function holdCheck(tx: Tx, visit: ProvenVisit | undefined, check: Held & { id: string }): Promise<void> {
  if (!visit || visit.id === check.visitId) return;
  await tx.identityCheck.updateMany({ where: { id: check.id, status: "draft" }, data: { visitId: visit.id } });
}
