import type { Tx } from "@/lib/platform/db";
import type { LockedCheck } from "./lock-check";
import { dropPhoto } from "./sweep-objects";

/** Delete a locked draft, its photos' rows and, once that is committed, the photos themselves. */
export async function discardDraft(tx: Tx, check: LockedCheck): Promise<void> {
  for (const photo of check.photos) await dropPhoto(tx, photo);
  await tx.identityCheck.delete({ where: { id: check.id } });
}
