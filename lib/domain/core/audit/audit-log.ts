import { z } from "zod";
import type { Actor } from "@/lib/domain/core/context";
import { ACTIONS, type AuditLog, type LedgerAction, type SubjectKind, type Words } from "@/lib/domain/core/ledger";
import { field, filter, NEWEST, same } from "@/lib/domain/core/lists";
import { Prisma } from "@/lib/platform/db";
import type { Cursor } from "@/lib/platform/keyset";
import { AUDIT_GROUPS, type AuditGroup } from "./labels";

// An audit log lists the administrative acts in the ledger, as `ACTIONS` declares them for its readers.

const { sql } = Prisma;

/** Acts by their first word, or by their whole name. Other exports and downloads are known by their last word. */
const GROUPS: Readonly<Record<AuditGroup, readonly string[]>> = {
  sign_in: ["session", "passkey", "authenticator_app", "recovery_code", "second_factors", "signin_link"],
  team: [
    "partner_invitation",
    "partner_member",
    "partner.second_factor_required",
    "partner.second_factor_optional",
    "custodian",
  ],
  keys: ["api_key", "certificate_key", "ledger_key", "master_key"],
  webhooks: ["webhook_endpoint", "rehearsal"],
  billing: ["payment_card", "platform_fee", "platform_invoice", "subscription"],
  partners: ["partner"],
  producers: ["producer_invitation"],
  examinations: ["examination", "record_package", "inspection", "sample"],
  holds: ["depiction", "collab_scene", "solo_account", "production"],
  records: ["certificate", "identity_check", "golden_check", "content_import", "removal_request", "hash_source"],
  exports: ["backup"],
};

/** What an act is about. */
export function groupOf(action: LedgerAction): AuditGroup {
  if (/[._](exported|downloaded)$/.test(action)) return "exports";
  const [first = ""] = action.split(".");
  const found = [action, first].flatMap((name) => AUDIT_GROUPS.filter((group) => GROUPS[group].includes(name)));
  if (!found[0]) throw new Error(`${action} has no group`);
  return found[0];
}

const wordsOf = (action: LedgerAction): Words => ACTIONS[action];

const actionsOf = (log: AuditLog): LedgerAction[] =>
  (Object.keys(ACTIONS) as LedgerAction[]).filter((action) => wordsOf(action)[log] !== undefined);

/** The condition for acts whose words have this text. */
export function wordsSaying(log: AuditLog, text: string): Prisma.Sql | false {
  const said = actionsOf(log).filter((action) => wordsOf(action)[log]?.toLowerCase().includes(text.toLowerCase()));
  return said.length > 0 && sql`l.action = ANY (${said}::text[])`;
}

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const list = z.array(z.string()).nullable();
/** What a key was restricted to. */
const access = z.object({ scopes: list, networks: list }).nullish().catch(null);
const Detail = z.object({
  ...{
    ip: text,
    userAgent: text,
    url: text,
    role: text,
    from: text,
    to: text,
    by: text,
    month: text,
    file: text,
    replacesId: text,
  },
  ...{ before: access, after: access },
  ...{ left: number, ended: number, overlapHours: number },
});
type Detail = z.infer<typeof Detail>;

/** What both logs declare: an entry's fields and the filters. An id is the entry's number, as long as any other id. */
export const AUDIT = {
  order: NEWEST,
  size: 50,
  select: {
    id: field.text("lpad(l.seq::text, 25, '0')"),
    at: field.time("l.at"),
    action: field.of<LedgerAction>("l.action"),
    actorKind: field.text("l.actor_kind"),
    actorId: field.text("l.actor_id"),
    subjectKind: field.of<SubjectKind>("l.subject_kind"),
    subjectId: field.text("l.subject_id"),
    partnerId: field.of<string | null>("l.partner_id"),
    requestId: field.of<string | null>("l.request_id"),
    reason: field.of<string | null>("l.reason"),
    detail: { sql: "l.detail", read: (json: string): Detail => Detail.parse(JSON.parse(json)) },
  },
  filters: {
    /** Sets which actions are read. */
    group: filter.oneOf<AuditGroup, Actor>(AUDIT_GROUPS),
    actor: filter.formed<Actor>(/^[\w:.-]{1,100}$/, filter.is("l.actor_id")),
    from: filter.fromDay("l.at"),
    to: filter.untilDay("l.at"),
  },
} as const;

