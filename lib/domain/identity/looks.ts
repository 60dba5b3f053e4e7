import { z } from "zod";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import type { LedgerAction } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import type { ViewPurpose } from "./view-purposes";

/** How long one ledger entry covers everything that its custodian views of the check for its purpose. */
export const LOOK_MS = 10 * MINUTE_MS;

type LookAction = Extract<LedgerAction, "identity_check.viewed" | "identity_check.opened">;
type Look = { at: Date; photos: readonly string[] };

const Detail = z.object({ photos: z.array(z.string()).default([]) }).catch({ photos: [] });

/**
 * This custodian's looks at a check, from the ledger, latest first, with the photos that each entry names. With `underWayFor`,
 * only looks for this purpose (null: for none) that still last. Keep the check locked between asking and recording one, so that
 * of two tabs at once the second finds the first's.
 */
export async function findLooks(
  tx: Tx,
  { actor }: Ctx<StaffActor>,
  { checkId, action, ...under }: { checkId: string; action: LookAction; underWayFor?: ViewPurpose | null },
): Promise<Look[]> {
  const isUnderWay = under.underWayFor !== undefined && {
    reason: under.underWayFor,
    at: { gt: new Date(clock.now().getTime() - LOOK_MS) },
  };
  const lines = await tx.ledgerEntry.findMany({
    where: {
      subjectKind: "identity_check",
      subjectId: checkId,
      action,
      actorKind: "staff",
      actorId: actor.userId,
      ...isUnderWay,
    },
    orderBy: { seq: "desc" },
    select: { at: true, detail: true },
  });
  return lines.map(({ at, detail }) => ({ at, photos: Detail.parse(JSON.parse(detail)).photos }));
}

/** Whether a look covered every photo of a check. */
export const sawAll = ({ photos }: Pick<Look, "photos">, check: { photos: readonly { id: string }[] }): boolean =>
  check.photos.every(({ id }) => photos.includes(id));
