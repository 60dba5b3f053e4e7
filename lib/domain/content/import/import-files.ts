import type { Readable } from "node:stream";
import { UPLOAD_LIFE_MS } from "@/lib/domain/content/copies/copy-objects";
import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/context";
import { assertMay } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { InvalidField, NotFound, TooOften } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Window } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { writeGrant } from "@/lib/platform/storage/object-storage";
import { storage, UPLOADS_PATH } from "@/lib/platform/storage/storage";
import type { ImportFormat } from "./read-rows";
import { FILE_BYTES_MOST } from "./schemas";

/** Who may import: an operator, and whoever manages the partner's records. */
export type Importer = Ctx<PortalUserActor | SystemActor>;

const TYPE = "application/octet-stream";
/** Each may bring half a gigabyte, which stays for a day. It counts once it is begun, whatever comes of it. */
const OFFERED: Window = { name: "import_upload", limit: 20, windowMs: HOUR_MS };

/** What kind of file that is, by the end of its name. Throws `InvalidField`. */
export function formatOf(fileName: string): ImportFormat {
  const end = /\.(csv|jsonl|ndjson)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (!end) throw new InvalidField("file", "The file must end with .csv or .jsonl");
  return end === "csv" ? "csv" : "jsonl";
}

function assertSize(bytes: number): void {
  if (bytes === 0) throw new InvalidField("file", "The file is empty");
  if (bytes <= FILE_BYTES_MOST) return;
  throw new InvalidField("file", `The file is larger than ${FILE_BYTES_MOST / 1024 ** 2} MB. Cut it in several`);
}

/**
 * Where a browser PUTs a file that is to be imported, in the next 15 minutes, as `application/octet-stream`: a path on our
 * own server, whatever the storage is, because a bucket would have to be told of our pages. Throws `InvalidField`, `Forbidden`, `TooOften`.
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
    `Your team began ${OFFERED.limit} uploads in the last hour, the most there may be. Try in ${wait}.`,
  );
}

/** Keeps a file that is to be imported. Returns the id of the import that it is for. Throws `NotFound`, `InvalidField`. */
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

/** Where the file of an import arrives, and can be put anew for as long as its URL holds. */
export const arrivalKey = ({ partnerId, id }: ImportKey): string => `${ARRIVALS}/${partnerId}/${id}`;

/** What all of these begin with. */
export const ARRIVALS = "imports/incoming";

/** Where it is read from, out of the reach of its URL. */
export const importKey = ({ partnerId, id }: ImportKey): string => `imports/${partnerId}/${id}`;

/** Deletes the file of an import that is over. Best effort: what stays is swept up. */
export async function deleteFiles(of: ImportKey): Promise<void> {
  for (const key of [arrivalKey(of), importKey(of)]) {
    await storage()
      .delete(key)
      .catch(() => undefined);
  }
}

/**
 * Takes the file of an import out of the reach of its URL, once: what is checked is what is imported, and what is imported is
 * what the ledger has the hash of. Throws `ObjectMissing`.
 */
export async function keepArrived(about: { partnerId: string; id: string }): Promise<void> {
  const [from, to] = [arrivalKey(about), importKey(about)];
  if (await storage().exists(to)) return;
  await storage()
    .snapshot(from, to)
    .catch(async (error: unknown) => {
      // Another run of the same import may have been first.
      if (!(await storage().exists(to))) throw error;
    });
  // Best effort: what stays is swept up.
  await storage()
    .delete(from)
    .catch(() => undefined);
}
