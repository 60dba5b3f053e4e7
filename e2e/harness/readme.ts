import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { anyFreePort } from "@/scripts/environment";

type Environment = Readonly<Record<string, string>>;

export type Reader = {
  /** What `npm start` printed for a role or a place. */
  printed: (name: string) => string;
  /** Of the reader's terminal. */
  environment: Environment;
  stop: () => Promise<void>;
};

/**
 * Runs `npm start` as a reader does, on free ports with a database of its own, and leads the harness there instead of to the service of
 * the other journeys.
 */
export async function startAsReader(): Promise<Reader> {
  const before = { ...process.env };
  const dataDir = mkdtempSync(join(tmpdir(), "vellum-readme-"));
  const own = Object.entries(before).filter(([name]) => /^(PATH|HOME|USER|LANG|npm_.*|CI)$/.test(name));
  const ports = { PORT: await anyFreePort(), SINK_PORT: await anyFreePort(), STRIPE_PORT: await anyFreePort() };
  const environment = Object.fromEntries(
    [...own, ...Object.entries(ports)].map(([name, value]) => [name, String(value)]),
  );
  const { MASTER_KEY, AUTH_SECRET } = before;
  const starter = spawn(process.execPath, ["scripts/bootstrap.mjs", "start"], {
    env: inProcess({ ...environment, MASTER_KEY: MASTER_KEY ?? "", AUTH_SECRET: AUTH_SECRET ?? "", DATA_DIR: dataDir }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let table = "";
  for (const stream of [starter.stdout, starter.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      table += chunk.toString();
    });
  }
  await expect
    .poll(() => starter.exitCode !== null || table.includes("Ctrl-C stops it"), { timeout: 500_000 })
    .toBe(true);
  expect(table).toContain("is ready");
  const printed = (name: string) => new RegExp(`^ +${name} +(http\\S+)`, "m").exec(table)?.[1] ?? "";
  process.env.BASE_URL = `http://localhost:${ports.PORT}`;
  process.env.E2E_INBOX_URL = printed("Inbox");
  return {
    printed,
    environment,
    async stop() {
      Object.assign(process.env, before);
      if (starter.exitCode === null) {
        starter.kill();
        await once(starter, "exit");
      }
      // The database may lie where its own user can enter.
      for (const path of [realpathSync(join(dataDir, "postgres")), dataDir])
        rmSync(path, { recursive: true, force: true });
    },
  };
}

// Next's types ask for it.
const inProcess = (environment: Environment): NodeJS.ProcessEnv => ({ NODE_ENV: "production", ...environment });

/** A numbered step: what people read, and the commands that they copy. */
type Step = { text: string; commands: string };

/** The numbered steps of one chapter of the README, in order. */
export function readSteps(chapter: string): Step[] {
  const readme = readFileSync("README.md", "utf8");
  const [, body] = new RegExp(`^## ${chapter}\n(.*?)(?=^## )`, "ms").exec(readme) ?? [];
  if (body === undefined) throw new Error(`The README has no chapter “${chapter}”.`);
  return [...body.matchAll(/^\d+\. (.*\n(?:(?: {3}.*)?\n)*)/gm)].map(([, step = ""]) => {
    const commands = [...step.matchAll(/^ {3}```sh\n(.*?)^ {3}```/gms)].map(([, block = ""]) =>
      block.replace(/^ {3}/gm, ""),
    );
    return {
      text: step
        .replace(/^ {3}```sh\n.*?^ {3}```/gms, "")
        .replace(/\s+/g, " ")
        .trim(),
      commands: commands.join(""),
    };
  });
}

/** A terminal: it keeps variables and functions from one command to the next. */
export function openTerminal(environment: Environment) {
  const shell = spawn("bash", [], { env: inProcess(environment), stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  const waiting = new Set<() => void>();
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      for (const look of waiting) look();
    });
  }
  return {
    /** Runs commands, with what a person pastes for each `NAME=…`, and returns what they print. */
    async run(commands: string, pasted: Readonly<Record<string, string>> = {}): Promise<string> {
      const asked = commands.replace(/^export (\w+)=…$/gm, (_, name: string) => {
        if (!pasted[name]) throw new Error(`Nobody has pasted ${name}.`);
        return `export ${name}=${pasted[name]}`;
      });
      said = "";
      const end = "-- the end --";
      await new Promise<void>((done) => {
        const look = () => {
          if (!said.includes(end)) return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        shell.stdin.write(`set -u\n${asked}\necho; echo '${end}'\n`);
      });
      return said.slice(0, said.indexOf(end)).trim();
    },
    close: () => void shell.kill(),
  };
}

/** What a button puts on the clipboard. */
export async function copied(page: Page, name: string): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name }).first().click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The page `/verify` calls a certificate genuine. */
export async function expectGenuine(page: Page, certificate: string): Promise<void> {
  await page.goto("/verify");
  await page.getByLabel("Certificate").fill(certificate);
  await page.getByRole("button", { name: "Verify certificate" }).click();
  await expect(page.getByText("Genuine signature", { exact: true })).toBeVisible();
}
