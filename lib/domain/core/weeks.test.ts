import { expect, test } from "vitest";
import { countNewAccounts } from "@/lib/domain/accounts";
import { clock } from "@/lib/platform/clock";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";

test("rows are counted by the week of their id, for their partner alone", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  for (const day of ["2026-11-07T11:59:59Z", "2026-11-07T12:00:01Z", "2026-11-14T11:59:59Z", "2026-11-14T12:00:01Z"]) {
    clock.freeze(day);
    await makeAccount(partner);
  }
  await makeAccount(other);
  clock.freeze("2026-11-21T12:00:00Z");
  expect(await countNewAccounts(portalCtx(partner))).toEqual({ now: 1, before: 2 });
});
