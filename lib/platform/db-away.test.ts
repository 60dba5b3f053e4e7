import { afterAll, expect, it } from "vitest";
import { databasePath } from "@/lib/testing/database-path";
import { setVariables } from "@/lib/testing/env";
import { ownerClient, superuserClient, untilWaiting } from "@/lib/testing/sql";
import { closeDatabase, db, inTransaction, isConnectionLost, pool, sqlState } from "./db";
import { env } from "./env";
import { withRequestContext } from "./request-context";

// What other files of the process opened has the usual limits.
await closeDatabase();
const path = await databasePath(env().databaseUrl);
// Long beside a pause of a busy machine, and short beside the limits of statements and of jobs.
setVariables({ DATABASE_URL: path.url, DATABASE_CONNECT_MS: "3000", DATABASE_LOCK_MS: "1000" });

afterAll(async () => {
  await closeDatabase();
  path.close();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error,
  );
// Prisma starts a query when it is awaited.
const inRequest = <T>(run: () => Promise<T>) => withRequestContext({ requestId: "test" }, async () => await run());
const inJob = <T>(run: () => Promise<T>) => withRequestContext({ requestId: "test", isWork: true }, run);

const SLEEP = "SELECT pg_sleep(300)::text";

it("gives up all that waits for a database that hangs, refuses more at once, and recovers alone", async () => {
  const count = env().databasePoolSize;
  const held = await Promise.all(Array.from({ length: count - 2 }, () => pool().connect()));
  const waiting = [
    inRequest(() => pool().query(SLEEP)),
    inJob(() => inTransaction((tx) => tx.$queryRawUnsafe(SLEEP))),
  ].map(failureOf);
  const asleep = async () => (await server.query("SELECT FROM pg_stat_activity WHERE query = $1", [SLEEP])).rows;
  const server = await superuserClient();
  await expect.poll(asleep).toHaveLength(2);
  path.hang();
  // No connection is free for these.
  waiting.push(failureOf(inRequest(() => db.partner.count())), failureOf(inJob(() => pool().query("SELECT 1"))));
  for (const error of await Promise.all(waiting)) expect(isConnectionLost(error), String(error)).toBe(true);
  for (const client of held) client.release();

  const asked = performance.now();
  for (const run of [() => pool().query("SELECT 1"), () => db.partner.count(), () => inTransaction(async () => 1)]) {
    expect(isConnectionLost(await failureOf(inRequest<unknown>(run)))).toBe(true);
  }
  // Only the limits for a connection would be longer.
  expect(performance.now() - asked).toBeLessThan(env().databaseConnectMs);

  path.recover();
  await server.end();
  await expect.poll(() => inRequest(() => db.partner.count()).catch(() => null)).not.toBeNull();
});

it("waits for a slow statement as long as the database answers", async () => {
  const slow = `SELECT pg_sleep(${env().databaseConnectMs / 1000})`;
  await Promise.all([inRequest(() => pool().query(slow)), inJob(() => pool().query(slow))]);
});

it("lets a request wait for a lock only briefly, and a job as long as it takes", async () => {
  const holder = await ownerClient();
  try {
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE partners IN ACCESS EXCLUSIVE MODE");
    const error = await failureOf(inRequest(() => db.partner.count()));
    expect([sqlState(error), isConnectionLost(error)]).toEqual(["55P03", true]);
    const job = inJob(() => inTransaction((tx) => tx.partner.count()));
    await untilWaiting(1);
    // The limit of the request would end it meanwhile.
    await holder.query("SELECT pg_sleep(2)");
    await holder.query("COMMIT");
    await job;
  } finally {
    await holder.end();
  }
});

it("drops a connection to a server that can't be written to", async () => {
  const client = await pool().connect();
  await client.query("SET default_transaction_read_only = on");
  client.release();
  const error = await failureOf(inRequest(() => db.partner.updateMany({ data: { name: "Changed" } })));
  expect([sqlState(error), isConnectionLost(error)]).toEqual(["25006", true]);
  await inRequest(() => db.partner.updateMany({ where: { id: "none" }, data: { name: "Changed" } }));
});
