import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, rowsIn, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import type { Look, LookKind } from "@/prisma/generated/client";

/** How long a look covers its custodian's next looks for the same purpose. */
export const LOOK_MS = 10 * MINUTE_MS;

type Seen = { kind: LookKind; subjectId: string };

/** This custodian's looks, latest first. With `activeFor`, only current looks for this purpose (null: without one). */
export const findLooks = (
  tx: Pick<Tx, "look">,
  { actor }: Ctx<StaffActor>,
  { kind, subjectId, activeFor }: Seen & { activeFor?: string | null },
): Promise<Pick<Look, "lookedAt" | "photos">[]> =>
  tx.look.findMany({
    where: {
      kind,
      subjectId,
      custodianId: actor.userId,
      ...(activeFor !== undefined && {
        purpose: activeFor,
        lookedAt: { gt: new Date(clock.now().getTime() - LOOK_MS) },
      }),
    },
    orderBy: { id: "desc" },
    select: { lookedAt: true, photos: true },
  });

/** Keeps that this custodian looks. Returns when. The caller writes the ledger entry. */
export async function addLook(
  tx: Tx,
  { actor }: Ctx<StaffActor>,
  look: Seen & { purpose: string | null; photos?: string[] },
): Promise<Date> {
  const lookedAt = clock.now();
  await tx.look.create({ data: { id: newId(), ...look, custodianId: actor.userId, lookedAt } });
  return lookedAt;
}

/** How many photos of IDs this custodian opened since the day began in UTC. */
export async function countOpened({ actor }: Ctx<StaffActor>): Promise<number> {
  const [found] = await rowsIn<{ photos: number }>(db)`
    SELECT coalesce(sum(cardinality(photos)), 0)::int AS photos FROM looks
    WHERE custodian_id = ${actor.userId} AND kind = 'evidence' AND looked_at >= ${dayStart(clock.now())}`;
  return found?.photos ?? 0;
}

const dayStart = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
