import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { clock } from "@/lib/platform/clock";
import { db, Prisma, rows } from "@/lib/platform/db";
import type { RemovalFoundBy, RemovalItemStatus, TakedownOutcome } from "@/prisma/generated/client";
import { type Asked, takedownTime } from "../deadline";
import { CLUSTER_MOST } from "../deciding/labels";
import { kindOf, type LegalBasis, type TakedownKind, type TakedownStatus, takedownStatus } from "../labels";
import { nearCopies } from "../matching/near-copies";

/** A record of a request, as custodians see it. */
export type RequestItem = {
  id: string;
  kind: TakedownKind;
  depictionId: string | null;
  productionId: string | null;
  publicationId: string | null;
  /** Null once its scene was erased. */
  sceneId: string | null;
  status: RemovalItemStatus;
  foundBy: RemovalFoundBy;
  addedAt: Date;
  /** What the claimant named that it was found by. */
  targets: { url: string | null; sha256: string | null }[];
  /** Of a similar record, what it resembles most: a record of the request, or something that the claimant named. */
  nearDepictionId: string | null;
  nearTargetId: string | null;
  /** In how many of 256 bits their hashes differ. */
  distance: number | null;
  /** The lower one of both pictures, from 50 to 100. */
  quality: number | null;
  /** How many of the record's frames are like one of theirs. */
  frames: number | null;
  /** How many frames the record has. */
  framesOf: number | null;
  /** How one of the two is held: 0 upright, more: turned or mirrored. Null for one that an earlier version found. */
  turn: number | null;
  /** The type of the record's stored copy, if it has one. */
  mimeType: string | null;
  nearTitle: string | null;
  /** The type of that record's stored copy, if it has one. */
  nearMimeType: string | null;
  /** Whether the claimant named what it resembles. False for the hash of a copy that was confirmed. */
  nearIsNamed: boolean | null;
  /** Whether what it resembles is known by frames of a video. */
  nearIsVideo: boolean;
  /** Its false match leaves near copies of it out of this request. */
  isFalseMatch: boolean;
  /** The id of the first of the records that are near copies of one another and wait for the same; null if it is like no other. */
  cluster: string | null;
  /** By when its partner must take it down if it is confirmed now. */
  takeDownBy: Date;
  /** When an open production is frozen without a decision; null if it is. */
  freezesAt: Date | null;
  /** Null for a record that was erased. */
  title: string | null;
  url: string | null;
  /** Whose record it is; null for a production. */
  partnerName: string | null;
  reason: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  /** Who proposed to reject it, and why. */
  proposedBy: string | null;
  proposedById: string | null;
  proposedReason: string | null;
  /** Who rejected it before the appeal, or proposed to. */
  rejectedBy: string | null;
  rejectedByIds: string[];
};

/** How many records a request's page lists. */
const ITEMS_SHOWN = 200;

const nameOf = (user: string) => Prisma.raw(`coalesce(${user}.name, ${user}.email)`);

