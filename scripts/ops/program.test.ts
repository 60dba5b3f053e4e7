import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { freshEmail, makePartner, makeUser } from "@/lib/testing/factories";
import { opsCommands, opsProgram } from "@/lib/testing/ops";
import { openPaymentBench } from "@/lib/testing/payment-bench";
import { superuserClient } from "@/lib/testing/sql";
import { integrateAll } from "@/lib/testing/transparency";

const { answer, ops } = opsCommands();
const program = opsProgram();

describe("the command line", () => {
  it("prints a table for people", async () => {
    const partner = await makePartner();
    const { code, stdout, stderr } = await program.ops(["partner", "deactivate", partner.id]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`partnerId  ${partner.id}\nstatus     inactive\nchanged    true\n`);
  });

  it("ends with one line, however much is logged", async () => {
    const { id } = await makePartner();
    expect(Object.keys(await program.answer("platform-fee", "pay", id))).not.toEqual([]);
  });

  it("accepts --json before the command too", async () => {
    const { code, stdout } = await ops(["--json", "ledger", "verify"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it("checks readiness now", async () => {
    expect(await program.answer("readiness", "check")).toEqual({ gaps: expect.any(Number) });
    expect(await db.readinessRun.count({ where: { finishedAt: null } })).toBe(0);
  });

  it("exits with 2 after a wrong command line", async () => {
    expect((await program.ops(["--frobnicate"])).code).toBe(2);
  });

  it("shows help when asked", async () => {
    for (const words of [["--help"], ["partner", "create", "--help"]]) {
      const { code, stdout } = await ops(words);
      expect(code).toBe(0);
      expect(stdout).toContain("Usage: ops");
    }
  });

  it("reports an unreachable database or a wrong variable", async () => {
    const away = await program.ops(["ledger", "verify", "--json"], {
      DATABASE_URL: "postgresql://a:b@127.0.0.1:1/none",
    });
    expect(away.code).toBe(1);
    expect(away.stderr).toContain("Cannot reach the database");
    expect(JSON.parse(away.stdout)).toHaveProperty("error");
    const absent = `${new URL("/absent", env().databaseUrl)}`;
    const refused = await program.ops(["database", "roles"], { DATABASE_URL: absent, DATABASE_OWNER_URL: absent });
    expect(refused.stderr).toBe('The database refuses its address: database "absent" does not exist.\n');
    const wrong = await program.ops(["ledger", "verify", "--json"], { MASTER_KEY: "short" });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain("MASTER_KEY");
    expect(JSON.parse(wrong.stdout)).toHaveProperty("error");
  });
});

describe("signin-link", () => {
  it("uses the running server's address, unless it is set", async () => {
    const { users } = await makePartner();
    const server = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)", "bootstrap.mjs"]);
    try {
      await writeFile(
        `${program.folder}/running.json`,
        JSON.stringify({ pid: server.pid, baseUrl: "http://localhost:4321" }),
      );
      const linkWith = async (variables: Record<string, string>) => {
        const words = ["signin-link", users.owner.email, "--json"];
        const here = { BASE_URL: "", PORT: "", DATA_DIR: program.folder };
        const { stdout } = await program.ops(words, { ...here, ...variables });
        return new URL(JSON.parse(stdout).url).origin;
      };
      expect(await linkWith({})).toBe("http://localhost:4321");
      expect(await linkWith({ BASE_URL: "https://records.example.com" })).toBe("https://records.example.com");
    } finally {
      server.kill();
    }
  });
});

describe("card save", () => {
  it("saves a test card at the Stripe stand-in, which becomes the person's default", async () => {
    const bench = await openPaymentBench();
    try {
      const { id: personId, email } = await makeUser({ email: freshEmail() });
      const saved = { personId, email, card: "declined", brand: "visa", last4: "0341" };
      expect(await program.answer("card", "save", email.toUpperCase(), "--card", "declined")).toEqual(saved);
      expect(await db.paymentCustomer.findFirst({ where: { userId: personId } })).toMatchObject({ cardLast4: "0341" });
    } finally {
      await bench.close();
    }
    const email = freshEmail();
    await makeUser({ email });
    expect(await program.failure("card", "save", email)).toBe(
      "Cannot reach the Stripe stand-in. Is the service running?\n",
    );
  });

  it("refuses where payments go to Stripe", async () => {
    const { email } = await makeUser({ email: freshEmail() });
    const keys = { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };
    const { code, stdout } = await program.ops(["card", "save", email, "--json"], keys);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ code: "not_a_trial" });
  });
});

it("ledger add-key and retire-key rotate the key of checkpoints, which ledger keys lists", async () => {
  const first = await answer("ledger", "add-key", "--name", "log.example.com/first");
  const second = await answer("ledger", "add-key");
  expect(first.verifierKey).toMatch(/^log\.example\.com\/first\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/);
  expect(await answer("ledger", "retire-key", String(first.id))).toMatchObject({ id: first.id });
  const { keys } = await answer("ledger", "keys");
  expect(keys).toMatchObject([second, { id: first.id, retiredAt: expect.any(String) }]);
});

it("ledger verify-log counts the leaves of an intact log, and fails on a broken one", async () => {
  await integrateAll(3);
  const good = { ok: true, leaves: await db.ledgerLeaf.count(), firstBroken: null };
  expect(await answer("ledger", "verify-log")).toEqual(good);
  const superuser = await superuserClient();
  await superuser.query("SET session_replication_role = replica");
  const [last] = await db.ledgerCheckpoint.findMany({ orderBy: { size: "desc" }, take: 1 });
  const setRoot = (root: Uint8Array | undefined) =>
    superuser.query("UPDATE ledger_checkpoints SET root = $1 WHERE size = $2", [root, last?.size]);
  try {
    await setRoot(Buffer.alloc(32));
    const { code, stdout } = await ops(["ledger", "verify-log", "--json"]);
    const firstBroken = { problem: "checkpoint", at: String(last?.size) };
    expect([code, JSON.parse(stdout)]).toEqual([1, { ...good, ok: false, firstBroken }]);
  } finally {
    await setRoot(last?.root);
    await superuser.end();
  }
});

describe("ledger verify", () => {
  it("counts the entries of an intact ledger, and fails on a broken one", async () => {
    await answer("partner", "create", "--name", "A", "--plan", "creator_pays", "--owner", freshEmail());
    const good = await answer("ledger", "verify", "--all");
    expect(good).toEqual({ ok: true, rows: await db.ledgerEntry.count(), firstBroken: null });
    expect(await answer("ledger", "verify")).toEqual({ ok: true, rows: 0, firstBroken: null });

    const row = await db.ledgerEntry.findFirstOrThrow({ orderBy: { seq: "desc" } });
    const superuser = await superuserClient();
    await superuser.query("SET session_replication_role = replica");
    try {
      await superuser.query("UPDATE ledger_entries SET actor_id = 'somebody' WHERE seq = $1", [row.seq]);
      const { code, stdout } = await ops(["ledger", "verify", "--all", "--json"]);
      expect(code).toBe(1);
      const firstBroken = {
        seq: String(row.seq),
        chain: row.chain,
        position: String(row.position),
        problem: "altered",
      };
      expect(JSON.parse(stdout)).toEqual({ ok: false, rows: good.rows, firstBroken });
      const table = await ops(["ledger", "verify"]);
      expect(table.code).toBe(1);
      expect(table.stdout).toContain(`seq ${row.seq}`);
    } finally {
      await superuser.query("UPDATE ledger_entries SET actor_id = $2 WHERE seq = $1", [row.seq, row.actorId]);
      await superuser.end();
    }
  });
});
