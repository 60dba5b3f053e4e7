import type { Ctx, StaffActor } from "@/lib/domain/context";
import { withReadableFacts } from "@/lib/domain/id-facts";
import { assertCustodian } from "@/lib/domain/people";
import { db, Prisma } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { beyondTime, pageOf, readingOrder, readTimedCursor } from "@/lib/platform/keyset";
import { escapeLike } from "@/lib/platform/like";
import { storedAddress } from "@/lib/platform/wire";

const PAGE = 25;

export const QUEUE_VIEWS = ["waiting", "approved", "rejected"] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];

type QueueQuery = { view: QueueView; search?: string; cursor?: string };

/**
 * A page of checks: waiting ones, longest wait first, or decided ones, latest first, without the custodian's own. `search` finds
 * a whole check id. In the short waiting list it also finds any part of an email address or legal name; among decided checks,
 * only the beginning of an email address. Decided checks come without legal names, because viewing those needs a purpose.
 * Throws `Forbidden`.
 */
export async function listChecks(ctx: Ctx<StaffActor>, { view, search, cursor }: QueueQuery) {
  await assertCustodian(db, ctx);
  const waiting = view === "waiting";
  const time = waiting ? "submittedAt" : "decidedAt";
  const first = waiting ? "oldest" : "newest";
  const after = readTimedCursor(cursor);
  const order = readingOrder(after, first);
  const found = await db.identityCheck.findMany({
    where: {
      status: waiting ? "submitted" : view,
      userId: { not: ctx.actor.userId },
      // The verification service decides its own checks.
      ...(waiting ? { driver: "custodian_review" as const } : {}),
      AND: [search ? (waiting ? waitingMatch(search) : decidedMatch(search)) : {}, beyondTime(after, time)],
    },
    orderBy: [{ [time]: order }, { id: order }],
    take: PAGE + 1,
    include: { user: { select: { email: true } } },
  });
  const { rows, newer, older } = pageOf(found, {
    limit: PAGE,
    cursor: after,
    first,
    timeOf: (row) => row[time] ?? row.createdAt,
  });
  return {
    rows: (await withReadableFacts(db, rows)).map((row) => ({
      id: row.id,
      legalName: waiting ? row.legalName : null,
      email: row.user.email,
      isOfScene: row.performerId !== null,
      /** Its data was changed, or its key is missing. An operator has to restore it. */
      isUnreadable: row.isUnreadable,
      documentType: row.documentType,
      documentCountry: row.documentCountry,
      submittedAt: row.submittedAt ?? row.createdAt,
      decidedAt: row.decidedAt,
      rejectionReason: row.rejectionReason,
    })),
    newer,
    older,
  };
}

export type QueueRow = Awaited<ReturnType<typeof listChecks>>["rows"][number];

/**
 * The waiting checks before and after this one, the oldest other one, and how many others wait. For a decided check, `next` is
 * the oldest. Throws `Forbidden`.
 */
export async function findNeighbors(
  ctx: Ctx<StaffActor>,
  check: { id: string; submittedAt: Date | null; underReview: boolean },
): Promise<{ previous: string | null; next: string | null; oldest: string | null; waiting: number }> {
  await assertCustodian(db, ctx);
  const base = {
    status: "submitted",
    driver: "custodian_review",
    userId: { not: ctx.actor.userId },
    id: { not: check.id },
  } satisfies Prisma.IdentityCheckWhereInput;
  const at = check.submittedAt ?? new Date(0);
  const [oldest, next, previous, waiting] = await Promise.all([
    db.identityCheck.findFirst({ where: base, ...longestFirst }),
    db.identityCheck.findFirst({
      where: { ...base, AND: beyondTime({ side: "newer", at, id: check.id }, "submittedAt") },
      ...longestFirst,
    }),
    db.identityCheck.findFirst({
      where: { ...base, AND: beyondTime({ side: "older", at, id: check.id }, "submittedAt") },
      orderBy: [{ submittedAt: "desc" }, { id: "desc" }],
      select: { id: true },
    }),
    db.identityCheck.count({ where: base }),
  ]);
  const first = oldest?.id ?? null;
  if (!check.underReview) return { previous: null, next: first, oldest: first, waiting };
  return { previous: previous?.id ?? null, next: next?.id ?? null, oldest: first, waiting };
}

const longestFirst = {
  orderBy: [{ submittedAt: "asc" }, { id: "asc" }],
  select: { id: true },
} satisfies Prisma.IdentityCheckFindFirstArgs;

/** How many checks wait for this custodian, and since when the oldest one waits. Throws `Forbidden`. */
export async function countWaiting(ctx: Ctx<StaffActor>): Promise<{ waiting: number; oldest: Date | null }> {
  await assertCustodian(db, ctx);
  const found = await db.identityCheck.aggregate({
    where: { status: "submitted", driver: "custodian_review", userId: { not: ctx.actor.userId } },
    _count: true,
    _min: { submittedAt: true },
  });
  return { waiting: found._count, oldest: found._min.submittedAt };
}

function waitingMatch(search: string): Prisma.IdentityCheckWhereInput {
  const containing = (text: string) => ({ contains: escapeLike(text), mode: Prisma.QueryMode.insensitive });
  const email = containing(storedAddress(search));
  return { OR: [{ id: search }, { user: { email } }, { legalName: containing(search) }] };
}

// One or the other, because a condition over two tables can't use either database index.
function decidedMatch(search: string): Prisma.IdentityCheckWhereInput {
  const text = storedAddress(search);
  return isId(text) ? { id: text } : { user: { email: { startsWith: escapeLike(text) } } };
}
