import { report } from "@/scripts/ops/report";
import { runningInstance } from "./environment";

// Loaded late: a bad environment shows as soon as the service's code is read, and must be reported like any failure.
async function main(words: string[]): Promise<number> {
  const json = words.includes("--json");
  // What prints an address means the one of the server that runs here, whatever port it was started with.
  if (!process.env.BASE_URL?.trim() && !process.env.PORT?.trim()) {
    const running = runningInstance();
    if (running) process.env.BASE_URL = running.baseUrl;
  }
  try {
    const { runCommand } = await import("@/scripts/ops/program");
    return await runCommand(words);
  } catch (error) {
    return report(error, { json });
  }
}

process.exitCode = await main(process.argv.slice(2));
