import { Readable } from "node:stream";
import type { Ctx, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { assertMay } from "@/lib/domain/parties/people";
import { db } from "@/lib/platform/db";
import { Forbidden, NotFound, Unavailable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { BytePart } from "@/lib/platform/storage/object-storage";
import { storage } from "@/lib/platform/storage/storage";
import { isCopyGrantValid } from "./open-copy";
import { getOpenableCopy } from "./openable-copy";

/** A stored copy or the requested part of it; `body` is null for an unsatisfiable range. */
export type ReadCopy = { mimeType: string; bytes: number; range: ByteRange; body: Readable | null };

const RETRY_AFTER_S = 10;

/**
 * Streams a depiction's stored copy to a user who opened it and still has permission. `range` is the request's header.
 * Throws `NotFound`, `Forbidden` `no_grant` without a valid grant, also `record_removed`, and `Unavailable`.
 */
export async function readCopy(
  ctx: Ctx<PortalUserActor>,
  { depictionId, grant, range: asked }: { depictionId: string; grant: string | undefined; range: string | null },
): Promise<ReadCopy> {
  const { partnerId, userId } = ctx.actor;
  if (!isId(depictionId)) throw new NotFound();
  await assertMay(db, ctx, { partnerId, to: "manage_records" });
  assertGranted(isCopyGrantValid(grant, { depictionId, userId, as: "partner" }));
  return streamed({ depictionId, partnerId, as: "partner" }, asked);
}

/** `readCopy` for a custodian, of any partner's depiction. */
export async function readCopyAsCustodian(
  ctx: Ctx<StaffActor>,
  { depictionId, grant, range: asked }: { depictionId: string; grant: string | undefined; range: string | null },
): Promise<ReadCopy> {
  if (!isId(depictionId)) throw new NotFound();
  await assertNoConflict(db, ctx, { depiction: depictionId });
  assertGranted(isCopyGrantValid(grant, { depictionId, userId: ctx.actor.userId, as: "custodian" }));
  return streamed({ depictionId, as: "custodian" }, asked);
}

function assertGranted(isValid: boolean): void {
  if (!isValid) throw new Forbidden("Your access to this copy has expired. Open it again.", "no_grant");
}

async function streamed(wanted: Parameters<typeof getOpenableCopy>[1], asked: string | null): Promise<ReadCopy> {
  const { keptKey, mimeType, bytes } = await getOpenableCopy(db, wanted);
  const range = readRange(asked, bytes);
  if (range === "unsatisfiable") return { mimeType, bytes, range, body: null };
  await assertWhole(wanted.depictionId, { keptKey, bytes });
  return { mimeType, bytes, range, body: Readable.from(lazily(keptKey, range)) };
}

// A different length means a partial or corrupted file.
async function assertWhole(depictionId: string, { keptKey, bytes }: { keptKey: string; bytes: number }): Promise<void> {
  try {
    const found = await storage().describe(keptKey);
    if (found?.bytes === bytes) return;
    log.error({ depictionId }, `a stored copy is ${found ? "not whole" : "missing from the storage"}`);
  } catch (error) {
    log.error({ err: error, depictionId }, "a stored copy could not be read");
  }
  throw new Unavailable("The copy can’t be read right now. Try again in a minute", RETRY_AFTER_S);
}

// Opened with the first read, so a client that disconnects before leaves no stream open.
async function* lazily(key: string, range: BytePart | null): AsyncGenerator<Buffer> {
  yield* await storage().get(key, range ?? undefined);
}

/** The part of a file a Range header requests; null for all of it (RFC 9110, 14). */
type ByteRange = BytePart | null | "unsatisfiable";

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Reads a Range header for a file of this size. Several ranges, or an invalid one, mean the whole file. */
export function readRange(header: string | null, bytes: number): ByteRange {
  const [, from, to] = ONE_RANGE.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  const last = bytes - 1;
  // "bytes=-N" requests the last N bytes.
  if (from === "") return Number(to) === 0 ? "unsatisfiable" : { first: Math.max(0, bytes - Number(to)), last };
  const first = Number(from);
  if (to !== "" && Number(to) < first) return null;
  if (first > last) return "unsatisfiable";
  return { first, last: to === "" ? last : Math.min(Number(to), last) };
}
