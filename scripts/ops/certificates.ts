import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import {
  CERTIFICATE_STATUSES,
  ImportedCertificate,
  importCertificates,
  listCertificateKeys,
  listCertificatesOfAll,
  revokeCertificate,
  rotateCertificateKey,
} from "@/lib/domain/productions/certificates";
import { oneOf, untilNext } from "./list-command";
import { orFail } from "./partners";
import { CommandFailed, orUnreadable, type Run } from "./report";

const ListOptions = z.object({
  production: z.string().optional(),
  status: oneOf(CERTIFICATE_STATUSES).optional(),
  after: z.string().optional(),
});

const RevokeOptions = z.object({ reason: z.string().trim().min(1, { error: "must not be empty" }).max(500) });

/** `certificate list`, `certificate revoke`, `certificate import`. */
export function addCertificateCommands(root: Command, run: Run): void {
  const certificate = root.command("certificate").description("certificates of productions");

  certificate
    .command("list")
    .description("list certificates, newest first, 200 at a time")
    .option("--production <production-id>", "only this production's")
    .option("--status <status>", `only these: ${CERTIFICATE_STATUSES.join(", ")}`)
    .option("--after <certificate-id>", "continue after this certificate")
    .action((options: unknown) =>
      run(async (ctx, tell) => {
        const { production: productionId, ...query } = ListOptions.parse(options);
        return untilNext(await listCertificatesOfAll(ctx, { productionId, ...query }), tell);
      }),
    );

  certificate
    .command("revoke <production-id>")
    .description("revoke a production's certificates for good; partners must take its content down")
    .requiredOption("--reason <reason>", "for the ledger; partners don't see it")
    .action((productionId: string, options: unknown) =>
      run((ctx) =>
        revokeCertificate(ctx, { productionId, ...RevokeOptions.parse(options) }).catch(
          orFail(`There is no production ${productionId}.`),
        ),
      ),
    );

  certificate
    .command("import <file>")
    .description("import certificates from before 2026-08-15, from a .csv with a header line or a .jsonl; repeatable")
    .action((file: string) =>
      run(async (ctx) => {
        const sum = { productions: 0, imported: 0, existing: 0 };
        for (const rows of byProduction(await readRows(file))) {
          const { imported, existing } = await importCertificates(ctx, rows);
          sum.productions++;
          sum.imported += imported;
          sum.existing += existing;
        }
        return sum;
      }),
    );
}

/** `signing-key list`, `signing-key rotate`: the keys of certificates. */
export function addSigningKeyCommands(root: Command, run: Run): void {
  const signingKey = root.command("signing-key").description("the keys that sign certificates of productions");

  signingKey
    .command("list")
    .description("list all keys, newest first, with their status and times")
    .action(() => run(async () => ({ keys: await listCertificateKeys() })));

  signingKey
    .command("rotate")
    .description("publish a new key now, which replaces the current one in two days; a first key signs at once")
    .action(() =>
      run(async (ctx, tell) => {
        const made = await rotateCertificateKey(ctx);
        if (made.previous) tell(`The new key is published, and starts to sign at ${made.signsFrom.toISOString()}.`);
        return made;
      }),
    );
}

async function readRows(file: string): Promise<ImportedCertificate[]> {
  const text = await readFile(file, "utf8").catch(orUnreadable(`Cannot read ${file}`));
  const raw = file.endsWith(".jsonl") ? jsonLines(text) : csvLines(text);
  const problems: string[] = [];
  const rows = raw.flatMap(({ line, values }) => {
    const row = ImportedCertificate.safeParse(values);
    if (row.success) return [row.data];
    problems.push(...row.error.issues.map(({ path, message }) => `Line ${line}: ${path.join(".")} ${message}`));
    return [];
  });
  if (problems.length > 0) throw new CommandFailed(`Nothing was imported.\n${problems.join("\n")}`);
  if (rows.length === 0) throw new CommandFailed(`${file} has no certificates.`);
  return rows;
}

type Line = { line: number; values: unknown };

function csvLines(text: string): Line[] {
  const Parsed = z.array(z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.number() }) }));
  try {
    return Parsed.parse(parse(text, { bom: true, columns: true, info: true, skip_empty_lines: true, trim: true })).map(
      ({ record, info }) => ({
        line: info.lines,
        values: Object.fromEntries(Object.entries(record).filter(([, value]) => value !== "")),
      }),
    );
  } catch (error) {
    throw new CommandFailed(`Nothing was imported. ${error instanceof Error ? error.message : error}`);
  }
}

const jsonLines = (text: string): Line[] =>
  text.split("\n").flatMap((source, n) => {
    if (source.trim() === "") return [];
    try {
      return [{ line: n + 1, values: JSON.parse(source) as unknown }];
    } catch {
      throw new CommandFailed(`Nothing was imported. Line ${n + 1} is not JSON.`);
    }
  });

/** The rows of each production together. */
function byProduction(rows: readonly ImportedCertificate[]): [ImportedCertificate, ...ImportedCertificate[]][] {
  const grouped = Map.groupBy(rows, ({ productionId, producerEmail, title, productionDate }) =>
    JSON.stringify(productionId ?? [producerEmail, title, productionDate]),
  );
  return [...grouped.values()].flatMap<[ImportedCertificate, ...ImportedCertificate[]]>(([first, ...more]) =>
    first ? [[first, ...more]] : [],
  );
}
