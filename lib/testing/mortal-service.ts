import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build, type Plugin } from "esbuild";
import { findEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { ownAddresses } from "@/prisma/roles";
import { serverBundle } from "@/scripts/bundle.mjs";
import { anyFreePort } from "@/scripts/environment";
import { killProcess, postmasterPid } from "./mortal-postgres";
import { testVariables } from "./variables";

// Building the real pages takes a minute and their look doesn't matter here. This Next answers "page" and says which
// process the server is.
const PAPER: Readonly<Record<string, string>> = {
  next: `
    import { writeFileSync } from "node:fs";
    export default () => ({
      prepare: async () => writeFileSync("server.pid", String(process.pid)),
      getRequestHandler: () => (_, response) => response.end("page"),
      close: async () => undefined,
    });`,
  "@/scripts/pages": `
    export const findBuild = () => ({ isFresh: true });
    export const buildPages = async () => undefined;`,
};

const onPaper: Plugin = {
  name: "paper",
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(${Object.keys(PAPER).join("|")})$`);
    onResolve({ filter }, ({ path }) => ({ path, namespace: "paper" }));
    onLoad({ filter, namespace: "paper" }, ({ path }) => ({ contents: PAPER[path], loader: "js" }));
  },
};

/** The application name of the connections of the server's worker. */
export const OUTSIDE = "outside";

export type MortalService = Awaited<ReturnType<typeof startMortalService>>;

/**
 * The service as `npm start` runs it (starter, embedded PostgreSQL, server with its worker) in its own folder, and
 * another worker beside it. Tests may kill any of them.
 */
export async function startMortalService(variables: Readonly<Record<string, string>>) {
  const home = resolve(`.data/test/mortal-${process.pid}`);
  const dataDir = join(home, ".data");
  const folder = join(dataDir, "postgres");
  mkdirSync(home, { recursive: true });
  // The thread that draws PDFs starts from its source.
  for (const name of ["lib", "node_modules", "prisma", "scripts"]) symlinkSync(resolve(name), join(home, name));
  const entries = ["scripts/start.ts", "scripts/welcome.ts", "server.ts", "worker.ts"];
  await build({ ...serverBundle(entries), outdir: join(home, "dist"), plugins: [onPaper] });

  const port = await anyFreePort();
  let said = "";
  const running = new Set<ChildProcess>();
  const environment = {
    ...process.env,
    ...testVariables({ databaseUrl: "", dataDir }),
    LOG_LEVEL: "warn",
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    // Other tests need the port of `testVariables` to be free.
    STRIPE_PORT: String(await anyFreePort()),
    ...variables,
  };

  function run(program: string, more: Readonly<Record<string, string>> = {}): ChildProcess {
    // It ends with this process.
    const child = spawn(process.execPath, [join("scripts", "follow-parent.mjs"), join("dist", program)], {
      cwd: home,
      env: { ...environment, ...more },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    running.add(child);
    return child;
  }

  const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

  async function stop(): Promise<void> {
    for (const child of [...running].reverse()) {
      const gone = isAlive(child) ? once(child, "exit") : undefined;
      child.kill("SIGTERM");
      await gone;
    }
    if (existsSync(folder)) {
      // A killed starter couldn't stop it.
      await (await findEmbeddedPostgres({ folder, database: "vellum" }))?.stop();
      // The folder may be a link to a place that the database's user can enter.
      rmSync(realpathSync(folder), { recursive: true, force: true });
    }
    rmSync(home, { recursive: true, force: true });
  }

  const url = `http://127.0.0.1:${port}`;
  const starter = run("start.js");
  // The server responds a while before its starter is done.
  while (!said.includes("Ctrl-C stops it")) {
    if (!isAlive(starter)) {
      await stop();
      throw new Error(`npm start ended: ${said.slice(-2000)}`);
    }
    await wait(100);
  }
  const databaseUrl = (await findEmbeddedPostgres({ folder, database: "vellum" }))?.url ?? "";
  const worker = run("worker.js", {
    DATABASE_URL: `${ownAddresses(databaseUrl).application}?application_name=${OUTSIDE}`,
    NODE_ENV: "production",
    LOG_LEVEL: "info",
  });
  // While it starts, a lost database ends it.
  while (!said.includes("worker started")) {
    if (!isAlive(worker)) {
      await stop();
      throw new Error(`The worker ended: ${said.slice(-2000)}`);
    }
    await wait(100);
  }
  const serverPid = () => Number(readFileSync(join(home, "server.pid"), "utf8"));

  return {
    url,
    /** As the superuser, who sees and may end every connection. */
    databaseUrl,
    /** The pids that should outlive everything: the starter and the worker beside it. */
    dead: () =>
      Object.entries({ starter, worker })
        .filter(([, child]) => !isAlive(child))
        .map(([name]) => name),
    /** Everything its processes have printed so far. */
    said: () => said,
    serverPid,
    kill: {
      postmaster: () => killProcess(postmasterPid(folder)),
      server: () => killProcess(serverPid()),
    },
    stop,
  };
}
