import type { Ctx, StaffActor } from "@/lib/domain/context";
import { assertCustodian } from "@/lib/domain/people";
import { db, Prisma } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { beyondTime, pageOf, readingOrder, readTimedCursor } from "@/lib/platform/keyset";
import { storedAddress } from "@/lib/platform/wire";
import { withFacts } from "./facts";

const PAGE = 25;

export const QUEUE_VIEWS = ["waiting", "approved", "rejected"] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];

type QueueQuery = { view: QueueView; search?: string; cursor?: string };

/**
 * A page of checks: those that wait for a custodian, longest wait first, or the decided ones, latest first. The
 * custodian's own record is left out. `search` finds a whole check id; among those that wait, which are few, also any part
 * of an email address or a legal name, and among the decided ones, which only grow, the beginning of an email address.
 * Legal names stand only among those that wait: what a decided check holds takes a purpose to see. Throws `Forbidden`.
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
      // What an outside service is still working on is nobody's to decide.
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
    rows: (await withFacts(db, rows)).map((row) => ({
      id: row.id,
      legalName: waiting ? row.legalName : null,
      email: row.user.email,
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
 * The checks before and after one in the queue of those that wait, which of the others has waited longest, and how many
 * they are. From a check that does not wait, which has no place in the queue, there is only the way to the oldest.
 * Throws `Forbidden`.
 */
export async function findNeighbours(
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

/** How many checks wait for this custodian, and since when the oldest has. Throws `Forbidden`. */
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
  const containing = (text: string) => ({ contains: literal(text), mode: Prisma.QueryMode.insensitive });
  const email = containing(storedAddress(search));
  return { OR: [{ id: search }, { user: { email } }, { legalName: containing(search) }] };
}

// One or the other: two columns of two tables in one condition leave both their indexes out.
function decidedMatch(search: string): Prisma.IdentityCheckWhereInput {
  const wanted = storedAddress(search);
  return isId(wanted) ? { id: wanted } : { user: { email: { startsWith: literal(wanted) } } };
}

/** Text that a pattern takes for itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
