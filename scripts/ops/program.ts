import { userInfo } from "node:os";
import { Command, CommanderError } from "commander";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { withRequestContext } from "@/lib/platform/request-context";
import { assertSessions } from "@/lib/platform/session-check";
import { assertBelongs } from "@/lib/start";
import { addBackupCommands } from "./backups";
import { addCertificateCommands, addSigningKeyCommands } from "./certificates";
import { addContentCommands } from "./content";
import { addDatabaseCommands, addLedgerCommands, addReadinessCommands } from "./database";
import { addMasterKeyCommands, addSecretCommands } from "./master-key";
import { addKeyCommands, addPartnerCommands, addPlatformFeeCommands, addWebhookCommands } from "./partners";
import {
  addAccountCommands,
  addCardCommands,
  addCustodianCommands,
  addIdentityCommands,
  addSecondFactorCommands,
  addSigninLinkCommand,
  addSubscriptionCommands,
} from "./people";
import { addProducerCommands } from "./producers";
import { addInspectionCommands, addPackageCommands, addProductionCommands } from "./productions";
import { addRemovalCommands } from "./removals";
import { type Answer, type Output, type Run, report } from "./report";
import { addSceneCommands, addUploadSessionCommands, addVerificationCommands } from "./scenes";

/** Runs one command line (without the program's name) and returns the exit code. */
export async function runCommand(words: string[], output: Output): Promise<number> {
  const json = words.includes("--json");
  let exitCode = 0;
  const run: Run = async (work, { failed, anySecrets } = {}) => {
    const requestId = newId();
    const ctx = { actor: { kind: "system", name: `ops:${userInfo().username}` }, requestId } as const;
    const answer = await withRequestContext({ requestId, isWork: true }, async () => {
      await (anySecrets ? assertSessions(env().databaseOwnerUrl) : assertBelongs());
      return work(ctx, (line) => void output.stderr(`${line}\n`));
    });
    output.stdout(json ? `${JSON.stringify(answer)}\n` : table(answer));
    if (failed ? failed(answer) : answer.ok === false) exitCode = 1;
  };
  try {
    await program(run, output).parseAsync(words, { from: "user" });
    return exitCode;
  } catch (error) {
    return report(error, { json, output });
  }
}

function program(run: Run, output: Output): Command {
  const root = new Command("ops")
    .description(
      `Operate ${SERVICE_NAME}: partners, keys, webhooks, accounts, content, scenes, upload sessions, sealed packages, certificates, removal requests, identities, subscriptions, test cards, platform fees, sign-in links, custodians, producers, the ledger, readiness, the database, backups, stored objects, the master key, secrets and signing keys.`,
    )
    .option("--json", "print one JSON object and nothing else");
  silence(root, output);
  for (const add of [
    addPartnerCommands,
    addKeyCommands,
    addWebhookCommands,
    addAccountCommands,
    addContentCommands,
    addSceneCommands,
    addProductionCommands,
    addInspectionCommands,
    addUploadSessionCommands,
    addVerificationCommands,
    addPackageCommands,
    addCertificateCommands,
    addRemovalCommands,
    addIdentityCommands,
    addSubscriptionCommands,
    addCardCommands,
    addPlatformFeeCommands,
    addSecondFactorCommands,
    addSigninLinkCommand,
    addCustodianCommands,
    addProducerCommands,
    addLedgerCommands,
    addReadinessCommands,
    addDatabaseCommands,
    addBackupCommands,
    addMasterKeyCommands,
    addSecretCommands,
    addSigningKeyCommands,
  ]) {
    add(root, run);
  }
  // After the commands have inherited the settings: an unknown first word reaches the root's action.
  return root.allowExcessArguments().allowUnknownOption();
}

// Commands added later inherit these settings. Errors are thrown, so that one place prints them.
function silence(root: Command, { stdout }: Output): void {
  root.exitOverride().configureOutput({ writeOut: stdout, writeErr: () => {}, outputError: () => {} });
  root.action(() => {
    const [word] = root.args;
    if (word?.startsWith("-")) throw new CommanderError(2, "commander.unknownOption", `unknown option '${word}'`);
    if (word) throw new CommanderError(2, "commander.unknownCommand", `unknown command '${word}'`);
    root.outputHelp();
  });
}

function table(answer: Answer): string {
  const entries = Object.entries(answer);
  const hasRows = entries.some(([, value]) => isList(value) && value.length > 0);
  // Next to a list with rows, null values are omitted, and an empty list is named.
  const isTable = (value: unknown) => isList(value) && (value.length > 0 || !hasRows);
  const lists = entries.flatMap(([, value]) => (isTable(value) && isList(value) ? [columns(value)] : []));
  const rest = entries.filter(([, value]) => !isTable(value) && (lists.length === 0 || value !== null));
  const width = Math.max(...rest.map(([key]) => key.length));
  return [...lists, ...rest.map(([key, value]) => `${key.padEnd(width)}  ${cell(value)}\n`)].join("");
}

const isList = (value: unknown): value is readonly Answer[] =>
  Array.isArray(value) && value.every((row) => typeof row === "object" && row !== null);

function columns(rows: readonly Answer[]): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return "none\n";
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.length > 0 ? value.map(cell).join(", ") : "none";
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${cell(inner)}`)
    .join(", ");
}
