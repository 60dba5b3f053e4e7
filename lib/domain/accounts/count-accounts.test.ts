import { expect, test } from "vitest";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { countAccounts } from "./count-accounts";
import { findAccounts } from "./find-accounts";

test("creators are counted by status, each partner's own", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  for (const status of ["active", "active", "suspended", "subscribed_pending_id"] as const) {
    await makeAccount(partner, { status });
  }
  await makeAccount(other);
  expect(await countAccounts(portalCtx(partner))).toEqual({
    active: 2,
    suspended: 1,
    subscribed_pending_id: 1,
    pending_id_verification: 0,
  });
  expect(await countAccounts(portalCtx(other))).toMatchObject({ active: 0, pending_id_verification: 1 });
});

test("a creator is found once by any of its names, whole, and by its own partner only", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const account = await makeAccount(partner, { email: "same@example.com", externalUserId: "same@example.com" });
  const { id, externalUserId, email, status } = account;
  for (const text of ["Same@Example.com", externalUserId, id, id.toUpperCase()]) {
    expect(await findAccounts(portalCtx(partner), text), text).toEqual([{ id, externalUserId, email, status }]);
    expect(await findAccounts(portalCtx(other), text), text).toEqual([]);
  }
  expect(await findAccounts(portalCtx(partner), "same")).toEqual([]);
  expect(await findAccounts(portalCtx(partner), "%")).toEqual([]);
});

test("one text can be the email of one creator and the external id of another", async () => {
  const partner = await makePartner();
  await makeAccount(partner, { email: "both@example.com" });
  await makeAccount(partner, { externalUserId: "both@example.com" });
  expect(await findAccounts(portalCtx(partner), "both@example.com")).toHaveLength(2);
});
