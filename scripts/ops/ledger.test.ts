import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { freshEmail } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";
import { superuserClient } from "@/lib/testing/sql";

const { answer, ops } = opsProgram();

describe("ledger verify", () => {
  it("counts the rows of a ledger that holds, and fails on one that does not", async () => {
    await answer("partner", "create", "--name", "A", "--plan", "creator_pays", "--owner", freshEmail());
    const good = await answer("ledger", "verify");
    expect(good).toEqual({ ok: true, rows: await db.ledgerEntry.count(), firstBroken: null });

    const row = await db.ledgerEntry.findFirstOrThrow({ orderBy: { seq: "desc" } });
    const superuser = await superuserClient();
    await superuser.query("SET session_replication_role = replica");
    try {
      await superuser.query("UPDATE ledger_entries SET actor_id = 'somebody' WHERE seq = $1", [row.seq]);
      const { code, stdout } = await ops(["ledger", "verify", "--json"]);
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
