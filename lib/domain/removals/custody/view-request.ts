import { presentAttestation } from "@/lib/domain/acts";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { custodianHistory, type LedgerAction, nameActors } from "@/lib/domain/core/ledger";
import { assertNoConflict, hideReserved, isReserved, reservedAmong } from "@/lib/domain/custody/conflicts";
import { addLook, findLooks } from "@/lib/domain/custody/looks";
import { releaseWithdrawnBy } from "@/lib/domain/scenes";
import { hexOf, SealBroken } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { openClaim, openNote, openWords } from "../claim";
import { custodianOf, keepAssigned } from "../deciding/assignment";
import { assertSearched, recordOn } from "../deciding/locked-request";
import { fileKindOf } from "../filing/labels";
import { itemsOf } from "./request-items";

/** How many URLs, messages and earlier requests are shown. */
const SHOWN = 100;

/**
 * Everything about one removal request, for a custodian: the claim, the statement, what it names, the records, messages, earlier
 * requests from the same address and the history. The ledger records the view, where partners can't see it, once in ten minutes for
 * each custodian. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), and `Conflict` `not_searched`.
 */
export async function viewRequest(ctx: Ctx<StaffActor>, requestId: string) {
  await assertNoConflict(db, ctx, { request: requestId });
  const request = isId(requestId) ? await read(requestId) : null;
  if (!request) throw new NotFound();
  const { email, attestation, targets, messages, notes, custodian, assignedUntil, closingBy, ...facts } = request;
  assertSearched(request);
  await recordView(ctx, request);
  const [items, earlier, withdrawn, history, nameOf] = await Promise.all([
    itemsOf(request),
    earlierOf(ctx, { email, requestId }),
    releaseWithdrawnBy(requestId),
    historyOf(requestId),
    nameActors(messages.flatMap(({ custodianId }) => (custodianId ? [{ kind: "staff", id: custodianId }] : []))),
  ]);
  const shown = await hideReserved(db, ctx, { what: "item", rows: items.rows });
  const claim = readable(requestId, () => openClaim(request));
  return {
    ...facts,
    email,
    claim,
    /** It withdraws a release, so its claimant answered no questions. */
    isWithdrawal: withdrawn !== null || claim?.kind === "withdrawal",
    statement: presentAttestation(attestation),
    /** Who works on it now. */
    custodian:
      custodian && assignedUntil && custodianOf(request)
        ? { id: custodian.id, name: named(custodian), until: assignedUntil }
        : null,
    /** Who proposed to close it. */
    closingBy: closingBy && { id: closingBy.id, name: named(closingBy) },
    urls: targets.flatMap(({ url }) => url ?? []),
    /** With how many frames of a video their device hashed. */
    files: targets.flatMap(({ sha256, hashes: [hash], _count: { hashes: frames } }) =>
      sha256 ? [{ sha256: hexOf(sha256), kind: fileKindOf(hash), frames }] : [],
    ),
    messages: messages.map(({ custodianId, ...message }) => ({
      id: message.id,
      /** Null for the claimant. */
      custodian: custodianId && nameOf({ kind: "staff", id: custodianId }),
      isAppeal: message.isAppeal,
      sentAt: message.sentAt,
      text: readable(requestId, () => openWords(message)),
    })),
    /** What custodians wrote for each other, oldest first. */
    notes: notes.map(({ id, author, to, writtenAt, ...sealed }) => ({
      ...{ id, by: named(author), to: to && named(to), at: writtenAt },
      text: readable(requestId, () => openNote({ id, ...sealed })),
    })),
    // Only a dismissed one can be reserved here.
    items: { ...items, rows: shown.flatMap((item) => (isReserved(item) ? [] : [item])) },
    earlier,
    /** The release whose distribution it withdraws. */
    withdrawn,
    history,
  };
}

const named = ({ name, email }: { name: string | null; email: string }): string => name ?? email;

