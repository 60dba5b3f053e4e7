import type { TestProject } from "vitest/node";
import { openTestServer } from "./database";

declare module "vitest" {
  interface ProvidedContext {
    testServer: { address: string; template: string; runPid: number };
  }
}

/** Runs once before all test files: starts PostgreSQL with the template that each worker clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer(process.env.DATABASE_URL_TEST);
  project.provide("testServer", { address: server.urlOf("postgres"), template: server.template, runPid: process.pid });
  return server.close;
}
