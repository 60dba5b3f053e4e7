import { describe, expect, it } from "vitest";
import { makePartner, makeUser } from "@/lib/testing/factories";
import {
  db,
  inTransaction,
  isConnectionLost,
  isDatabasesFault,
  onceBeforeCommit,
  Prisma,
  pool,
  rows,
  rowsIn,
  sqlState,
  type Tx,
  violates,
} from "./db";
import { newId } from "./ids";

/** The error of a promise that must fail. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error,
  );

const raise = (tx: Tx, state: string) =>
  tx.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = '${state}'; END $$`);

describe("rows", () => {
  const statement = Prisma.sql`SELECT ${"a"}::text AS first_word, n AS "n", n * 2 AS "asIs", 'x' AS e_mail_2
    FROM generate_series(1, ${2}::int) n`;
  const expected = [
    { firstWord: "a", n: 1, asIs: 2, eMail2: "x" },
    { firstWord: "a", n: 2, asIs: 4, eMail2: "x" },
  ];

  it("renames columns to camel case, on the pool and in a transaction", async () => {
    expect(await rows(statement)).toEqual(expected);
    expect(await rows(statement, { name: "rows_test" })).toEqual(expected);
    expect(await inTransaction((tx) => rowsIn(tx)`${statement}`)).toEqual(expected);
  });

  it("leaves values as they are, and takes a text that is made once", async () => {
    const text = "SELECT '{\"a_b\": 1}'::jsonb AS a_json, $1::text[] AS a_list";
    expect(await rows({ text, values: [["x_y"]] })).toEqual([{ aJson: { a_b: 1 }, aList: ["x_y"] }]);
    expect(await rows(Prisma.sql`SELECT 1 AS a_b WHERE false`)).toEqual([]);
  });
});

describe("inTransaction", () => {
  it("commits all of a change or nothing", async () => {
    const partner = await makePartner();
    await failureOf(
      inTransaction(async (tx) => {
        await tx.partner.update({ where: { id: partner.id }, data: { name: "Changed" } });
        throw new Error("no");
      }),
    );
    expect((await db.partner.findUniqueOrThrow({ where: { id: partner.id } })).name).toBe(partner.name);
  });

  it.each(["40001", "40P01"])("retries after %s", async (state) => {
    let attempts = 0;
    const result = await inTransaction(async (tx) => {
      attempts++;
      if (attempts < 3) await raise(tx, state);
      return "done";
    });
    expect(result).toBe("done");
    expect(attempts).toBe(3);
  });

  it("gives up after three retries", async () => {
    let attempts = 0;
    const error = await failureOf(
      inTransaction(async (tx) => {
        attempts++;
        await raise(tx, "40001");
      }),
    );
    expect(attempts).toBe(4);
    expect(sqlState(error)).toBe("40001");
  });

  it("doesn't retry other errors", async () => {
    let attempts = 0;
    const error = await failureOf(
      inTransaction(async (tx) => {
        attempts++;
        await raise(tx, "23505");
      }),
    );
    expect(attempts).toBe(1);
    expect(sqlState(error)).toBe("23505");
  });

  it("commits both changes after a real deadlock", async () => {
    const [a, b] = [await makePartner({ name: "" }), await makePartner({ name: "" })];
    let attempts = 0;
    let held = 0;
    const bothHold = Promise.withResolvers<void>();
    const lengthen = (id: string, tx: Tx) => tx.$executeRaw`UPDATE partners SET name = name || 'x' WHERE id = ${id}`;
    const crossing = (first: string, second: string) =>
      inTransaction(async (tx) => {
        attempts++;
        await lengthen(first, tx);
        if (++held === 2) bothHold.resolve();
        await bothHold.promise;
        await lengthen(second, tx);
      });
    await Promise.all([crossing(a.id, b.id), crossing(b.id, a.id)]);
    const names = await db.partner.findMany({ where: { id: { in: [a.id, b.id] } }, select: { name: true } });
    expect(names).toEqual([{ name: "xx" }, { name: "xx" }]);
    expect(attempts).toBeGreaterThan(2);
  });

  it("runs work registered for the end once, in the same transaction, and again on a retry", async () => {
    const partner = await makePartner({ name: "before" });
    let attempts = 0;
    let runs = 0;
    await inTransaction(async (tx) => {
      attempts++;
      const finish = async (own: Tx) => {
        runs++;
        await own.partner.update({ where: { id: partner.id }, data: { name: `after ${attempts}` } });
      };
      onceBeforeCommit(tx, "name", finish);
      onceBeforeCommit(tx, "name", finish);
      if (attempts === 1) await raise(tx, "40P01");
    });
    expect(runs).toBe(1);
    expect((await db.partner.findUniqueOrThrow({ where: { id: partner.id } })).name).toBe("after 2");
    expect(() => onceBeforeCommit(db, "x", async () => {})).toThrow("outside inTransaction");
  });
});

describe("isConnectionLost", () => {
  const END = "SELECT pg_terminate_backend(pg_backend_pid())";
  it.each([
    ["a statement", () => pool().query(END)],
    ["a query", () => db.$queryRawUnsafe(END)],
    ["a change", () => inTransaction((tx) => tx.$queryRawUnsafe(END))],
    [
      "a change that continues after it",
      () => inTransaction((tx) => tx.$queryRawUnsafe(END).then(null, () => tx.partner.count())),
    ],
  ])("recognizes that %s lost its connection", async (_, run) => {
    const error = await failureOf(run());
    expect(isConnectionLost(error), String(error)).toBe(true);
  });

  it("takes nothing else for it", async () => {
    for (const state of ["23505", "40001", "57014"]) {
      expect(isConnectionLost(await failureOf(inTransaction((tx) => raise(tx, state))))).toBe(false);
    }
    expect(isConnectionLost(new Error("no"))).toBe(false);
    expect(isConnectionLost(null)).toBe(false);
  });
});

describe("violates", () => {
  it("recognizes a unique violation from Prisma, raw SQL and the pool", async () => {
    const { email } = await makeUser();
    const errors = [
      await failureOf(db.user.create({ data: { id: newId(), email } })),
      await failureOf(db.$executeRaw`INSERT INTO users (id, email) VALUES (${newId()}, ${email})`),
      await failureOf(pool().query("INSERT INTO users (id, email) VALUES ($1, $2)", [newId(), email])),
    ];
    for (const error of errors) {
      expect(sqlState(error)).toBe("23505");
      expect(violates(error, "email")).toBe(true);
      expect(violates(error, "partners_pkey")).toBe(false);
    }
  });

  it("tells two unique indexes of one table apart", async () => {
    const partner = await makePartner();
    const row = { partnerId: partner.id, callbackUrl: "https://a.example.com", fundedBy: "platform" as const };
    await db.soloAccount.create({ data: { ...row, id: newId(), externalUserId: "u1", email: "a@example.com" } });
    const byEmail = await failureOf(
      db.soloAccount.create({ data: { ...row, id: newId(), externalUserId: "u2", email: "a@example.com" } }),
    );
    const byUser = await failureOf(
      db.soloAccount.create({ data: { ...row, id: newId(), externalUserId: "u1", email: "b@example.com" } }),
    );
    expect([violates(byEmail, "email"), violates(byEmail, "external_user_id")]).toEqual([true, false]);
    expect([violates(byUser, "email"), violates(byUser, "external_user_id")]).toEqual([false, true]);
  });

  it("recognizes check constraints and triggers by name", async () => {
    const partner = await makePartner();
    const check = await failureOf(db.user.create({ data: { id: newId(), email: "Upper@Example.com" } }));
    expect(violates(check, "users_email_normal")).toBe(true);
    const foreign = await failureOf(db.partner.delete({ where: { id: partner.id } }));
    // A restricting key has a code of its own from PostgreSQL 18 on.
    expect(["23001", "23503"]).toContain(sqlState(foreign));
    expect(violates(foreign, "partner_members_partner_id_fkey")).toBe(true);
  });

  it("is false for other errors", () => {
    for (const thing of [undefined, null, "email", new Error("other"), {}])
      expect(violates(thing, "email")).toBe(false);
    expect(sqlState(new Error("x"))).toBeUndefined();
  });
});

describe("the database's error code", () => {
  const prisma = (code: string) => new Prisma.PrismaClientKnownRequestError("no", { code, clientVersion: "7" });
  const socket = (code: string) => Object.assign(new Error("no"), { code });

  it.each([
    prisma("P1017"),
    prisma("P2028"),
    socket("EPIPE"),
    socket("ECONNRESET"),
    new Error("Connection terminated"),
  ])("is undefined if there is none: %s", (error) =>
    expect([sqlState(error), isDatabasesFault(error)]).toEqual([undefined, false]),
  );

  it.each([
    ["P0001", false],
    ["23514", false],
    ["XX000", false],
    ["57P01", true],
    ["53100", true],
  ])("%s: whether the database failed is %s", async (state, itsFault) => {
    const error = await failureOf(inTransaction((tx) => raise(tx, state)));
    expect([sqlState(error), isDatabasesFault(error)]).toEqual([state, itsFault]);
  });
});

it("a connection that dies while checked out and idle is not an uncaught exception", async () => {
  const held = await pool().connect();
  const { rows } = await held.query<{ pid: number }>("select pg_backend_pid() as pid");
  const gone = new Promise<void>((resolve) => held.once("end", () => resolve()));
  await pool().query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await gone;
  held.release();
  expect((await pool().query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
