import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { SEAL_BYTES } from "@/lib/platform/crypto";
import { sealedBytes } from "@/lib/platform/crypto-chunks";
import { db, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { enqueue } from "@/lib/platform/jobs";
import { ObjectMissing } from "@/lib/platform/storage/object-storage";
import { storage } from "@/lib/platform/storage/storage";
import { freeMemory } from "@/lib/platform/streams";
import { CommandFailed } from "../report";
import { type BackupFolder, drain, hasFile, markObject, objectFile, readSealed, unzipped, writeSealed } from "./folder";

type Source = AsyncIterable<Uint8Array>;

/** What is stored: the prefixes of keys. */
const PREFIXES = ["copies", "identity", "imports", "packages", "releases"];
const AT_ONCE = 4;
const PAGE = 1000;
const PROBLEMS_SHOWN = 20;

/** Of each kind, how long an object is when its row says `bytes`. */
const KINDS: Record<string, (bytes: number) => number> = {
  photo: (bytes) => bytes + SEAL_BYTES,
  copy: (bytes) => bytes,
  release: (bytes) => bytes,
  package: sealedBytes,
  import: (bytes) => bytes,
};

/** Jobs that lock an object again in a store with Object Lock. */
const LOCKING: Record<string, string> = {
  copy: "sweep_copy_object",
  release: "sweep_release_object",
  package: "sweep_package_object",
};

/** The stored objects that rows name. The hash is of the stored bytes; objects without one are sealed and bound to their row. */
const NAMED = `
  SELECT storage_key AS key, 'photo' AS kind, bytes::bigint, 'application/octet-stream' AS type, NULL::bytea AS sha256 FROM identity_photos
  UNION ALL SELECT kept_key, 'copy', copy_bytes, copy_mime_type, kept_sha256 FROM depictions WHERE kept_key IS NOT NULL
  UNION ALL SELECT key, 'release', bytes, 'application/pdf', sha256 FROM release_copies
  UNION ALL SELECT storage_key, 'package', bytes, 'application/octet-stream', NULL FROM sealed_packages WHERE storage_key IS NOT NULL
  UNION ALL SELECT place || partner_id || '/' || id, 'import', file_bytes, 'application/octet-stream', NULL
    FROM content_imports, unnest(ARRAY['imports/', 'imports/incoming/']) place
    WHERE status IN ('waiting', 'running') OR (dry_run AND status = 'done' AND discarded_at IS NULL)`;

/** The list of objects for a backup, a line for each. */
export const OBJECT_LIST = `SELECT key, kind, bytes, type, encode(sha256, 'hex') FROM (${NAMED}) named`;

type Named = { key: string; kind: string; bytes: number; type: string; sha256: string | null };

const named = ([key, kind, bytes, type, sha256]: readonly (string | null | undefined)[]): Named => ({
  key: key ?? "",
  kind: kind ?? "",
  bytes: KINDS[kind ?? ""]?.(Number(bytes)) ?? 0,
  type: type ?? "application/octet-stream",
  sha256: sha256 && sha256 !== "\\N" ? sha256 : null,
});

/** A file to import lies in one of two places until its import ends, and the partner can upload it again. */
const isOptional = ({ kind }: Named): boolean => kind === "import";

/** How many objects of each kind there should be, and what is wrong with some. */
export class Findings {
  readonly #counts = new Map(Object.keys(KINDS).map((kind) => [kind, { kind, good: 0, missing: 0, damaged: 0 }]));
  readonly #shown: { problem: string; key: string }[] = [];

  /** Counts an object. Undefined is one that needn't be there. */
  add({ kind, key }: Named, found: "good" | "missing" | "damaged" | undefined): void {
    const counts = this.#counts.get(kind);
    if (!found || !counts) return;
    counts[found]++;
    if (found !== "good" && this.#shown.length < PROBLEMS_SHOWN) this.#shown.push({ problem: found, key });
  }

  get ok(): boolean {
    return [...this.#counts.values()].every(({ missing, damaged }) => missing + damaged === 0);
  }

  /** For an answer: the counts, and the first problems. */
  get answer() {
    return { objects: [...this.#counts.values()], problems: this.#shown };
  }
}

class ObjectDamaged extends Error {}

/** Passes an object's bytes on. Fails at the end unless they are what its row says. */
async function* checked(plain: Source, { bytes, sha256 }: Named): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let seen = 0;
  for await (const chunk of plain) {
    hash.update(chunk);
    seen += chunk.length;
    yield chunk;
  }
  if (seen !== bytes || (sha256 && hash.digest("hex") !== sha256)) throw new ObjectDamaged();
}

const outcome = async (object: Named, work: Promise<unknown>): Promise<"good" | "missing" | "damaged" | undefined> => {
  try {
    await work;
    return "good";
  } catch (error) {
    if (error instanceof ObjectDamaged) return "damaged";
    if (!(error instanceof ObjectMissing)) throw error;
    return isOptional(object) ? undefined : "missing";
  }
};

const each = <T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> =>
  Readable.from(items).forEach(work, { concurrency: AT_ONCE });

/** The objects of a backup's list. */
async function* listed(folder: BackupFolder, list: string): AsyncGenerator<Named> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of unzipped(readSealed(folder, list))) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield named(line.split("\t"));
  }
}

/** Copies the listed objects that the folder doesn't have yet: the content under a key never changes. */
export async function backUpObjects(folder: BackupFolder, list: string) {
  const findings = new Findings();
  const counts = { copied: 0, alreadyThere: 0, erasedMeanwhile: 0 };
  await each(listed(folder, list), async (object) => {
    const { key } = object;
    if (await hasFile(folder, objectFile(key))) {
      counts.alreadyThere++;
      await markObject(folder, key);
      return findings.add(object, "good");
    }
    const copy = async () => writeSealed(folder, objectFile(key), checked(await storage().get(key), object));
    const found = await outcome(object, copy());
    if (found === "good") counts.copied++;
    // Objects are copied after the rows.
    if (found === "missing" && !(await isNamed(key))) counts.erasedMeanwhile++;
    else findings.add(object, found);
  });
  return { findings, counts };
}

const isNamed = async (key: string): Promise<boolean> =>
  (await pool().query(`SELECT FROM (${NAMED}) named WHERE key = $1`, [key])).rowCount !== 0;

/** Reads every listed object of the backup to its end. Throws `CommandFailed` for one that can't be opened. */
export const checkObjects = (folder: BackupFolder, list: string): Promise<void> =>
  each(listed(folder, list), async ({ key }) => {
    if (await hasFile(folder, objectFile(key))) await drain(readSealed(folder, objectFile(key)));
  });

/** Throws `CommandFailed` if anything is stored. */
export async function assertEmptyStorage(): Promise<void> {
  for (const prefix of PREFIXES) {
    for await (const key of storage().listOlder(prefix, new Date(8.64e15))) {
      const { s3, storageDir } = env();
      const place = s3 ? `the bucket ${s3.bucket}` : storageDir;
      throw new CommandFailed(`The storage isn't empty: there is ${key}. Empty ${place}, or restore into another.`);
    }
  }
}

/** Stores the listed objects that the backup has. Those that aren't what their row says are left out. */
export const restoreObjects = (folder: BackupFolder, list: string): Promise<void> =>
  each(listed(folder, list), async (object) => {
    const { key, kind, type, bytes } = object;
    if (!(await hasFile(folder, objectFile(key)))) return;
    const plain = Readable.from(checked(readSealed(folder, objectFile(key)), object), { objectMode: false });
    await outcome(object, storage().put(key, plain, { contentType: type, bytes, release: freeMemory }));
    const task = LOCKING[kind];
    if (task && env().s3?.objectLock) await enqueue(db, task, { key });
  });

/** Compares every row with its stored object: that it is there, its length, and with `hash` its content. */
export async function compareObjects({ hash }: { hash: boolean }): Promise<Findings> {
  const findings = new Findings();
  await each(namedNow(), async (object) => findings.add(object, await outcome(object, compare(object, hash))));
  return findings;
}

async function compare(object: Named, hash: boolean): Promise<void> {
  if (hash) return drain(checked(await storage().get(object.key), object));
  const found = await storage().describe(object.key);
  if (!found) throw new ObjectMissing(object.key);
  if (found.bytes !== object.bytes) throw new ObjectDamaged();
}

async function* namedNow(): AsyncGenerator<Named> {
  for (let after = ""; ; ) {
    const { rows } = await pool().query<(string | null)[]>({
      text: `SELECT * FROM (${OBJECT_LIST}) named WHERE key > $1 ORDER BY key LIMIT ${PAGE}`,
      values: [after],
      rowMode: "array",
    });
    yield* rows.map(named);
    after = rows.at(-1)?.[0] ?? "";
    if (rows.length < PAGE) return;
  }
}
