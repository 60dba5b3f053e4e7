import type { Actor, Ctx, StaffActor } from "@/lib/domain/core/context";
import {
  custodianList,
  field,
  filter,
  NEWEST,
  partnerList,
  producerList,
  type RowIn,
  same,
} from "@/lib/domain/core/lists";
import { type Concern, conflictWith } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { db, Prisma } from "@/lib/platform/db";
import { ownOf, type Reader, rulesOf } from "./figures";
import { CLOSERS, RULE_NAMES, type RuleName, ruleOf, SUBJECTS, type Subject } from "./labels";

const { sql, join } = Prisma;

const SELECT = {
  id: field.text("g.id"),
  rule: field.of<RuleName>("g.rule"),
  about: field.of<Subject>("g.about"),
  subjectId: field.text("g.subject_id"),
  foundAt: field.time("g.found_at"),
};

/** What a record is called: a creator by the partner's own id. Null if it was erased since the check. */
const TITLE = sql`LEFT JOIN LATERAL (
    SELECT external_user_id AS title FROM solo_accounts WHERE page.about = 'account' AND id = page."subjectId"
    UNION ALL SELECT title FROM depictions WHERE page.about = 'depiction' AND id = page."subjectId"
    UNION ALL SELECT title FROM collab_scenes WHERE page.about = 'scene' AND id = page."subjectId"
    UNION ALL SELECT title FROM productions WHERE page.about = 'production' AND id = page."subjectId") AS record ON true`;

const filters = {
  q: filter.search<Actor>(25, filter.idStartsWith("g.id"), filter.idStartsWith("g.subject_id")),
  rule: filter.oneOf<RuleName, Actor>(RULE_NAMES, filter.is("g.rule")),
  about: filter.oneOf(SUBJECTS, (about) => sql`g.about = ${about}::readiness_subject`),
  closes: filter.oneOf(CLOSERS, (closer) => {
    const names = RULE_NAMES.filter((name) => ruleOf(name).closes === closer);
    return sql`g.rule IN (${join(names)})`;
  }),
};

/** A partner also sees the gaps of productions that are linked to it, without whose they are. */
function seenBy(ctx: Reader): Prisma.Sql {
  const own =
    ctx.actor.kind === "portal_user"
      ? sql`(${ownOf(ctx)} OR (g.about = 'production' AND g.subject_id = ANY (ARRAY(
          SELECT production_id FROM production_partners WHERE partner_id = ${ctx.actor.partnerId}))))`
      : ownOf(ctx);
  return sql`g.closed_at IS NULL AND ${own} AND g.rule IN (${join(rulesOf(ctx))})`;
}

const list = {
  from: "readiness_gaps g",
  order: NEWEST,
  size: 25,
  select: SELECT,
  filters,
} as const;
const perRow = { join: () => TITLE, select: { title: field.of<string | null>("record.title") } };

/** The open gaps of a partner's records, newest first. Nothing about a person, their ID or what they did elsewhere. */
export const gapList = partnerList({ ...list, scope: seenBy, perRow }).exported({
  file: "readiness",
  action: "readiness_list.exported",
  columns: {
    gapId: "id",
    rule: "rule",
    paragraph: ({ rule }) => `28 CFR ${ruleOf(rule).paragraph.slice(2)}`,
    missing: ({ rule }) => ruleOf(rule).title,
    ...same("about", "subjectId", "title"),
    closes: ({ rule }) => ruleOf(rule).closes,
    action: ({ rule }) => ruleOf(rule).action,
    foundAt: "foundAt",
  },
});

/** The open gaps of a producer's productions, newest first. */
export const ownGapList = producerList({ ...list, scope: seenBy, perRow });

const CONCERNS: Readonly<Record<Subject, Concern>> = {
  account: "account",
  depiction: "depiction",
  scene: "scene",
  production: "production",
};

/** Whether a custodian has a conflict of interest about a gap's record. */
const isConflict = (me: string) =>
  sql`CASE g.about ${join(
    SUBJECTS.map(
      (about) => sql`WHEN ${about}::readiness_subject THEN ${conflictWith(CONCERNS[about], sql`g.subject_id`, me)}`,
    ),
    " ",
  )} END`;

/** All open gaps, newest first, without those of records that are reserved for another custodian. */
export const allGapList = custodianList({
  ...list,
  select: { ...SELECT, partnerId: field.of<string | null>("g.partner_id") },
  may: (ctx: Ctx<StaffActor>) => assertCustodian(db, ctx),
  scope: (ctx) => sql`${seenBy(ctx)} AND NOT ${isConflict(ctx.actor.userId)}`,
  perRow: {
    join: () => sql`${TITLE} LEFT JOIN partners p ON p.id = page."partnerId"`,
    select: { ...perRow.select, partnerName: field.of<string | null>("p.name") },
  },
});

/** A gap in a list. Custodians see whose record it is. */
export type GapRow = RowIn<typeof gapList> & { partnerName?: string | null };
