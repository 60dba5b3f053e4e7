import { Readable } from "node:stream";
import { z } from "zod";
import type { Ctx, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { isPublishedAs } from "@/lib/domain/custody/published-as";
import type { ViewPurpose } from "@/lib/domain/identity";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { AppError, Conflict, Forbidden, NotFound, Unavailable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { BytePart } from "@/lib/platform/storage/object-storage";
import { storage } from "@/lib/platform/storage/storage";

/** Who looks at a stored copy: a member of its partner's team, a custodian for a stated purpose, or the examiner of an examination. */
export const COPY_VIEWERS = ["partner", "custodian", "examiner"] as const;
export type CopyViewer = (typeof COPY_VIEWERS)[number];

/** Who may open the copy of a removed record. Contract: Compliance copy. */
const OPENS_REMOVED: Record<CopyViewer, boolean> = { partner: false, custodian: true, examiner: false };

/** Whether this viewer opens the copy of a record in this state. */
export const opensCopy = (as: CopyViewer, { removedAt }: { removedAt: Date | null }): boolean =>
  removedAt === null || OPENS_REMOVED[as];

/** A stored copy, which this viewer may open. */
export type OpenableCopy = { keptKey: string; mimeType: string; bytes: number };

type Wanted = { depictionId: string; as: CopyViewer; partnerId?: string };

/**
 * The stored copy of a depiction. Everything that shows a copy asks here, when it is opened and again at each read. It also counts as
 * removed once a custodian confirmed the removal of a publication or production that shows it. Throws `NotFound`, `Conflict`
 * `no_copy`, `Forbidden` `record_removed`.
 */
export async function getOpenableCopy(
  tx: Pick<Tx, "depiction" | "$queryRaw">,
  { depictionId, as, partnerId }: Wanted,
): Promise<OpenableCopy> {
  const found = await tx.depiction.findUnique({
    where: { id: depictionId, partnerId },
    select: { keptKey: true, copyMimeType: true, copyBytes: true, removedAt: true },
  });
  if (!found) throw new NotFound();
  if (!opensCopy(as, found) || (!OPENS_REMOVED[as] && (await isRemovedElsewhere(tx, depictionId)))) {
    throw new Forbidden("This content was removed. Only a custodian can open its copy.", "record_removed");
  }
  const { keptKey, copyMimeType: mimeType, copyBytes: bytes } = found;
  if (!keptKey || !mimeType || bytes === null) throw new Conflict("no_copy", "No copy of this depiction is stored.");
  return { keptKey, mimeType, bytes };
}

/** Whether this viewer opens the stored copy of a depiction, as `getOpenableCopy` decides. */
export const mayOpenCopy = (tx: Pick<Tx, "depiction" | "$queryRaw">, wanted: Wanted): Promise<boolean> =>
  getOpenableCopy(tx, wanted).then(
    () => true,
    (error) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

/** Of these depictions, the stored copies that this viewer opens, as `getOpenableCopy` decides about each. */
export async function findOpenableCopies(
  tx: Pick<Tx, "depiction" | "$queryRaw">,
  { ids, as }: { ids: readonly string[]; as: CopyViewer },
): Promise<ReadonlyMap<string, OpenableCopy>> {
  const found = await tx.depiction.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, keptKey: true, copyMimeType: true, copyBytes: true, removedAt: true },
  });
  const closed = OPENS_REMOVED[as] ? new Set() : await removedElsewhere(tx, ids);
  const open = new Map<string, OpenableCopy>();
  for (const { id, keptKey, copyMimeType: mimeType, copyBytes: bytes, removedAt } of found) {
    if (!keptKey || !mimeType || bytes === null || !opensCopy(as, { removedAt }) || closed.has(id)) continue;
    open.set(id, { keptKey, mimeType, bytes });
  }
  return open;
}

/** The bytes of a copy that was just found openable. */
export const readOpenable = ({ keptKey }: OpenableCopy): AsyncGenerator<Buffer> => lazily(keptKey, null);

/** Whether a custodian confirmed the removal of a publication or production that shows this depiction. */
export const isRemovedElsewhere = async (tx: Pick<Tx, "$queryRaw">, depictionId: string): Promise<boolean> =>
  (await removedElsewhere(tx, [depictionId])).size > 0;

