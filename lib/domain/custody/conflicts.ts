import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { isPublishedAs } from "@/lib/domain/custody/published-as";
import { assertCustodian } from "@/lib/domain/parties/people";
import { Prisma, type Tx } from "@/lib/platform/db";
import { Forbidden } from "@/lib/platform/errors";

// A custodian's conflicts of interest, decided here for every look and every act. Read by SQL, because the subjects that ask don't
// import each other. Performers and links count as they are at the moment of the look.

const { sql } = Prisma;

type Rule = (id: Prisma.Sql, userId: string) => Prisma.Sql;

/** A rule about what has this id. It reads the id under a name of its own, so that no alias inside can mean another's table. */
const rule = (name: string, isInConflict: Rule): Rule => {
  const own = Prisma.raw(`the_${name}`);
  return (id, userId) =>
    sql`EXISTS (SELECT FROM (SELECT ${id} AS id) AS ${own} WHERE ${isInConflict(sql`${own}.id`, userId)})`;
};

const addressOfId = (id: Prisma.Sql) => sql`(SELECT email FROM users WHERE id = ${id})`;

// People also count by address, before they open their mail.
const addressOf = (userId: string) => addressOfId(sql`${userId}`);

// Also the teams that they left: otherwise they could leave, look and return. An open invitation doesn't count, because a partner
// could send one to every custodian.
const teamsOf = (userId: string) => sql`(
  SELECT partner_id FROM partner_members WHERE user_id = ${userId}
  UNION SELECT partner_id FROM partner_invitations WHERE email = ${addressOf(userId)} AND accepted_at IS NOT NULL)`;

const isOwnAccount = (me: string) => sql`(a.user_id = ${me} OR a.email = ${addressOf(me)})`;

/** They perform in it or upload it, its account is theirs now, or a partner of theirs created it, may publish it or published it. */
const sceneItself = rule(
  "scene_itself",
  (id, me) => sql`(
  EXISTS (SELECT FROM scene_index_entries e WHERE e.scene_id = ${id} AND (e.user_id = ${me} OR e.partner_id IN ${teamsOf(me)}))
  OR EXISTS (
    SELECT FROM collab_scenes s
      LEFT JOIN attestations t ON t.id = s.attestation_id
      LEFT JOIN solo_accounts a ON a.id = s.uploader_account_id
    WHERE s.id = ${id} AND (s.partner_id IN ${teamsOf(me)} OR t.user_id = ${me} OR ${isOwnAccount(me)}))
  OR EXISTS (SELECT FROM scene_performers o WHERE o.scene_id = ${id} AND (o.user_id = ${me} OR o.email = ${addressOf(me)}))
  OR EXISTS (SELECT FROM scene_extensions x WHERE x.scene_id = ${id} AND x.partner_id IN ${teamsOf(me)})
  OR EXISTS (SELECT FROM scene_publications b WHERE b.scene_id = ${id} AND b.partner_id IN ${teamsOf(me)}))`,
);

/** They produce it or are in it, a partner of theirs created it or is linked to it, or one of its scenes is in conflict. */
const production = rule(
  "production",
  (id, me) => sql`(
  EXISTS (SELECT FROM productions c JOIN producers r ON r.id = c.producer_id
    WHERE c.id = ${id} AND (r.user_id = ${me} OR c.created_by_partner_id IN ${teamsOf(me)}))
  OR EXISTS (SELECT FROM production_partners l WHERE l.production_id = ${id} AND l.partner_id IN ${teamsOf(me)})
  OR EXISTS (SELECT FROM production_performers m
    WHERE m.production_id = ${id} AND (m.email = ${addressOf(me)} OR ${sceneItself(sql`m.scene_id`, me)})))`,
);

/** It is in conflict itself, or belongs to a production that is. Also after it was erased. */
const scene = rule(
  "scene",
  (id, me) => sql`(${sceneItself(id, me)}
  OR EXISTS (SELECT FROM production_performers n WHERE n.scene_id = ${id} AND ${production(sql`n.production_id`, me)}))`,
);

/**
 * They are in it, also by an erased scene, its account or its partner is theirs, or it is published from a scene, or listed in a
 * production, in conflict.
 */
