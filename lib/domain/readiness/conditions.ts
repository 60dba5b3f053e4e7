import { isUnderAge } from "@/lib/domain/identity/id-facts";
import { clock } from "@/lib/platform/clock";
import { Prisma } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { RULES, type RuleName, type Subject } from "./labels";

const { sql, raw, join } = Prisma;

/** The facts of the IDs that a person had verified; null for what can't be read. */
export type IdFacts = { decidedAt: Date; birthDate: Date | null; documentExpiry: Date | null };

/**
 * Whether a record breaks a rule: true, false, or null if the rule doesn't apply to it. SQL over a row of its kind, or, for what is
 * sealed, a function of one of its people's IDs and of its day of production.
 */
export type Condition = Prisma.Sql | { judge: (ids: readonly IdFacts[], day: Date) => boolean | null };

/** A kind of record: its table with the row that conditions read, what they need beside it, and its people. */
type Kind = {
  /** As `r`: id, partner_id, producer_id, and what conditions read. */
  rows: Prisma.Sql;
  /** How many rows to check in one transaction. Rows of one kind cost more than those of another. */
  batch: number;
  joins: Prisma.Sql;
  /** The people of the rows of `page` and the day of production, as id, user_id and day. */
  people: Prisma.Sql;
};

const NOBODY = sql`SELECT ''::text AS id, ''::text AS user_id, now() AS day WHERE false`;
const PERFORMERS = sql`scene_performers sp WHERE sp.scene_id = r.id`;

export const KINDS: Record<Subject, Kind> = {
  account: {
    rows: sql`SELECT a.*, NULL::text AS producer_id FROM solo_accounts a`,
    batch: 1_000,
    joins: sql`LEFT JOIN identities i ON i.user_id = r.user_id
      LEFT JOIN identity_checks c ON c.id = i.check_id
      LEFT JOIN statements st ON st.user_id = r.user_id
      LEFT JOIN statement_versions v ON v.user_id = st.user_id AND v.version = st.published_version`,
    people: sql`SELECT r.id, r.user_id, now() AS day FROM page r WHERE r.user_id IS NOT NULL AND r.status = 'active'`,
  },
  depiction: {
    rows: sql`SELECT d.*, NULL::text AS producer_id FROM depictions d`,
    batch: 2_000,
    joins: sql`JOIN solo_accounts a ON a.id = r.account_id`,
    people: sql`SELECT r.id, e.user_id, r.production_date AS day FROM page r JOIN index_entries e ON e.depiction_id = r.id
      WHERE r.removed_at IS NULL`,
  },
  scene: {
    rows: sql`SELECT s.*, NULL::text AS producer_id FROM collab_scenes s`,
    batch: 500,
    joins: Prisma.empty,
    people: sql`SELECT r.id, sp.user_id, coalesce(r.shoot_date, r.created_at) AS day FROM page r
      JOIN scene_performers sp ON sp.scene_id = r.id WHERE sp.user_id IS NOT NULL AND r.status = 'greenlit'`,
  },
  production: {
    rows: sql`SELECT p.*, p.created_by_partner_id AS partner_id FROM productions p`,
    batch: 50,
    joins: Prisma.empty,
    people: NOBODY,
  },
};

/** A condition for the records that a rule applies to. */
const when = (applies: Prisma.Sql, broken: Prisma.Sql): Prisma.Sql => sql`CASE WHEN ${applies} THEN ${broken} END`;

// Conditions about one person, for accounts and for the performers of scenes.

const noIdentity = (user: Prisma.Sql) => sql`NOT EXISTS (SELECT FROM identities ni WHERE ni.user_id = ${user})`;
// Only for IDs that our custodians saw: Stripe holds the copies of those that it verified, and whoever verified an imported one its copy.
const idCopyMissing = (user: Prisma.Sql) => sql`EXISTS (
  SELECT FROM identities ci JOIN identity_checks cc ON cc.id = ci.check_id
  WHERE ci.user_id = ${user} AND cc.driver = 'custodian_review' AND NOT EXISTS (
    SELECT FROM identity_photos ip WHERE ip.check_id = ci.check_id AND ip.kind = 'document_front'))`;
// Copies that a platform accepts may not leave it out. A verification service may not tell it, and an import never does: they have no copy.
const noIdNumber = (user: Prisma.Sql) => sql`EXISTS (
  SELECT FROM identities di JOIN identity_checks dc ON dc.id = di.check_id WHERE di.user_id = ${user} AND dc.document_number IS NULL
    AND EXISTS (SELECT FROM identity_photos dp WHERE dp.check_id = dc.id AND dp.kind = 'document_front'))`;
const namesMissing = (user: Prisma.Sql) => sql`EXISTS (
  SELECT FROM identities mi JOIN identity_checks mc ON mc.id = mi.check_id CROSS JOIN LATERAL unnest(mc.other_names) AS other(name)
  WHERE mi.user_id = ${user} AND other.name <> mi.legal_name
    AND NOT EXISTS (SELECT FROM person_aliases pa WHERE pa.user_id = mi.user_id AND pa.name = other.name))`;

