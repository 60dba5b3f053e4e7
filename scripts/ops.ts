import { type Output, report } from "@/scripts/ops/report";
import { runningInstance } from "./environment";

// The service's code loads late, so that a bad environment is reported like any failure.
async function main(words: string[]): Promise<number> {
  const json = words.includes("--json");
  // Printed links use the address of the running server, on whatever port.
  if (!process.env.BASE_URL?.trim() && !process.env.PORT?.trim()) {
    const running = runningInstance();
    if (running) process.env.BASE_URL = running.baseUrl;
  }
  const output: Output = {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  };
  try {
    const { runCommand } = await import("@/scripts/ops/program");
    const [{ log }, { closeDatabase }] = [await import("@/lib/platform/log"), await import("@/lib/platform/db")];
    // Scripts parse stdout, so nothing else may be printed there.
    log.level = "silent";
    try {
      return await runCommand(words, output);
    } finally {
      await closeDatabase();
    }
  } catch (error) {
    return report(error, { json, output });
  }
}

process.exitCode = await main(process.argv.slice(2));
