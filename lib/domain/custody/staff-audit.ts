import { AUDIT, AUDIT_COLUMNS, type AuditEntry, entriesOf, toldEntry, wordsSaying } from "@/lib/domain/core/audit";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { nameActors, type SubjectKind } from "@/lib/domain/core/ledger";
import { custodianList, type field, filter } from "@/lib/domain/core/lists";
import { assertCustodian } from "@/lib/domain/parties/people";
import { db, Prisma, prefixPattern, rowsIn } from "@/lib/platform/db";
import { storedAddress } from "@/lib/platform/wire";
import { type Concern, isReserved, partnersOf, type Reserved, reservedAmong } from "./conflicts";

const { sql } = Prisma;

/** What custodians and operators at the console did, as the database index has it. */
const OF_STAFF = sql`(l.actor_kind = 'staff' OR l.actor_id LIKE 'ops:%')`;
const OPERATOR = "ops:";

const ofColleague = (text: string) => {
  const found = sql`ARRAY(SELECT id FROM users WHERE email LIKE ${prefixPattern(storedAddress(text))} LIMIT 100)`;
  return sql`(l.actor_id = ANY (${found}) OR (l.subject_kind = 'user' AND l.subject_id = ANY (${found})))`;
};

/** What an entry is about, for conflicts of interest. */
const CONCERNS: { readonly [Kind in SubjectKind]?: Concern } = {
  collab_scene: "scene",
  depiction: "depiction",
  examination: "examination",
  identity_check: "check",
  inspection: "inspection",
  person: "person",
  production: "production",
  record_package: "recordPackage",
  removal_request: "request",
  solo_account: "account",
  user: "person",
};

type Row = field.RowOf<typeof AUDIT.select>;

/** The acts about a custodian's account or role, which every custodian sees. */
async function findOfStaff(rows: readonly Row[]): Promise<ReadonlySet<Row>> {
  const users = rows.filter(({ subjectKind }) => subjectKind === "user");
  const ids = users.map(({ subjectId }) => subjectId);
  const found = await db.user.findMany({ where: { id: { in: ids }, staffRole: { not: null } }, select: { id: true } });
  const staffIds = new Set(found.map(({ id }) => id));
  return new Set(
    users.filter(({ action, subjectId, actorId }) => {
      return subjectId === actorId || staffIds.has(subjectId) || action.startsWith("custodian.");
    }),
  );
}

/** An act of a custodian or an operator. */
export type StaffAct = AuditEntry & { subjectKind: SubjectKind; subjectId: string };

/**
 * The service's audit log, newest first: administrative acts of custodians, and of operators at the console. Of an act on what is
 * reserved for another custodian, it tells only that there is one, and no search finds it. Throws `Forbidden`.
 */
export const staffAuditList = custodianList({
  ...AUDIT,
  may: (ctx) => assertCustodian(db, ctx),
  from: (step) => entriesOf("staffLog", OF_STAFF, step),
  scope: () => OF_STAFF,
  filters: {
    /** Words of an act, the start of a custodian's address, or of the id of what it is about. */
    q: filter.search<StaffActor>(
      320,
      (text) => wordsSaying("staffLog", text),
      ofColleague,
      filter.idStartsWith("l.subject_id"),
    ),
    ...AUDIT.filters,
  },
  present: async (rows, ctx, { q }): Promise<(StaffAct | Reserved)[]> => {
    const ofStaff = await findOfStaff(rows);
    const [reserved, nameOf, partners] = await Promise.all([
      reservedIn(
        ctx,
        rows.filter((row) => !ofStaff.has(row)),
      ),
      nameActors([...rows.map(actorOf), ...[...ofStaff].map(({ subjectId }) => staff(subjectId))]),
      db.partner.findMany({
        where: { id: { in: rows.flatMap(({ partnerId }) => partnerId ?? []) } },
        select: { id: true, name: true },
      }),
    ]);
    const partnerNames = new Map(partners.map(({ id, name }) => [id, name]));
    const told = rows.map((row) => {
      const { id, subjectKind, subjectId } = row;
      if (reserved.has(id)) return { id, isReserved: true } as const;
      const isOwn = subjectId === row.actorId;
      const about = ofStaff.has(row) ? nameOf(staff(subjectId)) : (partnerNames.get(subjectId) ?? subjectId);
      const named = {
        who: row.actorKind === "system" ? `operator ${row.actorId.slice(OPERATOR.length)}` : nameOf(actorOf(row)),
        about: isOwn ? null : about,
        // Why an operator changed how somebody signs in. A record's own history has other reasons.
        reason: subjectKind === "user" ? row.reason : null,
      };
      return { ...toldEntry("staffLog", row, named), subjectKind, subjectId };
    });
    return q ? told.filter((row) => !isReserved(row)) : told;
  },
}).exported({
  file: "staff-audit-log",
  action: "staff_log.exported",
  columns: Object.fromEntries(
    Object.entries(AUDIT_COLUMNS).map(([column, name]) => [
      column,
      (row: StaffAct | Reserved) => {
        if (isReserved(row)) return name === "id" ? row.id : name === "did" ? "Reserved for a colleague" : null;
        return row[name];
      },
    ]),
  ),
});

const actorOf = ({ actorKind, actorId }: Row) => ({ kind: actorKind, id: actorId });
const staff = (id: string) => ({ kind: "staff", id });

/** The entries that are reserved for another custodian. */
async function reservedIn(ctx: Ctx<StaffActor>, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const partnerIds = rows.flatMap(({ partnerId }) => partnerId ?? []);
  const own = await rowsIn<{ id: string }>(db)`
    SELECT own.partner_id AS id FROM ${partnersOf(ctx.actor.userId)} own WHERE own.partner_id = ANY (${partnerIds}::text[])`;
  const ofOwn = new Set(own.map(({ id }) => id));
  const found = rows.filter(({ partnerId }) => partnerId !== null && ofOwn.has(partnerId));
  for (const [what, about] of Map.groupBy(rows, ({ subjectKind }) => CONCERNS[subjectKind])) {
    if (!what) continue;
    const ids = await reservedAmong(db, ctx, { what, ids: about.map(({ subjectId }) => subjectId) });
    found.push(...about.filter(({ subjectId }) => ids.has(subjectId)));
  }
  return new Set(found.map(({ id }) => id));
}