/** A request's records, those to decide first, then suggestions, the most similar first, and how many there are. */
export async function itemsOf({
  id: requestId,
  ...asked
}: Asked & { id: string }): Promise<{ rows: RequestItem[]; total: number }> {
  const found = await rows<Omit<RequestItem, "kind" | "takeDownBy" | "cluster"> & { total: number }>(
    Prisma.sql`SELECT i.id, i.depiction_id, i.production_id, i.publication_id,
       p.scene_id, i.status, i.found_by, i.added_at,
       coalesce(d.title, e.title, s.title, m.title) AS title, coalesce(d.content_url, e.content_url, p.content_url) AS url, partner.name AS partner_name,
       i.reason, i.decided_at, ${nameOf("decider")} AS decided_by, ${nameOf("proposer")} AS proposed_by,
       i.proposed_by_id, i.proposed_reason, rejecter.names AS rejected_by,
       i.rejected_by_ids, f.freezes_at, i.near_depiction_id, i.near_target_id, i.distance, i.quality, i.frames, i.frames_of, i.turn,
       CASE WHEN d.copy_state = 'stored' THEN d.copy_mime_type END AS mime_type, near.title AS near_title,
       CASE WHEN near.copy_state = 'stored' THEN near.copy_mime_type END AS near_mime_type, target.named AS near_is_named,
       EXISTS (SELECT FROM wanted_hashes w WHERE w.target_id = i.near_target_id AND w.second IS NOT NULL) AS near_is_video,
       EXISTS (SELECT FROM removal_false_matches f WHERE f.request_id = i.request_id AND f.depiction_id = i.depiction_id) AS is_false_match,
       (SELECT coalesce(json_agg(json_build_object('url', t.url, 'sha256', encode(t.sha256, 'hex')) ORDER BY t.id), '[]')
         FROM removal_item_targets l JOIN removal_targets t ON t.id = l.target_id WHERE l.item_id = i.id) AS targets, count(*) OVER ()::int AS total
     FROM removal_items i LEFT JOIN partners partner ON partner.id = i.partner_id
       LEFT JOIN depictions d ON d.id = i.depiction_id LEFT JOIN erased_depictions e ON e.depiction_id = i.depiction_id
       LEFT JOIN scene_publications p ON p.id = i.publication_id LEFT JOIN collab_scenes s ON s.id = p.scene_id
       LEFT JOIN productions m ON m.id = i.production_id
       LEFT JOIN production_takedowns f ON f.production_id = i.production_id AND f.removal_request_id = i.request_id
         AND f.frozen_at IS NULL AND f.rejected_at IS NULL
       LEFT JOIN users decider ON decider.id = i.decided_by_id LEFT JOIN users proposer ON proposer.id = i.proposed_by_id
       CROSS JOIN LATERAL (
         SELECT string_agg(${nameOf("u")}, ' and ' ORDER BY u.id) AS names FROM users u WHERE u.id = ANY (i.rejected_by_ids)) AS rejecter
       LEFT JOIN depictions near ON near.id = i.near_depiction_id LEFT JOIN removal_targets target ON target.id = i.near_target_id
     WHERE i.request_id = ${requestId}
     ORDER BY CASE i.status WHEN 'open' THEN 0 WHEN 'suggested' THEN 1 WHEN 'dismissed' THEN 3 ELSE 2 END,
       CASE i.status WHEN 'suggested' THEN i.distance END, i.id
     LIMIT ${ITEMS_SHOWN}`,
  );
  const clusters = await clustersOf(found, asked.legalBasis);
  return {
    rows: found.map(({ total: _, ...row }) => ({
      ...row,
      kind: kindOf(row),
      cluster: clusters.get(row.id) ?? null,
      takeDownBy: takedownTime(asked, row).deadlineAt,
    })),
    total: found[0]?.total ?? 0,
  };
}

type Clustered = Pick<RequestItem, "id" | "depictionId" | "status">;

/** The records that are near copies of one another, each by its id with the id of the first. Those to decide and suggestions apart. */
async function clustersOf(items: readonly Clustered[], legalBasis: LegalBasis): Promise<Map<string, string>> {
  const clusters = new Map<string, string>();
  for (const status of ["open", "suggested"]) {
    const compared = items.filter((item) => item.status === status && item.depictionId).slice(0, CLUSTER_MOST);
    const depictionIds = compared.flatMap(({ depictionId }) => depictionId ?? []);
    for (const group of await nearCopies(db, { depictionIds, legalBasis })) {
      const [first, ...others] = compared.filter(({ depictionId }) => depictionId && group.has(depictionId));
      if (first) for (const { id } of [first, ...others]) clusters.set(id, first.id);
    }
  }
  return clusters;
}

/** One partner's clock for a record. */
export type ItemClock = {
  id: string;
  partnerName: string;
  deadlineAt: Date;
  closedAt: Date | null;
  status: TakedownStatus;
};

/** The clocks of a record, the first opened first. Throws `Forbidden`, also `conflict_of_interest`. */
export async function clocksOf(ctx: Ctx<StaffActor>, itemId: string): Promise<ItemClock[]> {
  await assertNoConflict(db, ctx, { item: itemId });
  const all = await rows<Omit<ItemClock, "status"> & { outcome: TakedownOutcome | null }>(
    Prisma.sql`SELECT t.id, p.name AS partner_name, t.deadline_at, t.closed_at, t.outcome
     FROM takedowns t JOIN partners p ON p.id = t.partner_id WHERE t.item_id = ${itemId} ORDER BY t.id LIMIT ${ITEMS_SHOWN}`,
  );
  return all.map(({ outcome, ...row }) => ({ ...row, status: takedownStatus({ ...row, outcome }, clock.now()) }));
}
