import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { context } from "esbuild";
import { serverBundle } from "@/scripts/bundle.mjs";
import { announceInstance } from "@/scripts/instance";
import { prepareDatabase, prepareStart } from "@/scripts/prepare";
import { bold, note, step } from "@/scripts/progress.mjs";
import { type ServerProcess, startServer } from "@/scripts/server-process";
import { onStop } from "@/scripts/stopping";

// Next rebuilds pages as they change; what the server itself is made of is bundled anew, and the server started anew.
const env = await prepareStart("npm run dev");
const stopping = onStop();
stopping.finally(announceInstance(env.baseUrl));
await prepareDatabase(stopping);
const links = promisify(execFile)(process.execPath, [join("dist", "welcome.js")]);

let server: ServerProcess | undefined;
let running = "";
let turn = Promise.resolve();
stopping.finally(() => server?.stop());

const bundling = await context({
  ...serverBundle(["server.ts"]),
  write: false,
  plugins: [
    {
      name: "serve",
      setup: (build) =>
        build.onEnd(({ outputFiles, errors }) => {
          if (errors.length > 0 || !outputFiles) return;
          turn = turn.then(() => serve(outputFiles)).catch((error: unknown) => note(String(error)));
        }),
    },
  ],
});
stopping.finally(() => bundling.dispose());
await bundling.watch();
const { stdout } = await links;
const { ownerUrl, custodianUrl }: { ownerUrl: string; custodianUrl: string } = JSON.parse(stdout);
process.stdout.write(
  `\n  ${bold("Portal".padEnd(11))}${env.baseUrl}/portal\n  ${bold("Owner".padEnd(11))}${ownerUrl}\n  ${bold("Custodian".padEnd(11))}${custodianUrl}\n\n`,
);
stopping.allDone();

async function serve(outputFiles: readonly { path: string; contents: Uint8Array }[]): Promise<void> {
  const code = outputFiles.find(({ path }) => path.endsWith(".js"));
  const mark = createHash("sha256")
    .update(code?.contents ?? "")
    .digest("hex");
  if (stopping.signal.aborted || mark === running) return;
  running = mark;
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  await step(server ? "Starting the server again" : "Starting the server", async () => {
    await server?.stop();
    server = await startServer({ variables: { NODE_ENV: "development", EMBEDDED: "1" }, logFile: undefined });
  });
}