/** As people write it: P.O. Box, PO Box, POB 12, Post Office Box, Postal Box. For PostgreSQL, ignoring case. */
export const POST_OFFICE_BOX = String.raw`\m(p\W*o\W*|post(al)?\W*(office\W*)?)(box\M|b\M\W*[0-9])`;

const isActive = sql`r.status = 'active'`;
const isShown = sql`r.removed_at IS NULL`;
const isGreenlit = sql`r.status = 'greenlit'`;
const isOpen = sql`r.status IN ('pending_documentation', 'documented')`;
const isDocumented = sql`r.status = 'documented'`;
const performers = (broken: Prisma.Sql) => when(isGreenlit, sql`EXISTS (SELECT FROM ${PERFORMERS} AND (${broken}))`);

/** The ID that was on file on a day: the latest one that was verified by the end of it. */
const idOn = (ids: readonly IdFacts[], day: Date) =>
  ids.filter(({ decidedAt }) => dayOf(decidedAt) <= dayOf(day)).toSorted((a, b) => +b.decidedAt - +a.decidedAt)[0];
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const birthDateMissing = { judge: (ids: readonly IdFacts[]) => (ids.length === 0 ? null : !latest(ids)?.birthDate) };
const latest = (ids: readonly IdFacts[]) => ids.toSorted((a, b) => +b.decidedAt - +a.decidedAt)[0];
const expired = {
  judge: (ids: readonly IdFacts[], day: Date) => {
    const expiry = idOn(ids, day)?.documentExpiry;
    return expiry ? dayOf(expiry) < dayOf(day) : null;
  },
};
const underAge = {
  judge: (ids: readonly IdFacts[], day: Date) => {
    const birthDate = latest(ids)?.birthDate;
    return birthDate ? isUnderAge(birthDate, day) : null;
  },
};

const ownPublications = sql`scene_publications p WHERE p.scene_id = r.id AND p.partner_id = r.partner_id AND p.removed_at IS NULL`;
/** Whether the partner logged a publication `p`: under its URL, or from the same file. The search finds URLs as requests compare them. */
const logged = (met: Prisma.Sql) => sql`(
  EXISTS (SELECT FROM depictions d WHERE d.kept_sha256 = p.depiction_sha256 AND d.partner_id = p.partner_id)
  OR EXISTS (SELECT FROM search_records q JOIN depictions d ON d.id = q.id
    WHERE q.kind = 'depiction' AND q.url_hash = match_url_hash(p.content_url) AND q.partner_id = p.partner_id AND ${met}))`;
/** The works that a creator logged last: reading all of them would take too long. */
const works = sql`(SELECT title, production_date FROM depictions t
  WHERE t.account_id = r.id AND t.partner_id = r.partner_id AND t.removed_at IS NULL
  ORDER BY t.id DESC LIMIT 100) AS work`;
const holdLost = (column: string) =>
  when(
    sql`EXISTS (SELECT FROM legal_holds h WHERE ${raw(`h.${column}`)} = r.id AND h.lifted_at IS NULL)`,
    sql`NOT r.legal_hold`,
  );
const listed = (broken: Prisma.Sql) =>
  sql`EXISTS (SELECT FROM production_depictions pd WHERE pd.production_id = r.id AND ${broken})`;

