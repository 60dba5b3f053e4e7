import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { custodianList, field, filter, NEWEST, type RowIn } from "@/lib/domain/core/lists";
import { conflictWith, hideReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { containsAll, MATCHED_MOST, wordsOf } from "@/lib/domain/records/search";
import { db, inTransaction, Prisma, prefixPattern } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { addressStart, storedAddress } from "@/lib/platform/wire";
import type { ProductionStatus } from "../labels";

/**
 * All productions, newest first. The ledger records a search by address for everyone it found, and it leaves out what is reserved for
 * another custodian.
 */
export const productionRecordList = custodianList({
  from: "productions p JOIN producers r ON r.id = p.producer_id",
  // Finding a reserved production by an address would tell who is in it.
  scope: ({ actor }, { q }) =>
    q && addressStart(q)
      ? Prisma.sql`NOT ${conflictWith("production", Prisma.sql`p.id`, actor.userId)}`
      : Prisma.sql`true`,
  order: NEWEST,
  size: 25,
  may: (ctx) => assertCustodian(db, ctx),
  select: {
    id: field.text("p.id"),
    title: field.text("p.title"),
    producerName: field.text("r.name"),
    status: field.of<ProductionStatus>("p.status"),
    createdAt: field.time("p.created_at"),
  },
  perRow: {
    join: (_, { q }) => {
      const address = q && addressStart(q);
      const isNamed = address ? Prisma.sql`m.email LIKE ${prefixPattern(address)}` : Prisma.sql`false`;
      return Prisma.sql`CROSS JOIN LATERAL (SELECT count(DISTINCT m.email)::int AS all,
        coalesce(array_agg(DISTINCT m.email ORDER BY m.email) FILTER (WHERE ${isNamed}), '{}') AS named
        FROM production_performers m WHERE m.production_id = page.id) performers`;
    },
    select: {
      performerCount: field.count("performers.all"),
      /** The addresses that a search by address found, which the ledger records. */
      performers: field.of<string[]>("performers.named"),
    },
  },
  filters: {
    /** The id of a production or certificate, the start of a performer's address, or words of the title, which find the latest thousand. */
    q: filter.typed(2048, (text) => matching(text, addressStart(text))),
  },
  present: async (rows, ctx) => {
    await recordSearch(ctx, new Set(rows.flatMap(({ performers }) => performers)));
    return hideReserved(db, ctx, { what: "production", rows });
  },
});

/** A production of any producer, in a custodian's list. */
export type FoundProduction = Exclude<RowIn<typeof productionRecordList>, Reserved>;

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
