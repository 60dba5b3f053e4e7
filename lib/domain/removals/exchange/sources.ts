import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertCustodian, assertFresh } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { lockName } from "@/lib/platform/locks";
import { checkPublicHost, parseReceiverUrl, UnusableAddress } from "@/lib/platform/receivers";
import type { HashSource } from "@/prisma/generated/client";
import { SERVICE_URLS } from "./labels";
import type { KEYS, SourceChange, SourceInput } from "./schemas";
import { keepKeys } from "./source-keys";

/**
 * Adds a source of hashes. Its first run waits for its keys. Throws `Forbidden`, `InvalidField` for an address that isn't public,
 * `Conflict` `name_taken`.
 */
export async function addSource(ctx: Ctx<StaffActor>, input: SourceInput): Promise<{ sourceId: string }> {
  const { name, kind, direction, daysKept } = input;
  await assertCustodian(db, ctx);
  const baseUrl = kind === "file" ? null : await usableUrl(input.baseUrl || SERVICE_URLS[kind]);
  const groupId = kind === "threatexchange" ? input.groupId : null;
  const now = clock.now();
  return inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    await assertNameFree(tx, name);
    const id = newId();
    const facts = { name, kind, direction, baseUrl, groupId, daysKept };
    await tx.hashSource.create({ data: { id, ...facts, nextRunAt: now, failures: 0, createdAt: now } });
    recordOnSource(tx, ctx, id, "hash_source.added", facts);
    return { sourceId: id };
  });
}

/** Throws `InvalidField` for an address that isn't https on the public internet, unless private ones are allowed. */
async function usableUrl(text: string): Promise<string> {
  const { allowPrivateWebhooks: allowPrivate } = env();
  try {
    const url = parseReceiverUrl(text, { allowPrivate });
    if (!allowPrivate) await checkPublicHost(url.hostname);
    if (url.search || url.hash) throw new UnusableAddress("The URL must end with its path.");
    return url.href.replace(/\/+$/, "");
  } catch (error) {
    if (error instanceof UnusableAddress) throw new InvalidField("baseUrl", error.message);
    throw error;
  }
}

/** Changes a source's name, and for how long its hashes are matched from the next time it lists them. */
export function changeSource(
  ctx: Ctx<StaffActor>,
  { sourceId, ...change }: SourceChange & { sourceId: string },
): Promise<void> {
  return inTransaction(async (tx) => {
    const { name, daysKept } = await lockSource(tx, ctx, sourceId);
    if (name === change.name && daysKept === change.daysKept) return;
    if (name.toLowerCase() !== change.name.toLowerCase()) await assertNameFree(tx, change.name);
    await tx.hashSource.update({ where: { id: sourceId }, data: change });
    recordOnSource(tx, ctx, sourceId, "hash_source.changed", { from: `${name}, ${daysKept} days`, ...change });
  });
}

type Keys = { [K in keyof typeof KEYS]: { kind: K; keys: object } }[keyof typeof KEYS];

/**
 * Sets a source's keys and has it run at once. One that is ending withdraws with them. Nobody can read them again. Throws `Forbidden`,
 * also `prove_again`, `NotFound`, and `Conflict` `source_ended`, `wrong_kind`.
 */
export function setKeys(ctx: Ctx<StaffActor>, { sourceId, kind, keys }: Keys & { sourceId: string }): Promise<void> {
  assertFresh(ctx);
  return inTransaction(async (tx) => {
    const source = await lockSource(tx, ctx, sourceId, "ending");
    if (source.kind !== kind) throw new Conflict("wrong_kind", "This source takes no such keys.");
    await keepKeys(tx, sourceId, keys);
    const soon = { nextRunAt: clock.now(), failures: 0, lastError: null };
    await tx.hashSource.update({ where: { id: sourceId }, data: soon });
    // What was refused may have been refused for the old ones.
    await tx.hashSubmission.updateMany({
      where: { sourceId, refused: { not: null } },
      data: { refused: null, tries: 0 },
    });
    recordOnSource(tx, ctx, sourceId, "hash_source.key_set");
  });
}

/** Locks a source for a custodian, `allow`: also one that is ending, or has ended. Throws `Forbidden`, `NotFound`, `Conflict` `source_ended`. */
export async function lockSource(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  id: string,
  allow: "live" | "ending" | "any" = "live",
): Promise<HashSource> {
  await assertCustodian(tx, ctx);
  const [found] = isId(id)
    ? await rowsIn<{ id: string }>(tx)`SELECT id FROM hash_sources WHERE id = ${id} FOR NO KEY UPDATE`
    : [];
  if (!found) throw new NotFound();
  const source = await tx.hashSource.findUniqueOrThrow({ where: { id } });
  const isUsable = allow === "any" || !source.endedAt || (allow === "ending" && source.withdraws);
  if (!isUsable) throw new Conflict("source_ended", "This source has ended.");
  return source;
}

async function assertNameFree(tx: Tx, name: string): Promise<void> {
  await lockName(tx, `hash source ${name.toLowerCase()}`);
  const taken = await rowsIn<{ id: string }>(tx)`
    SELECT id FROM hash_sources WHERE lower(name) = lower(${name}) AND ended_at IS NULL`;
  if (taken.length > 0) throw new Conflict("name_taken", "Another source has this name.");
}

type SourceAction =
  `hash_source.${"added" | "changed" | "key_set" | "ending" | "ended" | "imported" | "fetched" | "submitted"}`;

/** Records what happened to a source. Never a key or a hash. */
export function recordOnSource(
  tx: Tx,
  ctx: Ctx,
  id: string,
  action: SourceAction,
  detail: Record<string, unknown> = {},
): void {
  record(tx, { ctx, action, subject: { kind: "hash_source", id }, partnerId: null, detail });
}
