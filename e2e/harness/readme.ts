import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

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
export function openTerminal(environment: Readonly<Record<string, string>>) {
  const shell = spawn("bash", {
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
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