type Step = {
  values: { group?: AuditGroup | undefined };
  met: Prisma.Sql;
  cursor: Cursor | null;
  by: Prisma.Sql;
  limit: Prisma.Sql;
};

/**
 * The entries of a log that a page can have, from the part of the ledger that its readers may see. Each action is read by itself, at
 * its own place in a database index: a rare one would otherwise be searched among any number of others.
 */
export const entriesOf = (
  log: AuditLog,
  part: Prisma.Sql,
  { values, met, cursor, by, limit }: Step,
): Prisma.Sql => sql`(
  SELECT l.* FROM unnest(${actionsOf(log).filter((action) => !values.group || groupOf(action) === values.group)}::text[])
    AS wanted (action)
  CROSS JOIN LATERAL (
    SELECT * FROM ledger_entries l WHERE l.action = wanted.action AND ${part} AND ${beyond(cursor)} AND ${met}
    ORDER BY l.seq ${by} LIMIT ${limit}) l) l`;

const NUMBER = /^0{6}[0-9]{19}$/;
const LAST = 2n ** 63n - 1n;

function beyond(cursor: Cursor | null): Prisma.Sql {
  const seq = cursor && NUMBER.test(cursor.id) ? BigInt(cursor.id) : LAST + 1n;
  if (!cursor || seq > LAST) return sql`true`;
  return cursor.side === "newer" ? sql`l.seq > ${seq}` : sql`l.seq < ${seq}`;
}

/** An entry as a log tells it. `who` and `about` are in words. */
export type AuditEntry = {
  id: string;
  at: Date;
  group: AuditGroup;
  action: LedgerAction;
  did: string;
  who: string;
  about: string | null;
  note: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
};

type Read = field.RowOf<typeof AUDIT.select>;

/** An entry in the words of a log. */
export const toldEntry = (
  log: AuditLog,
  { id, at, action, requestId, detail }: Read,
  named: { who: string; about: string | null; reason?: string | null },
): AuditEntry => ({
  ...{ id, at, action, requestId, group: groupOf(action), did: wordsOf(action)[log] ?? action },
  ...{ who: named.who, about: named.about ?? detail.url ?? null },
  note: [NOTES[action]?.(detail), named.reason].filter(Boolean).join(". ") || null,
  ...{ ip: detail.ip ?? null, userAgent: detail.userAgent ?? null },
});

type KeyAccess = NonNullable<Detail["after"]>;

/** A key's access by its scopes and networks: "content:read, events:read from 203.0.113.0/24". */
const accessText = ({ scopes, networks }: KeyAccess): string =>
  (scopes?.join(", ") ?? "full access") + (networks ? ` from ${networks.join(", ")}` : "");

const asRole = ({ role }: Detail) => role && `As ${role}`;

/** What is told of an act beside its words. */
const NOTES: { readonly [Action in LedgerAction]?: (detail: Detail) => string | null | undefined } = {
  "partner_invitation.sent": asRole,
  "partner_invitation.accepted": asRole,
  "partner_member.role_changed": ({ from, to }) => from && to && `From ${from} to ${to}`,
  "partner_member.removed": ({ role }) => role && `Was ${role}`,
  "api_key.created": ({ replacesId, after }) =>
    [replacesId && "Replaces another key", after && `With ${accessText(after)}`].filter(Boolean).join(". "),
  "api_key.access_changed": ({ before, after }) =>
    before && after && `From ${accessText(before)} to ${accessText(after)}`,
  "webhook_endpoint.secret_rotated": ({ overlapHours }) => (overlapHours ? `${overlapHours}-hour overlap` : null),
  "session.started": ({ by }) => by && (by === "passkey" ? "By a passkey" : "By a mailed link"),
  "session.factor_proven": ({ by }) => (by === "app" ? "By an app" : "By a recovery code"),
  "session.others_ended": ({ ended }) => (ended === 1 ? "1 session" : `${ended} sessions`),
  "recovery_code.used": ({ left }) => (left == null ? null : `${left} left`),
  "removal_report.exported": ({ month, file }) => [month, file].filter(Boolean).join(", "),
};

/** The columns of a log's file. */
export const AUDIT_COLUMNS = {
  ...same("id", "at", "who"),
  what: "did",
  ...same("group", "action", "about", "note"),
  address: "ip",
  ...same("userAgent", "requestId"),
} as const;
