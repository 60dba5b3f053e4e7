import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Starts the witness of clients/ as its own program, for logs with these verifier keys. Its memory is a file in `folder`. */
export async function startWitness({
  logs,
  folder,
  name = "witness.example.com/w1",
}: {
  logs: readonly string[];
  folder: string;
  name?: string;
}) {
  const words = [
    "--name",
    name,
    "--state",
    join(folder, "witness.json"),
    "--port",
    "0",
    ...logs.flatMap((log) => ["--log", log]),
  ];
  const child = spawn(process.execPath, ["clients/ledger/witness.mjs", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaints = "";
  child.stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  let said = "";
  while (!said.includes("Listening")) {
    const [chunk] = await Promise.race([once(child.stdout, "data"), once(child, "exit").then(() => [null])]);
    if (chunk === null) throw new Error(complaints);
    said += String(chunk);
  }
  const [configured = ""] = said.split("\n");
  const [url = "", verifierKey = ""] = configured.split(" ");
  return {
    verifierKey,
    url,
    /** What it says to put in LEDGER_WITNESSES. */
    configured,
    /** What it wrote to its operator. */
    complaints: () => complaints,
    async stop(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
      const gone = once(child, "exit");
      child.kill(signal);
      await gone;
    },
  };
}