export type ViewedRequest = Awaited<ReturnType<typeof viewRequest>>;

const read = (id: string) =>
  db.removalRequest.findUnique({
    where: { id },
    select: {
      id: true,
      status: true,
      legalBasis: true,
      email: true,
      claim: true,
      requestedAt: true,
      deadlineAt: true,
      searchedAt: true,
      askedAt: true,
      decidedAt: true,
      withdrawnAt: true,
      appealedAt: true,
      attestation: true,
      custodianId: true,
      assignedUntil: true,
      custodian: { select: { id: true, name: true, email: true } },
      closingBy: { select: { id: true, name: true, email: true } },
      closingReason: true,
      closedByIds: true,
      targets: {
        where: { named: true },
        orderBy: { id: "asc" },
        take: SHOWN,
        select: {
          ...{ url: true, sha256: true },
          hashes: { where: { declared: true }, take: 1, select: { second: true } },
          _count: { select: { hashes: { where: { declared: true, turn: 0, second: { not: null } } } } },
        },
      },
      messages: { orderBy: { id: "asc" }, take: SHOWN },
      notes: {
        orderBy: { id: "asc" },
        take: SHOWN,
        select: {
          ...{ id: true, text: true, writtenAt: true },
          ...{ author: { select: { name: true, email: true } }, to: { select: { name: true, email: true } } },
        },
      },
    },
  });

/** Null for sealed words that were changed, or whose key is missing. An operator has to restore them. */
function readable<T>(requestId: string, open: () => T): T | null {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error({ err: error, removalRequest: requestId }, "the words of a removal request can't be read");
    return null;
  }
}

async function recordView(ctx: Ctx<StaffActor>, request: Parameters<typeof keepAssigned>[2]): Promise<void> {
  const { id } = request;
  await inTransaction(async (tx) => {
    await keepAssigned(tx, ctx, request);
    const look = { kind: "removal_request", subjectId: id } as const;
    if ((await findLooks(tx, ctx, { ...look, activeFor: null })).length > 0) return;
    await addLook(tx, ctx, { ...look, purpose: null });
    recordOn(tx, ctx, id, { action: "removal_request.viewed" });
  });
}

/** What only claimants do. They have no account behind their link, so the ledger names the service. */
const BY_CLAIMANTS: ReadonlySet<string> = new Set<LedgerAction>([
  "removal_request.filed",
  "removal_request.targets_added",
  "removal_request.answered",
  "removal_request.code_entered",
  "removal_request.appealed",
  "removal_request.withdrawn",
]);

/** Names custodians only: the claimant may have an account, by another name than they filed under. */
async function historyOf(requestId: string) {
  const about = [{ kind: "removal_request", ids: [requestId] }] as const;
  const { rows, total } = await custodianHistory({ about, take: 500 }, "the claimant");
  const whoOf = ({ who, action, actor }: (typeof rows)[number]) => {
    if (actor.kind === "staff") return who;
    if (BY_CLAIMANTS.has(action)) return "the claimant";
    // Also what it finds while the claimant files.
    return action === "removal_request.matched" ? "the service" : who;
  };
  return { rows: rows.map((line) => ({ ...line, who: whoOf(line), more: null, note: line.reason })), total };
}

/** The other requests from an address, newest first, without those that are reserved for another custodian or may be. */
async function earlierOf(ctx: Ctx<StaffActor>, { email, requestId }: { email: string; requestId: string }) {
  const earlier = await db.removalRequest.findMany({
    where: { email, id: { not: requestId }, searchedAt: { not: null } },
    orderBy: { id: "desc" },
    take: SHOWN,
    select: { id: true, status: true, legalBasis: true, requestedAt: true, deadlineAt: true },
  });
  const reserved = await reservedAmong(db, ctx, { what: "request", ids: earlier.map(({ id }) => id) });
  return earlier.filter(({ id }) => !reserved.has(id));
}