const depiction = rule(
  "depiction",
  (id, me) => sql`(
  EXISTS (SELECT FROM index_entries e WHERE e.depiction_id = ${id} AND (e.user_id = ${me} OR e.partner_id IN ${teamsOf(me)}))
  OR EXISTS (SELECT FROM erased_scene_people e WHERE e.depiction_id = ${id} AND e.user_id = ${me})
  OR EXISTS (SELECT FROM depictions d JOIN solo_accounts a ON a.id = d.account_id
    WHERE d.id = ${id} AND (d.partner_id IN ${teamsOf(me)} OR ${isOwnAccount(me)}))
  OR EXISTS (SELECT FROM depictions d JOIN scene_publications p ON ${isPublishedAs}
    WHERE d.id = ${id} AND ${scene(sql`p.scene_id`, me)})
  OR EXISTS (SELECT FROM depictions d JOIN production_depictions c
      ON match_url(c.url) = match_url(d.content_url) OR c.sha256 = d.file_hash OR c.sha256 = d.kept_sha256
    WHERE d.id = ${id} AND ${production(sql`c.production_id`, me)}))`,
);

/** It is theirs, also one that waits for their approval, or one of a partner of theirs. */
const account = rule(
  "account",
  (id, me) => sql`(
  EXISTS (SELECT FROM solo_accounts a WHERE a.id = ${id} AND (a.partner_id IN ${teamsOf(me)} OR ${isOwnAccount(me)}))
  OR EXISTS (SELECT FROM link_requests l WHERE l.account_id = ${id} AND l.user_id = ${me}))`,
);

/**
 * The custodian; creators whom their partner has, had or asked; uploaders, performers and people named in a scene in conflict; and
 * producers for their partner. A person's ID can greenlight their scenes.
 */
const person = rule(
  "person",
  (id, me) => sql`(
  ${id} = ${me}
  OR EXISTS (SELECT FROM solo_accounts a WHERE a.user_id = ${id} AND a.partner_id IN ${teamsOf(me)})
  OR EXISTS (SELECT FROM link_requests l JOIN solo_accounts a ON a.id = l.account_id
    WHERE l.user_id = ${id} AND a.partner_id IN ${teamsOf(me)})
  OR EXISTS (SELECT FROM identity_checks k JOIN solo_accounts a ON a.id = k.account_id
    WHERE k.user_id = ${id} AND a.partner_id IN ${teamsOf(me)})
  OR EXISTS (SELECT FROM attestations t JOIN upload_sessions u ON u.attestation_id = t.id
    WHERE t.user_id = ${id} AND u.partner_id IN ${teamsOf(me)})
  OR EXISTS (SELECT FROM attestations t JOIN collab_scenes s ON s.attestation_id = t.id
    WHERE t.user_id = ${id} AND ${scene(sql`s.id`, me)})
  OR EXISTS (SELECT FROM scene_performers o
    WHERE (o.user_id = ${id} OR o.email = ${addressOfId(id)}) AND ${scene(sql`o.scene_id`, me)})
  OR EXISTS (SELECT FROM producers r WHERE r.user_id = ${id} AND (
    EXISTS (SELECT FROM producer_partners w WHERE w.producer_id = r.id AND w.partner_id IN ${teamsOf(me)})
    OR EXISTS (SELECT FROM productions c WHERE c.producer_id = r.id AND c.created_by_partner_id IN ${teamsOf(me)}))))`,
);

/** Its person is in conflict. */
const check = rule(
  "check",
  (id, me) => sql`EXISTS (
  SELECT FROM identity_checks k WHERE k.id = ${id} AND ${person(sql`k.user_id`, me)})`,
);

/** They attested in it, or its account or its scene is in conflict. */
const session = rule(
  "session",
  (id, me) => sql`EXISTS (
  SELECT FROM upload_sessions u
    LEFT JOIN attestations t ON t.id = u.attestation_id
    LEFT JOIN collab_scenes c ON c.upload_session_id = u.id
  WHERE u.id = ${id} AND (t.user_id = ${me} OR ${account(sql`u.account_id`, me)} OR ${scene(sql`c.id`, me)}))`,
);

/** One of its productions is in conflict. */
const inspection = rule(
  "inspection",
  (id, me) => sql`EXISTS (
  SELECT FROM inspection_productions i WHERE i.inspection_id = ${id} AND ${production(sql`i.production_id`, me)})`,
);

const pickedInConflict = (me: string) => sql`CASE o.kind
    WHEN 'partner' THEN o.item_id IN ${teamsOf(me)}
    WHEN 'production' THEN ${production(sql`o.item_id`, me)}
    WHEN 'person' THEN ${person(sql`o.item_id`, me)}
    WHEN 'scene' THEN ${scene(sql`o.item_id`, me)}
    ELSE ${depiction(sql`o.item_id`, me)} END`;

