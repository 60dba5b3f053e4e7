import pg from "pg";
import { inject } from "vitest";
import { env } from "@/lib/platform/env";
import { testRoles } from "./database";

/**
 * A connection of the owner of this worker's database, for what a test prepares and the service itself may not: tampering,
 * triggers, statistics. End it.
 */
export const ownerClient = (): Promise<pg.Client> => connect(addresses().owner);

/** Runs one statement as the owner. */
export async function asOwner(sql: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await ownerClient();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** A connection of the read-only role. End it. */
export const readerClient = (): Promise<pg.Client> => connect(addresses().reader);

/** A connection of the server's superuser, which can bypass triggers. End it. */
export const superuserClient = (): Promise<pg.Client> => connect(superuserUrl());

const addresses = () => testRoles(superuserUrl());

const superuserUrl = (): string =>
  Object.assign(new URL(inject("testServer").address), { pathname: new URL(env().databaseUrl).pathname }).href;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
