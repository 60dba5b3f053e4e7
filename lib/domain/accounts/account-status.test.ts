import { describe, expect, it } from "vitest";
import { db, inTransaction, pool } from "@/lib/platform/db";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeAccount, makePartner, systemCtx } from "@/lib/testing/factories";
import { deriveAccountStatus } from "./account-status";
import { readAccount } from "./queries";

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
  await new Promise((resolve) => setTimeout(resolve, 200));
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

async function given(
  options: Parameters<typeof makeAccount>[1],
  plan: "platform_pays" | "creator_pays" = "platform_pays",
) {
  const partner = await makePartner({ plan });
  const typesOf = async () => (await eventsOf(partner)).map(({ type }) => type);
  return { partner, account: await makeAccount(partner, options), ctx: keyCtx(partner), typesOf };
}

describe("payment", () => {
  it("that lapses suspends an active creator, and that is made up for brings them back, each once", async () => {
    const { partner, account, ctx, typesOf } = await given({ status: "active" });
    for (const platformFeeLapsedAt of [new Date(), null]) {
      await db.partner.update({ where: { id: partner.id }, data: { platformFeeLapsedAt } });
      await derive(account.id);
      await derive(account.id);
      expect(await readAccount(ctx, account.id)).toMatchObject(
        platformFeeLapsedAt ? { status: "suspended", suspendReason: "platform_lapsed" } : { status: "active" },
      );
    }
    expect(await typesOf()).toEqual(["solo_account.suspended", "solo_account.verified"]);
  });

  it("of the creator's own does the same for a creator-pays partner", async () => {
    const { account, ctx, typesOf } = await given({ status: "active" }, "creator_pays");
    for (const active of [false, true]) {
      await db.subscription.update({ where: { userId: account.person.id }, data: { active } });
      await derive(account.id);
      expect(await readAccount(ctx, account.id)).toMatchObject(
        active ? { status: "active" } : { status: "suspended", suspendReason: "subscription_lapsed" },
      );
    }
    expect(await typesOf()).toEqual(["solo_account.suspended", "solo_account.verified"]);
  });

  it("that was never made leaves a creator pending", async () => {
    const { partner, account } = await given({});
    await db.partner.update({ where: { id: partner.id }, data: { platformFeeLapsedAt: new Date() } });
    expect(await derive(account.id)).toMatchObject({ status: "pending_id_verification" });
  });
});
