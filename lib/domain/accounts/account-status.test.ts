import { expect, it } from "vitest";
import { db, inTransaction, pool } from "@/lib/platform/db";
import { makeAccount, makePartner, systemCtx } from "@/lib/testing/factories";
import { untilWaiting } from "@/lib/testing/sql";
import { deriveAccountStatus } from "./account-status";

const derive = (id: string) => inTransaction((tx) => deriveAccountStatus(tx, systemCtx(), id));

it("waits for a platform fee that is lapsing, and goes by it", async () => {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const lapsing = await pool().connect();
  await lapsing.query("BEGIN");
  await lapsing.query("UPDATE partners SET platform_fee_lapsed_at = now() WHERE id = $1", [partner.id]);
  let finished = false;
  const deriving = derive(account.id).finally(() => {
    finished = true;
  });
  await untilWaiting(1);
  expect(finished).toBe(false);
  await lapsing.query("COMMIT");
  lapsing.release();
  expect(await deriving).toMatchObject({ status: "suspended", suspendReason: "platform_lapsed" });
});

it("keeps its partner as it was read until it is written, and lets the partner's other accounts change", async () => {
  const partner = await makePartner();
  const [one, other] = [await makeAccount(partner, { status: "active" }), await makeAccount(partner)];
  await inTransaction(async (tx) => {
    await deriveAccountStatus(tx, systemCtx(), one.id);
    await derive(other.id);
    const lapse = db.$transaction([
      db.$executeRaw`SET LOCAL lock_timeout = '100ms'`,
      db.$executeRaw`UPDATE partners SET platform_fee_lapsed_at = now() WHERE id = ${partner.id}`,
    ]);
    await expect(lapse).rejects.toThrow("lock timeout");
  });
});