/** The condition of each rule, now. */
function conditions(): Record<RuleName, Condition> {
  const now = clock.now();
  const { custodianAddress, custodianName, custodianTitle } = env();
  const published = sql`${isActive} AND v.version IS NOT NULL`;
  return {
    account_id: when(isActive, sql`i.user_id IS NULL`),
    account_birth_date: birthDateMissing,
    account_id_copy: when(isActive, idCopyMissing(sql`r.user_id`)),
    account_id_number: when(isActive, noIdNumber(sql`r.user_id`)),
    account_names: when(isActive, namesMissing(sql`r.user_id`)),
    statement: when(isActive, sql`v.version IS NULL`),
    statement_title: when(
      published,
      sql`v.work_title IS NOT NULL AND EXISTS (SELECT FROM ${works} WHERE work.title <> v.work_title)`,
    ),
    statement_date: when(
      sql`${published} AND v.work_title IS NULL`,
      sql`EXISTS (SELECT FROM ${works} WHERE work.production_date >= v.produced_on + 1)`,
    ),
    // A post office box doesn't satisfy the regulation.
    statement_address: when(
      published,
      sql`v.custodian_address !~ '[0-9]' OR v.custodian_address ~* ${POST_OFFICE_BOX}`,
    ),
    statement_custodian: when(
      published,
      sql`v.custodian_name <> ${custodianName} OR v.custodian_title <> ${custodianTitle}
        OR v.custodian_address <> ${custodianAddress}`,
    ),

    // From when the partner was told: an earlier check would tell that the person was verified elsewhere.
    produced_before_id: when(
      isShown,
      sql`a.verified_at IS NULL OR r.production_date < date_trunc('day', a.verified_at, 'UTC')`,
    ),
    id_expired: expired,
    of_age: underAge,
    // A copy may be uploaded on the day after.
    depiction_copy: when(
      sql`${isShown} AND r.created_at < ${new Date(now.getTime() - DAY_MS)}`,
      sql`r.copy_state <> 'stored'`,
    ),
    copy_in_storage: when(
      sql`r.copy_state = 'stored'`,
      sql`EXISTS (SELECT FROM lost_copies l WHERE l.depiction_id = r.id)`,
    ),
    depiction_url: when(isShown, sql`r.content_url !~* '^https?://[^/]' AND r.external_content_id IS NULL`),
    depiction_indexed: sql`NOT EXISTS (SELECT FROM index_entries e WHERE e.depiction_id = r.id)`,
    depiction_date: when(isShown, sql`r.production_date > r.created_at + interval '1 day'`),
    depiction_hold: holdLost("depiction_id"),

    releases: performers(sql`sp.release_id IS NULL OR sp.consented_at IS NULL`),
    performer_id: performers(noIdentity(sql`sp.user_id`)),
    performer_birth_date: birthDateMissing,
    performer_id_copy: performers(idCopyMissing(sql`sp.user_id`)),
    performer_id_number: performers(noIdNumber(sql`sp.user_id`)),
    shot_before_id: when(
      sql`${isGreenlit} AND r.shoot_date IS NOT NULL`,
      sql`EXISTS (SELECT FROM ${PERFORMERS} AND NOT EXISTS (
        SELECT FROM identity_checks k WHERE k.user_id = sp.user_id AND k.status = 'approved'
          AND r.shoot_date >= date_trunc('day', k.decided_at, 'UTC')))`,
    ),
    performer_id_expired: expired,
    performer_of_age: underAge,
    scene_copy: when(
      sql`${isGreenlit} AND EXISTS (SELECT FROM ${ownPublications})`,
      sql`EXISTS (SELECT FROM ${ownPublications} AND NOT ${logged(sql`d.copy_state = 'stored'`)})`,
    ),
    performer_names: performers(namesMissing(sql`sp.user_id`)),
    scene_indexed: performers(sql`sp.user_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM scene_index_entries x WHERE x.scene_id = r.id AND x.user_id = sp.user_id)`),
    // The content log has the day, too.
    scene_date: when(
      sql`${isGreenlit} AND EXISTS (SELECT FROM ${ownPublications})`,
      sql`r.shoot_date IS NULL AND EXISTS (SELECT FROM ${ownPublications} AND NOT ${logged(sql`true`)})`,
    ),
    release_copy: performers(sql`sp.release_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM release_copies rc WHERE rc.performer_id = sp.id)`),
    scene_hold: holdLost("scene_id"),

    performers_named: when(
      isOpen,
      sql`NOT EXISTS (SELECT FROM production_performers pp WHERE pp.production_id = r.id)`,
    ),
    production_age: when(
      isOpen,
      sql`EXISTS (SELECT FROM seal_holds sh WHERE sh.production_id = r.id AND sh.released_at IS NULL)`,
    ),
    depictions_listed: when(isOpen, sql`NOT ${listed(sql`true`)}`),
    production_file: when(isOpen, listed(sql`pd.sha256 IS NULL`)),
    production_date: when(
      isOpen,
      sql`r.production_date > ${now} OR ${listed(sql`(pd.produced_on < r.production_date OR pd.produced_on > ${now})`)}`,
    ),
    certificate: when(
      isDocumented,
      sql`NOT EXISTS (SELECT FROM certificates ce WHERE ce.production_id = r.id AND ce.status = 'CURRENT' AND ce.expires_at > ${now})`,
    ),
    sealed: when(
      isOpen,
      sql`NOT EXISTS (SELECT FROM sealed_packages pk
        WHERE pk.production_id = r.id AND pk.sealed_at IS NOT NULL AND pk.revision = r.revision)`,
    ),
  };
}

/** The rules about one kind of record, with their conditions. */
export function conditionsOf(about: Subject): [RuleName, Condition][] {
  return (Object.entries(conditions()) as [RuleName, Condition][]).filter(([name]) => RULES[name].about === about);
}

/** The records of the judged rules that are broken, and those to which the rule applies. */
export type Judged = { applies: string[]; broken: string[] };

/** The rules as a table of name and outcome for each row `r`. */
export const outcomes = (rules: readonly [RuleName, Condition][], judged: ReadonlyMap<RuleName, Judged>): Prisma.Sql =>
  join(
    rules.map(([name, condition]) => {
      if (!("judge" in condition)) return sql`(${name}, (${condition}))`;
      const { applies = [], broken = [] } = judged.get(name) ?? {};
      return sql`(${name}, ${when(sql`r.id = ANY (${applies})`, sql`r.id = ANY (${broken})`)})`;
    }),
  );
