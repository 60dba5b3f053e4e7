import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record, verifyLedger } from "@/lib/domain/core/ledger";
import { assertMasterKeyAmong } from "@/lib/master-key";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { base64Key } from "@/lib/platform/env-variables";
import {
  type BackupFolder,
  deleteOldBackups,
  drain,
  findBackups,
  manifestFile,
  nameOf,
  prepareFolder,
  readSealed,
  writeSealed,
} from "./backup/folder";
import {
  assertEmptyStorage,
  backUpObjects,
  checkObjects,
  compareObjects,
  OBJECT_LIST,
  restoreObjects,
} from "./backup/objects";
import { backUpTables, prepareDatabase, readManifest, restoreTables, tableFile } from "./backup/tables";
import { CommandFailed, orUnreadable, type Run } from "./report";

const LIST = "stored-objects";
const KEY_FILE = ["--key-file <path>", "a file with the key that seals the backup, instead of BACKUP_KEY"] as const;
const HASH = ["--hash", "read the stored objects too, and check their content"] as const;

const Keep = z.object({ keep: z.coerce.number({ error: "must be a number" }).int().min(1).optional() });

/** `backup`, `restore` and `object verify`: the database and the stored objects, sealed in a folder. */
export function addBackupCommands(root: Command, run: Run): void {
  root
    .command("backup <folder>")
    .description("back up the database and new stored objects, sealed under BACKUP_KEY, while the service runs")
    .option(...KEY_FILE)
    .option("--keep <count>", "then delete all but the newest backups, and objects that none of them names")
    .action((path: string, options: { keyFile?: string; keep?: string }) => {
      const { keep } = Keep.parse(options);
      return run(async (ctx) => backUp(ctx, { path, key: await keyOf(options.keyFile) }, keep));
    });
  root
    .command("restore <folder>")
    .description("fill an empty database and storage from a backup, the newest by default, and check the result")
    .option(...KEY_FILE)
    .option("--backup <name>", "an older backup: the name of its folder")
    .option("--check", "only read the whole backup and say whether it can be restored")
    .option(...HASH)
    .action((path: string, options: { keyFile?: string } & RestoreOptions) =>
      // Its secrets are compared with the backup's; an empty database has none.
      run(async () => restore({ path, key: await keyOf(options.keyFile) }, options), { anySecrets: true }),
    );
  root
    .command("object")
    .description("the stored files: photos, copies, releases and packages")
    .command("verify")
    .description("compare every row with its stored object, and count what is missing or damaged")
    .option(...HASH)
    .action(({ hash = false }: { hash?: boolean }) =>
      run(async () => {
        const findings = await compareObjects({ hash });
        return { ok: findings.ok, ...findings.answer };
      }),
    );
}

async function backUp(ctx: Ctx<SystemActor>, folder: BackupFolder, keep: number | undefined) {
  await prepareFolder(folder);
  const backup = nameOf(clock.now());
  // Before, so that the backup has it too.
  await inTransaction(async (tx) =>
    record(tx, { ctx, action: "backup.started", subject: { kind: "backup", id: backup } }),
  );
  const databaseUrl = env().databaseOwnerUrl ?? env().databaseUrl;
  const manifest = await backUpTables(folder, { backup, databaseUrl, lists: { [LIST]: OBJECT_LIST } });
  const { findings, counts } = await backUpObjects(folder, tableFile(backup, LIST));
  // Last, because it makes the backup complete.
  await writeSealed(folder, manifestFile(backup), [Buffer.from(JSON.stringify(manifest))]);
  const deleted = keep === undefined ? [] : await deleteOldBackups(folder, keep);
  return {
    ok: findings.ok,
    backup,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    newestEntry: manifest.newestEntry,
    ...counts,
    ...findings.answer,
    deleted,
  };
}

type RestoreOptions = { backup?: string; check?: boolean; hash?: boolean };

async function restore(folder: BackupFolder, { backup: wanted, check = false, hash = false }: RestoreOptions) {
  const backups = await findBackups(folder);
  const backup = wanted ?? backups.at(-1) ?? "";
  if (!backups.includes(backup)) throw new CommandFailed(`There is no complete backup ${backup} in ${folder.path}.`);
  const manifest = await readManifest(folder, backup);
  const { tables, newestEntry } = manifest;
  assertMasterKeyAmong(manifest.masterKeys);
  const databaseUrl = env().databaseOwnerUrl ?? env().databaseUrl;
  if (!check) {
    await assertEmptyStorage();
    await prepareDatabase(databaseUrl, manifest);
  }
  // Everything is read once before anything is written, so that a damaged backup leaves nothing half restored.
  for (const name of [...tables.map(({ name }) => name), LIST])
    await drain(readSealed(folder, tableFile(backup, name)));
  await checkObjects(folder, tableFile(backup, LIST));
  const about = {
    backup,
    newestEntry,
    tables: tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => ({ table: name, rows })),
  };
  if (check) return { ok: true, ...about };
  await restoreTables(folder, { backup, databaseUrl, manifest });
  await restoreObjects(folder, tableFile(backup, LIST));
  const [ledger, findings] = [await verifyLedger(), await compareObjects({ hash })];
  return {
    ok: ledger.ok && findings.ok,
    ...about,
    ...findings.answer,
    ledger,
    lost: newestEntry ? `what was recorded after ${newestEntry}` : "nothing was recorded yet",
  };
}

async function keyOf(file: string | undefined): Promise<Buffer> {
  const text = file && (await readFile(file, "utf8").catch(orUnreadable(`--key-file ${file}`))).trim();
  const key = text ? z.object({ "key-file": base64Key }).parse({ "key-file": text })["key-file"] : env().backupKey;
  if (key) return Buffer.from(key.reveal(), "base64");
  throw new CommandFailed(
    "Set BACKUP_KEY or --key-file to the key that seals the backup; make one with `openssl rand -base64 32`, and keep a copy elsewhere.",
  );
}
