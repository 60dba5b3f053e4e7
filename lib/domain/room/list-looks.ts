import type { Ctx, PersonActor } from "@/lib/domain/context";
import type { LedgerAction } from "@/lib/domain/ledger";
import { db } from "@/lib/platform/db";

const LOOKS = [
  "identity_check.viewed",
  "identity_check.opened",
  "identity_check.approved",
  "identity_check.rejected",
  "identity_photo.viewed",
  "index.searched",
  "solo_account.viewed",
] as const satisfies readonly LedgerAction[];
type LookAction = (typeof LOOKS)[number];

/** That somebody of the service looked at what is kept of a person. Never who by name. */
export type Look = {
  id: string;
  at: Date;
  what: LookAction;
  by: "custodian" | "service";
  reason: string | null;
};

const PAGE = 25;

/**
 * A page of who looked at a person's ID and records, and why, from the ledger; the latest first. Accounts that they were asked
 * about, or left, are theirs too.
 */
export async function listLooks(
  { actor: { userId } }: Ctx<PersonActor>,
  before: string | undefined,
): Promise<{ looks: Look[]; older: string | null }> {
  const [checks, accounts] = await Promise.all([
    db.identityCheck.findMany({ where: { userId }, select: { id: true } }),
    db.soloAccount.findMany({
      where: { OR: [{ userId }, { linkRequest: { userId } }] },
      select: { id: true },
    }),
  ]);
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const found = await db.ledgerEntry.findMany({
    where: {
      OR: [
        { subjectKind: "identity_check", subjectId: { in: ids(checks) } },
        { subjectKind: "solo_account", subjectId: { in: ids(accounts) } },
        { subjectKind: "person", subjectId: userId },
      ],
      action: { in: [...LOOKS] },
      actorKind: { in: ["staff", "system"] },
      ...(/^\d{1,18}$/.test(before ?? "") && { seq: { lt: BigInt(before ?? 0) } }),
    },
    orderBy: { seq: "desc" },
    take: PAGE + 1,
    select: { seq: true, at: true, action: true, actorKind: true, reason: true },
  });
  const looks = found.slice(0, PAGE).flatMap(({ seq, at, action, actorKind, reason }): Look[] => {
    const what = LOOKS.find((look) => look === action);
    return what ? [{ id: seq.toString(), at, what, by: actorKind === "staff" ? "custodian" : "service", reason }] : [];
  });
  return { looks, older: found.length > PAGE ? (looks.at(-1)?.id ?? null) : null };
}
