import { AUDIT, AUDIT_COLUMNS, type AuditEntry, entriesOf, toldEntry, wordsSaying } from "@/lib/domain/core/audit";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { whoInWords } from "@/lib/domain/core/ledger";
import { filter, partnerList } from "@/lib/domain/core/lists";
import { assertMay } from "@/lib/domain/parties/people";
import { db, inTransaction, Prisma, prefixPattern } from "@/lib/platform/db";
import { storedAddress } from "@/lib/platform/wire";
import { findNames } from "./change-lines";

const { sql } = Prisma;

/** The partner's part of the ledger, without records: the kinds are those of the database index. */
const ofTeam = ({ actor }: Ctx<PortalUserActor>) => sql`(l.partner_id = ${actor.partnerId} AND l.subject_kind IN (
  'api_key', 'partner', 'partner_invitation', 'platform_invoice', 'producer_invitation', 'sample', 'user', 'webhook_endpoint'))`;

/** By the address of a team member, who acted or to whom it happened. */
const ofMember = (text: string) => {
  const found = sql`ARRAY(SELECT id FROM users WHERE email LIKE ${prefixPattern(storedAddress(text))} LIMIT 100)`;
  return sql`((l.actor_kind = 'portal_user' AND l.actor_id = ANY (${found}))
    OR (l.subject_kind = 'user' AND l.subject_id = ANY (${found})))`;
};

/**
 * A team's audit log, newest first: administrative acts of its members, of its keys, and of the service for it. Nothing about records
 * or the people in them. Owners only: it tells how members sign in.
 */
export const teamAuditList = partnerList({
  ...AUDIT,
  may: (ctx) => inTransaction((tx) => assertMay(tx, ctx, { partnerId: ctx.actor.partnerId, to: "manage_team" })),
  from: (step) => entriesOf("teamLog", ofTeam(step.ctx), step),
  scope: ofTeam,
  filters: {
    /** Words of an act, the start of a member's address, or a whole or started id of what it is about. */
    q: filter.search<PortalUserActor>(
      320,
      (text) => wordsSaying("teamLog", text),
      ofMember,
      filter.idStartsWith("l.subject_id"),
    ),
    ...AUDIT.filters,
  },
  present: async (rows, { actor: { partnerId } }): Promise<AuditEntry[]> => {
    const idsOf = (kind: string) => rows.filter((row) => row.subjectKind === kind).map(({ subjectId }) => subjectId);
    const none = { accounts: [], depictions: [], imports: [], scenes: [], productions: [], jobs: [] };
    const [nameOf, names, endpoints] = await Promise.all([
      whoInWords(
        partnerId,
        rows.map(({ actorKind, actorId }) => ({ kind: actorKind, id: actorId })),
      ),
      findNames(partnerId, {
        ...{ ...none, keys: idsOf("api_key"), users: idsOf("user") },
        ...{ invitations: idsOf("partner_invitation"), producers: idsOf("producer_invitation") },
      }),
      db.webhookEndpoint.findMany({
        where: { partnerId, id: { in: idsOf("webhook_endpoint") } },
        select: { id: true, url: true, description: true },
      }),
    ]);
    const urls = new Map(endpoints.map(({ id, url, description }) => [id, description ?? url]));
    return rows.map((row) => {
      const about = names.get(row.subjectId) ?? urls.get(row.subjectId) ?? null;
      // A person acts in this log by accepting an invitation to their address.
      const isInvited = row.actorKind === "person" || row.actorKind === "producer";
      const who = isInvited ? (about ?? "an invited person") : nameOf({ kind: row.actorKind, id: row.actorId });
      const isOwn = isInvited || row.subjectId === row.actorId;
      return toldEntry("teamLog", row, { who, about: isOwn ? null : about });
    });
  },
}).exported({
  file: "audit-log",
  action: "team_log.exported",
  columns: AUDIT_COLUMNS,
});
