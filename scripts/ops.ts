import { report } from "@/scripts/ops/report";
import { runningInstance } from "./environment";

// The service's code loads late, so that a bad environment is reported like any failure.
async function main(words: string[]): Promise<number> {
  const json = words.includes("--json");
  // Printed links use the address of the running server, on whatever port.
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