/** Something that its scope names, or named, is in conflict, or is a partner of theirs. */
const examination = rule(
  "examination",
  (id, me) => sql`EXISTS (SELECT FROM examination_scope o WHERE o.examination_id = ${id} AND ${pickedInConflict(me)})`,
);

/** The same of a package, or its examination is in conflict. */
const recordPackage = rule(
  "record_package",
  (id, me) => sql`(
  EXISTS (SELECT FROM record_package_scope o WHERE o.package_id = ${id} AND ${pickedInConflict(me)})
  OR EXISTS (SELECT FROM record_packages k WHERE k.id = ${id} AND ${examination(sql`k.examination_id`, me)}))`,
);

/** Its record is in conflict, or a partner of theirs has the record or a clock for it. */
const item = rule(
  "item",
  (id, me) => sql`EXISTS (
  SELECT FROM removal_items i LEFT JOIN scene_publications b ON b.id = i.publication_id
  WHERE i.id = ${id} AND (i.partner_id IN ${teamsOf(me)}
    OR EXISTS (SELECT FROM takedowns w WHERE w.item_id = i.id AND w.partner_id IN ${teamsOf(me)})
    OR ${depiction(sql`i.depiction_id`, me)} OR ${production(sql`i.production_id`, me)} OR ${scene(sql`b.scene_id`, me)}))`,
);

/** They filed it, or the scene whose release it withdraws, or one of its records that wasn't dismissed, is in conflict. */
const request = rule(
  "request",
  (id, me) => sql`(
  EXISTS (SELECT FROM removal_requests f WHERE f.id = ${id} AND (f.user_id = ${me} OR f.email = ${addressOf(me)}))
  OR EXISTS (SELECT FROM scene_performers y WHERE y.withdrawal_id = ${id} AND ${scene(sql`y.scene_id`, me)})
  OR EXISTS (SELECT FROM removal_items g WHERE g.request_id = ${id} AND g.status <> 'dismissed' AND ${item(sql`g.id`, me)}))`,
);

/**
 * The depictions (`kind`, `id`), scenes and productions that the rules above may be about, read from a custodian's own side, which is small: for
 * sets of records that are too large to ask of each one. Some are in no conflict. Without depictions and erased entries that a partner
 * of theirs has, which `partnersOf` finds.
 */
export const recordsConcerning = (me: string): Prisma.Sql => sql`(
  WITH teams AS MATERIALIZED ${teamsOf(me)},
  accounts AS MATERIALIZED (
    SELECT id FROM solo_accounts WHERE user_id = ${me}
    UNION SELECT a.id FROM partners p JOIN solo_accounts a ON a.partner_id = p.id WHERE a.email = ${addressOf(me)}),
  own_scenes AS MATERIALIZED (
    SELECT scene_id AS id FROM scene_index_entries WHERE user_id = ${me}
    UNION SELECT scene_id FROM scene_performers WHERE user_id = ${me}
    UNION SELECT scene_id FROM scene_performers WHERE email = ${addressOf(me)}
    UNION SELECT s.id FROM attestations t JOIN collab_scenes s ON s.attestation_id = t.id WHERE t.user_id = ${me}
    UNION SELECT s.id FROM accounts a JOIN collab_scenes s ON s.uploader_account_id = a.id
    UNION SELECT s.id FROM teams t JOIN collab_scenes s ON s.partner_id = t.partner_id
    UNION SELECT x.scene_id FROM teams t JOIN scene_extensions x ON x.partner_id = t.partner_id
    UNION SELECT b.scene_id FROM teams t JOIN scene_publications b ON b.partner_id = t.partner_id),
  own_productions AS MATERIALIZED (
    SELECT c.id FROM producers r JOIN productions c ON c.producer_id = r.id WHERE r.user_id = ${me}
    UNION SELECT c.id FROM teams t JOIN productions c ON c.created_by_partner_id = t.partner_id
    UNION SELECT l.production_id FROM teams t JOIN production_partners l ON l.partner_id = t.partner_id
    UNION SELECT production_id FROM production_performers WHERE email = ${addressOf(me)}
    UNION SELECT m.production_id FROM own_scenes s JOIN production_performers m ON m.scene_id = s.id),
  scenes AS MATERIALIZED (
    SELECT id FROM own_scenes
    UNION SELECT m.scene_id FROM own_productions c JOIN production_performers m ON m.production_id = c.id),
  shown AS MATERIALIZED (
    SELECT p.partner_id, p.content_url AS url, p.depiction_sha256 AS sha256 FROM scenes s JOIN scene_publications p ON p.scene_id = s.id
      WHERE p.partner_id NOT IN (SELECT partner_id FROM teams)
    UNION SELECT NULL, c.url, c.sha256 FROM own_productions o JOIN production_depictions c ON c.production_id = o.id)
  SELECT 'scene' AS kind, id FROM scenes
  UNION ALL SELECT 'production', id FROM own_productions
  UNION ALL SELECT 'depiction', depiction_id FROM index_entries WHERE user_id = ${me}
  UNION ALL SELECT 'depiction', depiction_id FROM erased_scene_people WHERE user_id = ${me}
  UNION ALL SELECT 'depiction', d.id FROM accounts a JOIN depictions d ON d.account_id = a.id
  UNION ALL SELECT 'depiction', d.id FROM shown w JOIN search_records d ON d.kind = 'depiction' AND d.url_hash = match_url_hash(w.url)
    WHERE w.partner_id IS NULL OR w.partner_id = d.partner_id
  UNION ALL SELECT 'depiction', d.id FROM shown w JOIN search_records d ON d.kind = 'depiction' AND d.file_hash = w.sha256
    WHERE w.partner_id IS NULL OR w.partner_id = d.partner_id
  UNION ALL SELECT 'depiction', d.id FROM shown w JOIN depictions d ON d.kept_sha256 = w.sha256
    WHERE w.partner_id IS NULL OR w.partner_id = d.partner_id)`;

