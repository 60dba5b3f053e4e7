import { type CodeOutcome, mailLinkCode, proveByCode, removalSubject, type SentCode } from "@/lib/domain/acts";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { reopenItems, withdrawItems } from "@/lib/domain/removals/deciding/return-items";
import { hashToken } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound, TooOften } from "@/lib/platform/errors";
import { addMessage } from "../claim";
import { tellClaimant } from "../claimant-mails/tell-claimant";
import { type LockedRequest, lockRequest, recordOn } from "../deciding/locked-request";
import { findRecordsSoon } from "../deciding/match-later";
import { URLS_MAX } from "../filing/labels";
import type { DeviceFile } from "../filing/schemas";
import { addTargets } from "../matching/find-matches";
import { addFiles as addFileTargets } from "../matching/wanted-hashes";
import { statusShown } from "./view-request";

/** Whose page a link opens. Never shown before the mailbox is proven. */
type Claimant = { id: string; email: string; userId: string | null };

/** The claimant behind the link to their page; null for an unknown one. */
export const findClaimant = (token: string, tx: Pick<Tx, "removalRequest"> = db): Promise<Claimant | null> =>
  tx.removalRequest.findUnique({
    where: { tokenHash: hashToken(token) },
    select: { id: true, email: true, userId: true },
  });

type OfBrowser = { token: string; visitToken: string | undefined };

/** Mail a code to the claimant, to enter in a browser that opened their page's link. Throws `NotFound`. */
export function sendClaimantCode(ctx: Ctx<SystemActor>, { token, visitToken }: OfBrowser): Promise<SentCode> {
  return inTransaction(async (tx) => {
    const { id, email } = await getClaimant(token, tx);
    const sent = await mailLinkCode(tx, { subject: removalSubject(id), email, visitToken });
    if (sent.outcome === "sent") recordOn(tx, ctx, id, { action: "removal_request.code_sent" });
    return sent;
  });
}

/** Check a code typed on a claimant's page. The right one proves the mailbox for this browser. Throws `NotFound`. */
export function proveClaimant(
  ctx: Ctx<SystemActor>,
  { token, visitToken, code }: OfBrowser & { code: string },
): Promise<CodeOutcome> {
  return inTransaction(async (tx) => {
    const { id } = await getClaimant(token, tx);
    const checked = await proveByCode(tx, { subject: removalSubject(id), visitToken, code });
    if (checked.outcome === "proven") recordOn(tx, ctx, id, { action: "removal_request.code_entered" });
    return checked;
  });
}

async function getClaimant(token: string, tx: Tx): Promise<Claimant> {
  const claimant = await findClaimant(token, tx);
  if (!claimant) throw new NotFound();
  return claimant;
}

// What a claimant changes on their page. Its actions ask for the mailbox's proof first.

/** URLs and files that one request can name, at its filing and later. */
const TARGETS_MAX = 5 * URLS_MAX;
/** Answers to custodians. */
const ANSWERS_MAX = 50;

type ByLink = { token: string };

/** Locks the request behind a link, with the status that its page shows. Throws `NotFound`. */
async function lockByLink(tx: Tx, { token }: ByLink): Promise<LockedRequest> {
  const found = await tx.removalRequest.findUnique({ where: { tokenHash: hashToken(token) }, select: { id: true } });
  if (!found) throw new NotFound();
  const request = await lockRequest(tx, found.id);
  return { ...request, status: await statusShown(tx, request) };
}

async function lockOpen(tx: Tx, link: ByLink): Promise<LockedRequest> {
  const request = await lockByLink(tx, link);
  if (request.status === "open") return request;
  throw new Conflict("request_closed", "This request is closed, so you can’t add to it.");
}

/**
 * Adds URLs to an open request. What is found there becomes part of it a moment later. Returns how many are new. Contract: Removal requests. Throws
 * `NotFound`, `Conflict` `request_closed`, `TooOften`.
 */
export const addUrls = (
  ctx: Ctx<SystemActor>,
  { urls, token }: ByLink & { urls: readonly string[] },
): Promise<{ added: number }> =>
  addNamed(ctx, { token, count: urls.length, add: (tx, id) => addTargets(tx, id, { urls, named: true }) });

/** Adds files on the claimant's device to an open request, like `addUrls`. Returns how many rows of theirs are new. */
export const addFiles = (
  ctx: Ctx<SystemActor>,
  { files, token }: ByLink & { files: readonly DeviceFile[] },
): Promise<{ added: number }> =>
  addNamed(ctx, { token, count: files.length, add: (tx, id) => addFileTargets(tx, id, { files }) });

type Added = ByLink & { count: number; add: (tx: Tx, requestId: string) => Promise<number> };

function addNamed(ctx: Ctx<SystemActor>, { count, add, ...link }: Added): Promise<{ added: number }> {
  return inTransaction(async (tx) => {
    const { id } = await lockOpen(tx, link);
    const named = await tx.removalTarget.count({ where: { requestId: id, named: true } });
    if (named + count > TARGETS_MAX) {
      throw new TooOften(`One request can name ${TARGETS_MAX} addresses and files. Send another request for more.`);
    }
    const added = await add(tx, id);
    if (added === 0) return { added };
    recordOn(tx, ctx, id, { action: "removal_request.targets_added", detail: { added } });
    await tx.removalRequest.update({ where: { id }, data: { searchedAt: null } });
    await findRecordsSoon(tx, { removalId: id });
    return { added };
  });
}

/** Answers a custodian's question, or adds a note. Contract: Removal requests. Throws like `addUrls`. */
export function answer(ctx: Ctx<SystemActor>, { text, ...link }: ByLink & { text: string }): Promise<void> {
  return inTransaction(async (tx) => {
    const { id } = await lockOpen(tx, link);
    if ((await tx.removalMessage.count({ where: { requestId: id, custodianId: null } })) >= ANSWERS_MAX) {
      throw new TooOften(`You can send ${ANSWERS_MAX} messages. A custodian reads them before the deadline.`);
    }
    await addMessage(tx, { requestId: id, text });
    await tx.removalRequest.update({ where: { id }, data: { askedAt: null } });
    recordOn(tx, ctx, id, { action: "removal_request.answered" });
  });
}

/** Withdraws an open request. A repeat changes nothing. Contract: Removal requests. Throws `NotFound`, `Conflict` `request_decided`. */
export function withdrawRequest(ctx: Ctx<SystemActor>, link: ByLink): Promise<void> {
  return inTransaction(async (tx) => {
    const { id, status } = await lockByLink(tx, link);
    if (status === "decided") throw new Conflict("request_decided", "This request was already decided.");
    if (await withdrawItems(tx, ctx, id)) await tellClaimant(tx, { requestId: id, news: "withdrawn" });
  });
}

/**
 * Appeals, once, with words for another custodian. A repeat changes nothing. Contract: Removal requests. Throws `NotFound`, `Conflict`
 * `request_undecided`, `nothing_rejected`.
 */
export function appeal(ctx: Ctx<SystemActor>, { text, ...link }: ByLink & { text: string }): Promise<void> {
  return inTransaction(async (tx) => {
    const { id } = await lockByLink(tx, link);
    if (!(await reopenItems(tx, ctx, id))) return;
    await addMessage(tx, { requestId: id, text, isAppeal: true });
    await tellClaimant(tx, { requestId: id, news: "appealed" });
  });
}
