import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import type { Env } from "@/lib/platform/env";
import { bold, dim } from "@/scripts/progress.mjs";

const Welcome = z.object({
  ownerEmail: z.string(),
  ownerUrl: z.string().nullable(),
  custodianEmail: z.string(),
  custodianUrl: z.string().nullable(),
});

/**
 * Makes the demo partner if it isn't there yet and, if only this machine reaches the service, a sign-in link for its owner and for
 * the custodian.
 */
export async function greet(nodeEnv: Env["nodeEnv"]): Promise<z.infer<typeof Welcome>> {
  const { stdout } = await promisify(execFile)(process.execPath, [join("dist", "welcome.js")], {
    env: { ...process.env, NODE_ENV: nodeEnv, LOG_LEVEL: "error" },
  });
  return Welcome.parse(JSON.parse(stdout));
}

/** Where everything is and how to sign in, for whoever started the service. To be printed once the server listens. */
export function printReadyTable(given: {
  baseUrl: string;
  /** Of the mail sink; null when mail leaves by SMTP. */
  inboxUrl: string | null;
  /** Absent where a demo partner has no place. */
  welcome: z.infer<typeof Welcome> | undefined;
  logFile: string | undefined;
  /** When the start began, on the clock of `performance.now()`. */
  started: number;
  embeddedDatabase: boolean;
}): void {
  const { baseUrl, inboxUrl, welcome, logFile, started, embeddedDatabase } = given;
  const rows = [
    ["Portal", `${baseUrl}/portal`],
    ["API", `${baseUrl}/api/v1`],
    ["Reference", `${baseUrl}/docs`],
    ["Inbox", inboxUrl ?? "mail goes out by SMTP_URL"],
    ...(welcome
      ? [
          ["Owner", wayIn(welcome.ownerEmail, welcome.ownerUrl)],
          ["Custodian", wayIn(welcome.custodianEmail, welcome.custodianUrl)],
        ]
      : [["Sign in", linkCommand("EMAIL")]]),
    ...(logFile ? [["Log", logFile]] : []),
  ];
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
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
    ? `${linkCommand(email)}\n${dim("makes a link that signs in once")}`
    : `${url}\n${dim(`signs in once, as ${email}`)}`;
