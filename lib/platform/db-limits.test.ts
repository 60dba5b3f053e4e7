import { afterAll, expect, it } from "vitest";
import { setVariables } from "@/lib/testing/env";
import { closeDatabase, db, inTransaction, isConnectionLost, pool } from "./db";
import { env } from "./env";
import { withRequestContext } from "./request-context";

// What other files of the process opened has the usual limits.
await closeDatabase();
setVariables({ DATABASE_CONNECT_MS: "2000", DATABASE_STATEMENT_MS: "2000" });

afterAll(closeDatabase);

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error,
  );
// Prisma starts a query when it is awaited.
const inRequest = <T>(run: () => Promise<T>) => withRequestContext({ requestId: "test" }, async () => await run());

const SLEEP = "SELECT pg_sleep(300)::text";
const asleep = async () =>
  (await pool().query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = $1", [SLEEP])).rows;

it.each([
  ["a statement", () => pool().query(SLEEP)],
  ["a query", () => db.$queryRawUnsafe(SLEEP)],
  ["a change", () => inTransaction((tx) => tx.$queryRawUnsafe(SLEEP))],
])("%s of a request that takes too long is given up, here and in the database", async (_, run) => {
  const error = await failureOf(inRequest(run));
  expect(isConnectionLost(error), String(error)).toBe(true);
  await expect.poll(asleep).toEqual([]);
});

it("jobs and commands may take longer", async () => {
  const slow = () => pool().query("SELECT pg_sleep(3)");
  await withRequestContext({ requestId: "test", isWork: true }, slow);
  await slow();
});

it("a request that gets no connection is given up", async () => {
  const others = await Promise.all(Array.from({ length: env().databasePoolSize }, () => pool().connect()));
  const runs = [() => pool().query("SELECT 1"), () => db.partner.count(), () => inTransaction((tx) => tx.user.count())];
  const errors = await Promise.all(runs.map((run) => failureOf(inRequest<unknown>(run))));
  for (const other of others) other.release();
  expect(errors.filter((error) => !isConnectionLost(error)).map(String)).toEqual([]);
});

it("a connection's settings end transactions and dead peers that hold locks", async () => {
  const { rows } = await pool().query(
    `SELECT name, setting FROM pg_settings WHERE name IN
       ('idle_in_transaction_session_timeout', 'client_connection_check_interval', 'tcp_keepalives_idle') ORDER BY 1`,
  );
  expect(rows.filter(({ setting }) => setting === "0")).toEqual([]);
});

it("a statement on a connection that is gone fails, and leaves nothing that keeps the process", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const client = await pool().connect();
  const before = timers();
  const gone = new Promise((resolve) => client.once("end", resolve));
  await client.query("SELECT pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
  await gone;
  for (let tried = 0; tried < 3; tried++) expect(await failureOf(client.query("ROLLBACK"))).toBeInstanceOf(Error);
  client.release(true);
  expect(timers()).toBeLessThanOrEqual(before);
});