/** The partners in whose teams a custodian is or was. */
export const partnersOf = teamsOf;

const RULES = {
  production,
  scene,
  depiction,
  account,
  person,
  check,
  session,
  inspection,
  examination,
  recordPackage,
  item,
  request,
};

/** What a custodian can have a conflict of interest about. */
export type Concern = keyof typeof RULES;

/**
 * Whether a custodian has a conflict of interest about what has this id: it concerns them, a production that they produce or are in,
 * or a partner whose team they belong to. For lists.
 */
export const conflictWith = (what: Concern, id: Prisma.Sql, userId: string): Prisma.Sql => RULES[what](id, userId);

type Reading = Pick<Tx, "$queryRaw">;

/** Those of these ids that are reserved for another custodian. */
export async function reservedAmong(
  tx: Reading,
  { actor }: Ctx<StaffActor>,
  { what, ids }: { what: Concern; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT one.id FROM unnest(${[...ids]}::text[]) AS one(id) WHERE ${conflictWith(what, sql`one.id`, actor.userId)}`;
  return new Set(rows.map(({ id }) => id));
}

/** What a list has in place of a row that is reserved for another custodian: nothing of it but that it is there. */
export type Reserved = { id: string; isReserved: true };

/** Rows without the content of those that are reserved for another custodian. */
export async function hideReserved<Row extends { id: string }>(
  tx: Reading,
  ctx: Ctx<StaffActor>,
  { what, rows }: { what: Concern; rows: readonly Row[] },
): Promise<(Row | Reserved)[]> {
  const reserved = await reservedAmong(tx, ctx, { what, ids: rows.map(({ id }) => id) });
  return rows.map((row) => (reserved.has(row.id) ? { id: row.id, isReserved: true } : row));
}

/** Whether a row of a list is reserved for another custodian. */
export const isReserved = <Row extends object>(row: Row | Reserved): row is Reserved =>
  "isReserved" in row && row.isReserved === true;

/**
 * Checks that the actor is a custodian without a conflict of interest about any of these. Throws `Forbidden`, also
 * `conflict_of_interest`, which doesn't tell what the conflict is.
 */
export async function assertNoConflict(
  tx: Reading & Pick<Tx, "user">,
  ctx: Ctx<StaffActor>,
  concerns: Partial<Record<Concern, string | readonly string[]>>,
): Promise<void> {
  await assertCustodian(tx, ctx);
  for (const what of Object.keys(RULES) as Concern[]) {
    const reserved = await reservedAmong(tx, ctx, { what, ids: [concerns[what] ?? []].flat() });
    if (reserved.size > 0) throw new Forbidden(REFUSAL, "conflict_of_interest");
  }
}

const REFUSAL =
  "This concerns you, a production of yours, or a partner whose team you belong to. Another custodian must handle it.";
