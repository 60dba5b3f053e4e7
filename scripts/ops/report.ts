import { CommanderError } from "commander";
import { ZodError } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";

/** The result of a command. Scripts rely on its keys. */
export type Answer = Record<string, unknown>;

/** Where a command prints. */
export type Output = Record<"stdout" | "stderr", (text: string) => unknown>;

/** Prints a line beside the answer, on stderr. */
export type Tell = (line: string) => void;

/** Runs a command as the operator and prints its answer. Exits with 1 if the answer is not `ok` or has `failed`. */
export type Run = <A extends Answer>(
  work: (ctx: Ctx<SystemActor>, tell: Tell) => Promise<A>,
  how?: {
    failed?: (answer: A) => boolean;
    /** Runs also with secrets that aren't the database's. */
    anySecrets?: boolean;
  },
) => Promise<void>;

/** Prints an error and returns the exit code: 2 for a wrong command line, else 1. */
export function report(error: unknown, { json, output }: { json: boolean; output: Output }): number {
  const { message, exitCode } = explain(error);
  if (exitCode === 0) return 0;
  output.stderr(`${message}\n`);
  if (json) output.stdout(`${JSON.stringify({ error: message, ...codeOf(error) })}\n`);
  return exitCode;
}

/** A failure that the operator can act on. */
export class CommandFailed extends Error {
  override name = "CommandFailed";
}

/** Turns the error of reading a file into a sentence that starts with these words. */
export const orUnreadable =
  (words: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw new CommandFailed(`${words}: ${error.code === "ENOENT" ? "there is no such file" : error.message}.`);
  };

function explain(error: unknown): { message: string; exitCode: number } {
  // Commander printed help, or explains the command line. Drop its prefix.
  if (error instanceof CommanderError) {
    // Help printed because a group of commands was named alone.
    if (error.code === "commander.help") {
      return { message: "Name one of the group's commands; npm run -s ops -- --help lists them.", exitCode: 2 };
    }
    const message = error.message
      .replace(/^error: /, "")
      .replace(/^unknown command '(.*)'/, "There is no command $1; npm run -s ops -- --help lists them.");
    return { message, exitCode: usage(error) };
  }
  if (error instanceof ZodError) return { message: error.issues.map(issueText).join("\n"), exitCode: 2 };
  if (!(error instanceof Error)) return { message: String(error), exitCode: 1 };
  const refused = refusedConnection(error);
  if (refused) return { message: `Cannot reach the database (${refused}). Is the service running?`, exitCode: 1 };
  if (UNFIT_ADDRESS.test(String(Reflect.get(error, "code")))) {
    return { message: `The database refuses its address: ${error.message}.`, exitCode: 1 };
  }
  if (KNOWN.has(error.name)) return { message: error.message, exitCode: 1 };
  return { message: error.stack ?? error.message, exitCode: 1 };
}

// By name, because this module must work when the service's code does not load.
const KNOWN = new Set([
  "CommandFailed",
  "BadEnvironment",
  "UnusablePhoto",
  "NotFound",
  "InvalidField",
  "MissingParameter",
  "Conflict",
  "Unprocessable",
  "Forbidden",
  "Unavailable",
  "WrongSecret",
]);

// PostgreSQL's: a wrong password or role, no such database, no connection left.
const UNFIT_ADDRESS = /^(28|3D|53)[0-9A-Z]{3}$/;

const usage = (error: CommanderError) =>
  error.code === "commander.helpDisplayed" || error.code === "commander.version" ? 0 : 2;

/** The option of a field: `ownerEmail` is `--owner-email`, `types.1` is one of `--types`. */
function issueText({ path, message }: { path: PropertyKey[]; message: string }): string {
  const option = path
    .filter((step) => typeof step !== "number")
    .map(String)
    .join(".")
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return option ? `--${option}: ${message}` : message;
}

function codeOf(error: unknown): { code?: string } {
  const code: unknown = error instanceof Error && KNOWN.has(error.name) ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? { code } : {};
}

function refusedConnection(error: Error): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    const text = /ECONNREFUSED[^\n]*|ENOTFOUND[^\n]*|Can't reach database server[^\n]*/.exec(
      `${at.message} ${Reflect.get(at, "code")}`,
    );
    if (text) return text[0].replace(/ (undefined|ECONNREFUSED)$/, "");
  }
  return undefined;
}
