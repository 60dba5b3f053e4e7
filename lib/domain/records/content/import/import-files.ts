import type { Readable } from "node:stream";
import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { assertMay } from "@/lib/domain/parties/people";
import { UPLOAD_LIFE_MS } from "@/lib/domain/records/content/copies/copy-objects";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { InvalidField, NotFound, TooOften } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { RateLimit } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { writeGrant } from "@/lib/platform/storage/object-storage";
import { storage, UPLOADS_PATH } from "@/lib/platform/storage/storage";
import type { ImportFormat } from "./read-rows";
import { FILE_BYTES_MOST } from "./schemas";

/** Who may import: an operator, or a team member who manages records. */
export type Importer = Ctx<PortalUserActor | SystemActor>;

const TYPE = "application/octet-stream";
/** Each upload may be half a gigabyte that stays for a day. Every URL counts. */
const OFFERED: RateLimit = { name: "import_upload", limit: 20, windowMs: HOUR_MS };

/** The file's format, by its extension. Throws `InvalidField`. */
export function formatOf(fileName: string): ImportFormat {
  const end = /\.(csv|jsonl|ndjson)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (!end) throw new InvalidField("file", "The file name must end with .csv or .jsonl");
  return end === "csv" ? "csv" : "jsonl";
}

function assertSize(bytes: number): void {
  if (bytes === 0) throw new InvalidField("file", "The file is empty");
  if (bytes <= FILE_BYTES_MOST) return;
  throw new InvalidField("file", `The file is larger than ${FILE_BYTES_MOST / 1024 ** 2} MB. Split it into several`);
}

/**
 * Where a browser PUTs a file to import, in the next 15 minutes, as `application/octet-stream`. A path on our own
 * server, because a bucket would need CORS rules for our pages. Throws `InvalidField`, `Forbidden`, `TooOften`.
 */
export async function offerImportUpload(
  ctx: Ctx<PortalUserActor>,
  { fileName, bytes }: { fileName: string; bytes: number },
): Promise<{ importId: string; path: string }> {
  const { partnerId } = ctx.actor;
  await inTransaction((tx) => assertMay(tx, ctx, { partnerId, to: "manage_records" }));
  formatOf(fileName);
  assertSize(bytes);
  const { admitted, reset } = await rateLimiter().take(OFFERED, partnerId);
  if (!admitted) throw tooMany(reset);
  const id = newId();
  const expiresAt = new Date(clock.now().getTime() + UPLOAD_LIFE_MS);
  const grant = writeGrant({ key: arrivalKey({ partnerId, id }), contentType: TYPE, bytes, expiresAt });
  return { importId: id, path: `${UPLOADS_PATH}/${grant}` };
}

function tooMany(reset: number): TooOften {
  const minutes = Math.max(1, Math.ceil((reset - clock.now().getTime()) / MINUTE_MS));
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return new TooOften(
    `Your team started ${OFFERED.limit} uploads in the last hour, which is the limit. Try again in ${wait}.`,
  );
}

/** Stores a file to import. Returns the id for its import. Throws `NotFound`, `InvalidField`. */
export async function keepImportFile(
  ctx: Importer,
  { partnerId, fileName, bytes, file }: { partnerId: string; fileName: string; bytes: number; file: () => Readable },
): Promise<string> {
  await inTransaction(async (tx) => {
    if ((await tx.partner.count({ where: { id: partnerId } })) === 0) throw new NotFound();
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
  });
  formatOf(fileName);
  assertSize(bytes);
  const id = newId();
  await storage().put(arrivalKey({ partnerId, id }), file(), { contentType: TYPE, bytes });
  return id;
}

/** Names an import, and its file in the storage. */
export type ImportKey = { partnerId: string; id: string };

/** Where an import's file is uploaded. It can be replaced while the URL is valid. */
export const arrivalKey = ({ partnerId, id }: ImportKey): string => `${ARRIVALS}/${partnerId}/${id}`;

/** Prefix of uploaded files. */
export const ARRIVALS = "imports/incoming";

/** Where the file is read from, out of reach of its upload URL. */
export const importKey = ({ partnerId, id }: ImportKey): string => `imports/${partnerId}/${id}`;

/** Deletes the file of a finished import. Best effort: the sweep deletes leftovers. */
export async function deleteFiles(of: ImportKey): Promise<void> {
  for (const key of [arrivalKey(of), importKey(of)]) {
    await storage()
      .delete(key)
      .catch(() => undefined);
  }
}

/**
 * Moves an import's file out of reach of its upload URL, once. So the checked, the imported and the hashed file are the
 * same. Throws `ObjectMissing`.
 */
export async function keepArrived(about: { partnerId: string; id: string }): Promise<void> {
  const [from, to] = [arrivalKey(about), importKey(about)];
  if (await storage().exists(to)) return;
  await storage()
    .snapshot(from, to)
    .catch(async (error: unknown) => {
      // Another run of the same import may have moved it first.
      if (!(await storage().exists(to))) throw error;
    });
  // Best effort: the sweep deletes leftovers.
  await storage()
    .delete(from)
    .catch(() => undefined);
}
