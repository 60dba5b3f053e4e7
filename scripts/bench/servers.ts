import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { FIND_ACCOUNT } from "@/lib/domain/accounts/queries";
import { buildPages, findBuild } from "@/scripts/build";
import { anyFreePort } from "@/scripts/environment";
import { step } from "@/scripts/progress.mjs";
import { NODE_FLAGS } from "@/scripts/server-process";
import { type Contestant, startProgram } from "./contestant";
import type { Target } from "./database";

// One address may send 1,200 requests in 60 seconds; these many callers stay below it at any speed reached here.
const ADDRESSES = 4_000;

/** The service as it is run, the request log and all limits included. */
export async function startOwn(requests: Contestant["requests"]): Promise<Contestant> {
  // Calls of the API never reach the pages, so any build of them will do.
  const build = findBuild();
  if (!existsSync(join(build.folder, "BUILD_ID"))) await step("Building the pages", () => buildPages(build));
  const port = await anyFreePort();
  const program = await startProgram({
    command: [...NODE_FLAGS, join("dist", "server.js")],
    port,
    probe: "/healthz",
    logFile: resolve(".data/bench/server.log"),
    variables: {
      BASE_URL: `http://localhost:${port}`,
      HOST: "127.0.0.1",
      DATA_DIR: resolve(".data/bench/files"),
      TRUSTED_PROXIES: "1",
      EMBEDDED: "0",
      LOG_LEVEL: "info",
    },
  });
  return {
    ...program,
    name: "this service",
    url: `http://127.0.0.1:${port}`,
    requests,
  };
}

/** The yardstick: one SELECT of an account behind bare `node:http`. */
export async function startNodeHttp(targets: readonly Target[]): Promise<Contestant> {
  const port = await anyFreePort();
  const command = [join("scripts", "bench", "node-http.ts")];
  const program = await startProgram({
    command,
    port,
    variables: { BENCH_SQL: FIND_ACCOUNT },
  });
  return { name: "node:http + pg", url: `http://127.0.0.1:${port}`, requests: bareRequests(targets), ...program };
}

/** The same rows as the service writes, behind bare `node:http`, one call a transaction. */
export async function startBareLog(requests: Contestant["requests"]): Promise<Contestant> {
  const port = await anyFreePort();
  const program = await startProgram({ command: [join("dist", "bare-log.js")], port, probe: "/readyz", variables: {} });
  return { name: "node:http + pg, writing", url: `http://127.0.0.1:${port}`, requests, ...program };
}

export const bareRequests = (targets: readonly Target[]) =>
  requestsTo(targets, ({ accountId, partnerId }) => `/accounts/${accountId}/${partnerId}`);

// All are sent the same headers, so that making and reading a request costs the same everywhere.
export function requestsTo(
  targets: readonly Target[],
  pathOf: (target: Target, n: number) => string,
  bodyOf?: (target: Target, n: number) => string,
): Contestant["requests"] {
  return targets.map((target, n) => {
    const address = n % ADDRESSES;
    return {
      path: pathOf(target, n),
      ...(bodyOf && { method: "POST" as const, body: bodyOf(target, n) }),
      headers: {
        ...(bodyOf && { "Content-Type": "application/json" }),
        Authorization: `Bearer ${target.key}`,
        "X-Forwarded-For": `198.18.${address >> 8}.${address & 255}`,
      },
    };
  });
}
