import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { openTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { freezeProduction, requestTakedown } from "@/lib/domain/productions";
import { queueSimilar } from "@/lib/domain/records/copy-fingerprints";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import type { RemovalFoundBy } from "@/prisma/generated/client";
import { freezeLater, freezeTimes, takedownTime } from "../deadline";
import { forgetFalseMatchesOf } from "../matching/false-matches";
import { linkTargets, type Match, type MatchedRecord, PRODUCTIONS_AT_ONCE } from "../matching/find-matches";
import {
  assertMayDecide,
  type LockedRequest,
  lockRequest,
  lockToHandle,
  recordOn,
  reopenRequest,
} from "./locked-request";

/** Of what is found at once, how many records the ledger names. */
const ITEMS_NAMED = 3;

type Items = { requestId: string; matches: readonly Match[]; foundAt?: Date };

/**
 * Adds found records to a request: at its filing, and whenever more are found. A suggestion that is now named is opened. A decided
 * request is open again when one of them is, with a new deadline. We tell the partners of each production and start their clocks, and
 * freeze it now or later: as many as one transaction can lock, and `matchLaterTask` adds the others. Repeats change nothing, and
 * nothing is added to a withdrawn request. Returns whether a record was opened. Contract: Removal requests. Throws `NotFound`.
 */
export async function addItems(tx: Tx, ctx: Ctx, { requestId, matches, foundAt }: Items): Promise<boolean> {
  const locked = await lockRequest(tx, requestId);
  if (matches.length === 0 || locked.status === "withdrawn") return false;
  const added = await insertItems(tx, { requestId, matches: atOnce(matches), foundAt });
  if (added.length === 0) return false;
  await linkTargets(tx, { requestId, itemIds: added.map(({ id }) => id) });
  const opened = added.filter(({ status }) => status === "open");
  const itemIds = added.slice(0, ITEMS_NAMED).map(({ id }) => id);
  const detail = { opened: opened.length, suggested: added.length - opened.length, count: added.length, itemIds };
  recordOn(tx, ctx, requestId, { action: "removal_request.matched", detail });
  if (opened.length === 0) return false;
  const depictionIds = opened.flatMap(({ depictionId }) => depictionId ?? []);
  await forgetFalseMatchesOf(tx, { requestId, depictionIds });
  await queueSimilar(tx, depictionIds);
  // Now there is something to decide.
  const none = { closingById: null, closingReason: null };
  if (locked.closingById) await tx.removalRequest.update({ where: { id: requestId }, data: none });
  const request = locked.status === "decided" ? await reopenRequest(tx, locked) : locked;
  const byCustodian = matches.filter(({ foundBy }) => foundBy === "custodian");
  const attached = new Set(byCustodian.flatMap(({ productionId }) => productionId ?? []));
  await requestProductions(tx, ctx, { request, items: opened, attached });
  return true;
}

/** Without the productions that are too many for one transaction. */
function atOnce(matches: readonly Match[]): Match[] {
  const closing = matches.filter(({ productionId, status }) => productionId && status === "open");
  const later = new Set(closing.slice(PRODUCTIONS_AT_ONCE));
  return matches.filter((match) => !later.has(match));
}

type Added = {
  id: string;
  depictionId: string | null;
  productionId: string | null;
  foundBy: RemovalFoundBy;
  addedAt: Date;
  status: Match["status"];
};

const ADDED = Prisma.sql`
  i.id, i.depiction_id, i.production_id, i.found_by::text AS found_by, i.added_at,
  i.status::text AS status`;

async function insertItems(tx: Tx, { requestId, matches, foundAt = clock.now() }: Items): Promise<Added[]> {
  const rows = matches.map(({ depictionId, productionId, publicationId, partnerId, foundBy, status, ...near }) => ({
    id: newId(),
    depiction_id: depictionId,
    production_id: productionId,
    publication_id: publicationId,
    partner_id: partnerId,
    found_by: foundBy,
    status,
    near_depiction_id: near.nearDepictionId,
    near_target_id: near.nearTargetId,
    distance: near.distance,
    quality: near.quality,
    frames: near.frames,
    frames_of: near.framesOf,
    near_frames: near.nearFrames,
    near_frames_of: near.nearFramesOf,
    turn: near.turn,
  }));
  const given = Prisma.sql`json_to_recordset(${JSON.stringify(rows)}::json) AS given(id text, depiction_id text,
    production_id text, publication_id text, partner_id text, found_by removal_found_by, status removal_item_status,
    near_depiction_id text, near_target_id text, distance int, quality int, frames int, frames_of int, near_frames int, near_frames_of int, turn int)`;
  // What was suggested before keeps how it was found. What was dismissed comes back by a custodian,
  // or because a target names it.
  const named = await rowsIn<Added>(tx)`
    UPDATE removal_items i SET status = 'open' FROM ${given}
    WHERE i.request_id = ${requestId} AND given.status = 'open'
      AND (i.status = 'suggested' OR (i.status = 'dismissed' AND given.found_by IN ('custodian', 'url', 'sha256', 'copy'))) AND (
      i.depiction_id = given.depiction_id OR i.production_id = given.production_id OR i.publication_id = given.publication_id)
    RETURNING ${ADDED}`;
  const inserted = await rowsIn<Added>(tx)`
    INSERT INTO removal_items AS i (id, request_id, depiction_id, production_id, publication_id, partner_id, status, found_by, added_at,
      near_depiction_id, near_target_id, distance, quality, frames, frames_of, near_frames, near_frames_of, turn)
    SELECT id, ${requestId}, depiction_id, production_id, publication_id, partner_id, status, found_by, ${foundAt},
      near_depiction_id, near_target_id, distance, quality, frames, frames_of, near_frames, near_frames_of, turn FROM ${given}
    ON CONFLICT DO NOTHING RETURNING ${ADDED}`;
  return [...named, ...inserted];
}

type Requested = {
  request: LockedRequest;
  items: readonly Pick<Added, "id" | "productionId" | "foundBy" | "addedAt">[];
  /** The productions that a custodian attached. */
  attached?: ReadonlySet<string>;
};

/** Asks for the productions of open items, with a clock for each linked partner that hasn't taken one down, and freezes them in time. */
export async function requestProductions(
  tx: Tx,
  ctx: Ctx,
  { request, items, attached = new Set() }: Requested,
): Promise<void> {
  // Productions are locked in one order.
  const named = items.flatMap(({ productionId, ...item }) => (productionId ? [{ ...item, productionId }] : []));
  const timeOf = await freezeTimes(tx, { request, attached }, named);
  for (const { productionId, ...item } of named.toSorted((a, b) => (a.productionId < b.productionId ? -1 : 1))) {
    const time = takedownTime(request, item);
    const of = { productionId, removalRequestId: request.id };
    const freezesAt = timeOf({ productionId, ...item });
    if (freezesAt > clock.now()) await freezeLater(tx, of, freezesAt);
    const partnerIds = await requestTakedown(tx, ctx, {
      ...of,
      freezesAt,
      legalBasis: request.legalBasis,
      performerEmailHash: hexOf(request.emailSha256),
      requestedAt: time.requestedAt,
      removalDeadline: time.deadlineAt,
    });
    await openTakedowns(tx, ctx, { itemId: item.id, partnerIds, ...time });
  }
}

/**
 * A custodian makes a record part of a request: one that was suggested or dismissed, or any other, by the id of a depiction,
 * publication or production. A production is frozen, also one that the request named itself (`frozen`), and we tell its partners. A
 * repeat changes nothing. Contract: Removal requests. Throws `NotFound`, `Forbidden`, also `conflict_of_interest`, and `Conflict` `request_withdrawn`.
 */
export function attachItem(
  ctx: Ctx<StaffActor>,
  { requestId, recordId }: { requestId: string; recordId: string },
): Promise<{ outcome: "attached" | "frozen" | "attached_before" }> {
  return inTransaction(async (tx) => {
    await lockToHandle(tx, ctx, requestId);
    const found = await getRecord(tx, recordId);
    await assertMayDecide(tx, ctx, found);
    return { outcome: await attachLocked(tx, ctx, { requestId, record: found }) };
  });
}

/** Makes a record part of a locked request, for a custodian who may decide about it. */
export async function attachLocked(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { requestId, record }: { requestId: string; record: MatchedRecord },
): Promise<"attached" | "frozen" | "attached_before"> {
  const match = { ...record, foundBy: "custodian" as const, status: "open" as const };
  const isOpened = await addItems(tx, ctx, { requestId, matches: [match] });
  const isFrozen = !isOpened && (await freezeNamed(tx, ctx, { requestId, ...record }));
  if (!isOpened && !isFrozen) return "attached_before";
  const recordId = record.depictionId ?? record.publicationId ?? record.productionId;
  recordOn(tx, ctx, requestId, { action: "removal_request.item_attached", detail: { recordId } });
  return isFrozen ? "frozen" : "attached";
}

/** Freezes a production that the request names and that isn't frozen yet. */
async function freezeNamed(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { requestId: removalRequestId, productionId }: Pick<MatchedRecord, "productionId"> & { requestId: string },
): Promise<boolean> {
  return productionId !== null && freezeProduction(tx, ctx, { productionId, removalRequestId });
}

async function getRecord(tx: Tx, id: string): Promise<MatchedRecord> {
  if (!isId(id)) throw new NotFound();
  const none = { depictionId: null, productionId: null, publicationId: null };
  const where = { where: { id }, select: { partnerId: true } };
  const depiction = await tx.depiction.findUnique(where);
  if (depiction) return { ...none, ...depiction, depictionId: id };
  const publication = await tx.scenePublication.findUnique(where);
  if (publication) return { ...none, ...publication, publicationId: id };
  if ((await tx.production.count({ where: { id } })) === 0) throw new NotFound();
  return { ...none, productionId: id, partnerId: null };
}
