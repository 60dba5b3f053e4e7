import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { z } from "zod";
import { importIdentity } from "@/lib/domain/identity";
import { emailAddress } from "@/lib/platform/wire";
import type { Run } from "./program";
import { CommandFailed } from "./report";

const ImportOptions = z.object({
  email: emailAddress,
  legalName: z.string().trim().min(1, { error: "must not be empty" }),
  birthDate: z.iso.date({ error: "must be a date such as 1990-01-31" }),
  verifiedAt: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: "must be a moment such as 2026-01-31T12:00:00Z, or a date",
    })
    .transform((text) => new Date(text)),
  document: z.string().optional(),
});

/** `identity import`. */
export function addIdentityCommands(root: Command, run: Run): void {
  root
    .command("identity")
    .description("verified people")
    .command("import")
    .description("bring in a person who was verified elsewhere")
    .requiredOption("--email <email>", "the person's address")
    .requiredOption("--legal-name <name>", "the name on the document")
    .requiredOption("--birth-date <date>", "YYYY-MM-DD")
    .requiredOption("--verified-at <time>", "when the person was verified")
    .option("--document <file>", "photo of the document (JPEG, PNG or WebP), kept encrypted as ID material")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { document, ...person } = ImportOptions.parse(options);
        const image = document === undefined ? undefined : await photo(document);
        const { personId, imported } = await importIdentity(ctx, { ...person, document: image });
        return { personId, imported };
      }),
    );
}

async function photo(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === "ENOENT" ? "there is no such file" : error.message;
    throw new CommandFailed(`--document: cannot read ${file}: ${reason}.`);
  });
}
