import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { context } from "esbuild";
import { serverBundle } from "@/scripts/bundle.mjs";
import { isForShow, prepareDatabase, prepareStart } from "@/scripts/prepare";
import { note, step } from "@/scripts/progress.mjs";
import { greet, printReadyTable } from "@/scripts/ready-table";
import { type ServerProcess, startServer } from "@/scripts/server-process";
import { onStop } from "@/scripts/stopping";
import { announceInstance } from "./environment";

// Next rebuilds changed pages. On changes of the server's own code we rebundle and restart it.
const embeddedDatabase = !process.env.DATABASE_URL;
const env = await prepareStart("npm run dev");
const stopping = onStop();
stopping.finally(announceInstance(env.baseUrl));
await prepareDatabase(stopping);

let server: ServerProcess | undefined;
let running = "";
let restarts = Promise.resolve();
// The first server that listens. With an error in the sources, this waits for the fix.
const first = Promise.withResolvers<ServerProcess>();
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
          restarts = restarts.then(() => serve(outputFiles)).catch((error: unknown) => note(String(error)));
        }),
    },
  ],
});
stopping.finally(() => bundling.dispose());
await bundling.watch();
const [{ inboxUrl }, welcome] = await Promise.all([
  first.promise,
  isForShow(env) ? greet("development") : undefined,
]).catch(stopping.fail);
printReadyTable({ baseUrl: env.baseUrl, inboxUrl, welcome, logFile: undefined, embeddedDatabase });
stopping.allDone();

async function serve(outputFiles: readonly { path: string; contents: Uint8Array }[]): Promise<void> {
  const code = outputFiles.find(({ path }) => path.endsWith(".js"));
  const mark = createHash("sha256")
    .update(code?.contents ?? "")
    .digest("hex");
  if (stopping.signal.aborted || mark === running) return;
  running = mark;
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  await step(server ? "Restarting the server" : "Starting the server", async () => {
    await server?.stop();
    server = await startServer({ variables: { NODE_ENV: "development" }, logFile: undefined });
    first.resolve(server);
  });
}