async function removedElsewhere(tx: Pick<Tx, "$queryRaw">, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT d.id FROM depictions d WHERE d.id = ANY (${[...ids]}) AND (
      EXISTS (SELECT FROM scene_publications p JOIN removal_items i ON i.publication_id = p.id
        WHERE i.status = 'confirmed' AND ${isPublishedAs})
      OR EXISTS (SELECT FROM production_depictions c JOIN removal_items i ON i.production_id = c.production_id
        WHERE i.status = 'confirmed'
          AND (match_url(c.url) = match_url(d.content_url) OR c.sha256 = d.file_hash OR c.sha256 = d.kept_sha256)))`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Lets a member of the partner's team see a depiction's stored copy for ten minutes. The ledger records it before any
 * byte is sent. Throws `NotFound`, `Forbidden`, also `record_removed`, and `Conflict` `no_copy`.
 */
export async function openCopy(
  ctx: Ctx<PortalUserActor>,
  { depictionId }: { depictionId: string },
): Promise<{ grant: string; expiresAt: Date }> {
  if (!isId(depictionId)) throw new NotFound();
  const { partnerId, userId } = ctx.actor;
  await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    await getOpenableCopy(tx, { depictionId, partnerId, as: "partner" });
    record(tx, { ctx, action: "depiction.viewed", subject: { kind: "depiction", id: depictionId } });
  });
  return writeCopyGrant({ depictionId, userId, as: "partner" });
}

/**
 * Lets a custodian see the stored copy of any partner's depiction for ten minutes, for a stated purpose. The ledger
 * records who and why before any byte is sent; the partner can't see that entry. Throws `NotFound`, `Forbidden`
 * (also `conflict_of_interest`), `Conflict` `no_copy`.
 */
export async function openCopyAsCustodian(
  ctx: Ctx<StaffActor>,
  { depictionId, purpose }: { depictionId: string; purpose: ViewPurpose },
): Promise<{ grant: string; expiresAt: Date }> {
  if (!isId(depictionId)) throw new NotFound();
  await inTransaction(async (tx) => {
    await assertNoConflict(tx, ctx, { depiction: depictionId });
    await getOpenableCopy(tx, { depictionId, as: "custodian" });
    const subject = { kind: "depiction", id: depictionId } as const;
    record(tx, { ctx, action: "depiction.viewed", subject, partnerId: null, reason: purpose });
  });
  return writeCopyGrant({ depictionId, userId: ctx.actor.userId, as: "custodian" });
}

const PURPOSE = "copy-view-grant";
const GRANT_MS = 10 * MINUTE_MS;

const Grant = z.object({
  depictionId: z.string(),
  userId: z.string(),
  as: z.enum(COPY_VIEWERS),
  expiresAt: z.number(),
});

/** A grant for a partner's user isn't valid for the same person as a custodian, and vice versa: see `as`. */
type GrantScope = Omit<z.output<typeof Grant>, "expiresAt">;

/** Signs a person's right to see the stored copy of one depiction for ten minutes. */
function writeCopyGrant(granted: GrantScope): { grant: string; expiresAt: Date } {
  const expiresAt = new Date(clock.now().getTime() + GRANT_MS);
  const content = JSON.stringify({ ...granted, expiresAt: expiresAt.getTime() });
  const body = Buffer.from(content).toString("base64url");
  return { grant: `${body}.${hmac(PURPOSE, body).toString("base64url")}`, expiresAt };
}

/** Whether a grant lets this person see this copy: false if forged, expired, or for another person or copy. */
export function isCopyGrantValid(grant: string | undefined, { depictionId, userId, as }: GrantScope): boolean {
  const [body, mac] = grant?.split(".") ?? [];
  if (!body || !mac || !hmacMatches(PURPOSE, body, Buffer.from(mac, "base64url"))) return false;
  const parsed = Grant.safeParse(JSON.parse(Buffer.from(body, "base64url").toString()));
  if (!parsed.success || parsed.data.depictionId !== depictionId || parsed.data.userId !== userId) return false;
  return parsed.data.as === as && parsed.data.expiresAt > clock.now().getTime();
}

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

/** `readCopy` for an examiner. The caller has checked who asks and that the depiction is in scope, and recorded it. */
export const streamExaminedCopy = ({
  depictionId,
  range,
}: {
  depictionId: string;
  range: string | null;
}): Promise<ReadCopy> => streamed({ depictionId, as: "examiner" }, range);

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
