import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { conflictWith, hideReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { containsAll, wordsOf } from "@/lib/domain/records/search";
import { db, inTransaction, Prisma, pool } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { prefixPattern } from "@/lib/platform/like";
import { storedAddress } from "@/lib/platform/wire";
import type { ProductionStatus } from "../labels";

/** A production of any producer, in a custodian's list. */
export type FoundProduction = {
  id: string;
  title: string;
  producerName: string;
  status: ProductionStatus;
  performerCount: number;
  /** The addresses that a search by address found, which the ledger records. */
  performers: string[];
  createdAt: Date;
};

const PAGE = 25;
const MATCHED_MOST = 1000;

type ProductionFilters = { text?: string | undefined; cursor?: string | undefined };

/**
 * A page of all productions, newest first. `text`: the id of a production or certificate, the start of a performer's address,
 * or words of the title, which find the latest thousand. The ledger records a search by address for everyone it found, and it leaves
 * out what is reserved for another custodian. Throws `Forbidden`.
 */
export async function searchProductionRecords(
  ctx: Ctx<StaffActor>,
  { text, cursor: sent }: ProductionFilters,
): Promise<Page<FoundProduction | Reserved>> {
  await assertCustodian(db, ctx);
  const cursor = readCursor(sent);
  const order = readingOrder(cursor);
  const isReserved = conflictWith("production", Prisma.sql`p.id`, ctx.actor.userId);
  const address = text ? addressOf(text) : null;
  const isNamed = address ? Prisma.sql`m.email LIKE ${prefixPattern(address)}` : Prisma.sql`false`;
  const conditions = [
    ...(cursor ? [order === "asc" ? Prisma.sql`p.id > ${cursor.id}` : Prisma.sql`p.id < ${cursor.id}`] : []),
    ...(text ? [matching(text, address)] : []),
    // Finding a reserved production by an address would tell who is in it.
    ...(address ? [Prisma.sql`NOT ${isReserved}`] : []),
    Prisma.sql`true`,
  ];
  const { text: query, values } = Prisma.sql`
    SELECT p.id, p.title, r.name AS "producerName", p.status, p.created_at AS "createdAt",
      (SELECT count(DISTINCT m.email)::int FROM production_performers m WHERE m.production_id = p.id) AS "performerCount",
      ARRAY(SELECT DISTINCT m.email FROM production_performers m WHERE m.production_id = p.id AND ${isNamed}
        ORDER BY m.email) AS performers
    FROM productions p JOIN producers r ON r.id = p.producer_id
    WHERE ${Prisma.join(conditions, " AND ")} ORDER BY p.id ${Prisma.raw(order)} LIMIT ${PAGE + 1}`;
  const { rows } = await pool().query<FoundProduction>(query, values);
  const page = pageOf(rows, { limit: PAGE, cursor });
  await recordSearch(ctx, new Set(page.rows.flatMap(({ performers }) => performers)));
  return { ...page, rows: await hideReserved(db, ctx, { what: "production", rows: page.rows }) };
}

/** The text as the start of an address, if it looks like one. */
function addressOf(text: string): string | null {
  const address = storedAddress(text);
  return address.includes("@") ? address : null;
}

/** One condition each, because a condition over two tables can't use either database index. */
function matching(text: string, address: string | null): Prisma.Sql {
  const wanted = storedAddress(text);
  if (isId(wanted)) {
    return Prisma.sql`p.id IN (${wanted}, (SELECT production_id FROM certificates WHERE id = ${wanted}))`;
  }
  if (address) {
    return Prisma.sql`p.id IN (SELECT production_id FROM production_performers WHERE email LIKE ${prefixPattern(address)}
      ORDER BY production_id DESC LIMIT ${MATCHED_MOST})`;
  }
  const words = containsAll(Prisma.sql`search_fold(title)`, wordsOf(text));
  return Prisma.sql`p.id IN (SELECT id FROM productions WHERE ${words} ORDER BY id DESC LIMIT ${MATCHED_MOST})`;
}

async function recordSearch(ctx: Ctx<StaffActor>, emails: ReadonlySet<string>): Promise<void> {
  if (emails.size === 0) return;
  const people = await db.user.findMany({ where: { email: { in: [...emails] } }, select: { id: true } });
  await inTransaction(async (tx) => {
    for (const { id } of people) {
      const subject = { kind: "person", id } as const;
      record(tx, { ctx, action: "index.searched", subject, partnerId: null, detail: { by: ["production"] } });
    }
  });
}
