import { z } from "zod";
import { db, Prisma } from "@/lib/platform/db";

const PAGE = 25;

export const QUEUE_VIEWS = ["waiting", "approved", "rejected"] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];

const Cursor = z.tuple([z.iso.datetime(), z.string()]);

type QueueQuery = { view: QueueView; search?: string; cursor?: string; reviewerId: string };

/**
 * A page of checks: those that wait for a custodian, longest wait first, or the decided ones, latest first. The
 * reviewer's own record is left out. `search` finds parts of an email address or a legal name, or a whole check id.
 */
export async function listChecks({ view, search, cursor, reviewerId }: QueueQuery) {
  const waiting = view === "waiting";
  const after = readCursor(cursor);
  const time = waiting ? "submittedAt" : "decidedAt";
  const direction = waiting ? ("asc" as const) : ("desc" as const);
  const beyond = waiting ? "gt" : "lt";
  const rows = await db.identityCheck.findMany({
    where: {
      status: waiting ? "submitted" : view,
      userId: { not: reviewerId },
      // What an outside service is still working on is nobody's to decide.
      ...(waiting ? { driver: "custodian_review" as const } : {}),
      AND: [
        search ? matching(search) : {},
        after ? { OR: [{ [time]: { [beyond]: after.at } }, { [time]: after.at, id: { [beyond]: after.id } }] } : {},
      ],
    },
    orderBy: [{ [time]: direction }, { id: direction }],
    take: PAGE + 1,
    include: { user: { select: { email: true } } },
  });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const lastAt = last?.[time];
  return {
    rows: page.map((row) => ({
      id: row.id,
      legalName: row.legalName ?? "",
      email: row.user.email,
      documentType: row.documentType,
      documentCountry: row.documentCountry,
      submittedAt: row.submittedAt ?? row.createdAt,
      decidedAt: row.decidedAt,
      rejectionReason: row.rejectionReason,
    })),
    nextCursor: rows.length > PAGE && last && lastAt ? `${lastAt.toISOString()}~${last.id}` : null,
  };
}

export type QueueRow = Awaited<ReturnType<typeof listChecks>>["rows"][number];

/** The checks before and after one in the queue of those that wait; the first one when it is no longer waiting. */
export async function findNeighbours(
  check: { id: string; submittedAt: Date | null },
  reviewerId: string,
): Promise<{ previous: string | null; next: string | null; waiting: number }> {
  const base = {
    status: "submitted",
    driver: "custodian_review",
    userId: { not: reviewerId },
    id: { not: check.id },
  } satisfies Prisma.IdentityCheckWhereInput;
  const at = check.submittedAt ?? new Date(0);
  const [next, previous, waiting] = await Promise.all([
    db.identityCheck.findFirst({
      where: { ...base, OR: [{ submittedAt: { gt: at } }, { submittedAt: at, id: { gt: check.id } }] },
      orderBy: [{ submittedAt: "asc" }, { id: "asc" }],
      select: { id: true },
    }),
    db.identityCheck.findFirst({
      where: { ...base, OR: [{ submittedAt: { lt: at } }, { submittedAt: at, id: { lt: check.id } }] },
      orderBy: [{ submittedAt: "desc" }, { id: "desc" }],
      select: { id: true },
    }),
    db.identityCheck.count({ where: base }),
  ]);
  return { previous: previous?.id ?? null, next: next?.id ?? null, waiting };
}

/** How many checks wait for this reviewer, and since when the oldest has. */
export async function countWaiting(reviewerId: string): Promise<{ waiting: number; oldest: Date | null }> {
  const found = await db.identityCheck.aggregate({
    where: { status: "submitted", driver: "custodian_review", userId: { not: reviewerId } },
    _count: true,
    _min: { submittedAt: true },
  });
  return { waiting: found._count, oldest: found._min.submittedAt };
}

function matching(search: string): Prisma.IdentityCheckWhereInput {
  const text = { contains: search.replace(/[\\%_]/g, "\\$&"), mode: Prisma.QueryMode.insensitive };
  return { OR: [{ id: search }, { legalName: text }, { user: { email: text } }] };
}

function readCursor(cursor: string | undefined): { at: Date; id: string } | null {
  const parsed = Cursor.safeParse(cursor?.split("~"));
  return parsed.success ? { at: new Date(parsed.data[0]), id: parsed.data[1] } : null;
}
