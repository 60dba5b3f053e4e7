import { randomInt } from "node:crypto";
import type { TestProject } from "vitest/node";
import { openTestServer } from "./database";
import type { CloneSource } from "./worker-database";

declare module "vitest" {
  interface ProvidedContext {
    testServer: CloneSource & { runPid: number };
  }
}

/** Runs once before all test files: starts PostgreSQL with the template that each worker clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // One seed for all workers, which print it with a failure.
  if (process.env.CAMPAIGN_SEED === "random") process.env.CAMPAIGN_SEED = String(randomInt(1, 2 ** 31));
  const server = await openTestServer(process.env.DATABASE_URL_TEST);
  const { template, space } = server;
  project.provide("testServer", { address: server.urlOf("postgres"), template, space, runPid: process.pid });
  return server.close;
}
