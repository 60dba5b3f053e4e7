import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import type { Env } from "@/lib/platform/env";
import { bold, dim, firstMoment } from "@/scripts/progress.mjs";

/** `url`: a sign-in link; null where there is none. */
const Welcome = z.array(z.object({ role: z.string(), email: z.string(), url: z.string().nullable() }));

/** Creates the demo partner if missing. On a local address, also creates sign-in links for its owner, the custodians and a producer. */
export async function greet(nodeEnv: Env["nodeEnv"]): Promise<z.infer<typeof Welcome>> {
  const { stdout } = await promisify(execFile)(process.execPath, [join("dist", "welcome.js")], {
    env: { ...process.env, NODE_ENV: nodeEnv, LOG_LEVEL: "error" },
  });
  return Welcome.parse(JSON.parse(stdout));
}

/** Prints the addresses, how to sign in, and how long the command took, packages included. Call it once the server listens. */
export function printReadyTable(given: {
  baseUrl: string;
  /** The mail sink; null when SMTP sends mail. */
  inboxUrl: string | null;
  /** Absent without a demo partner. */
  welcome: z.infer<typeof Welcome> | undefined;
  logFile: string | undefined;
  embeddedDatabase: boolean;
}): void {
  const { baseUrl, inboxUrl, welcome, logFile, embeddedDatabase } = given;
  const rows = [
    ["Portal", `${baseUrl}/portal`],
    ["API", `${baseUrl}/api/v1`],
    ["Reference", `${baseUrl}/docs`],
    ["Inbox", inboxUrl ?? "mail is sent by SMTP_URL"],
    ...(welcome?.map(({ role, email, url }) => [role, wayIn(email, url)]) ?? [["Sign in", linkCommand("EMAIL")]]),
    ...(logFile ? [["Log", logFile]] : []),
  ];
  const seconds = ((Date.now() - firstMoment()) / 1000).toFixed(1);
  const lines = rows.map(
    ([name = "", value = ""]) => `  ${bold(name.padEnd(11))}${value.replace("\n", `\n${" ".repeat(13)}`)}`,
  );
  process.stdout.write(
    `\n  ${bold(`${SERVICE_NAME} is ready`)} ${dim(`after ${seconds} s${embeddedDatabase ? ", database included" : ""}`)}\n\n${lines.join("\n")}\n\n  ${dim("Ctrl-C stops it.")}\n\n`,
  );
}

const linkCommand = (email: string): string => `npm run -s ops -- signin-link ${email}`;

const wayIn = (email: string, url: string | null): string =>
  url === null
    ? `${linkCommand(email)}\n${dim("creates a one-time sign-in link")}`
    : `${url}\n${dim(`one-time sign-in as ${email}`)}`;
