import { expect, it } from "vitest";
import { inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { keyCtx, makeCustodian, makePartner, personCtx, portalCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { assertMay, authorize } from "./authorize";
import type { Capability } from "./roles";

const WISHES = [
  "manage_team",
  "manage_records",
  "manage_integration",
  "manage_webhooks",
  "share_filters",
  "save_filters",
  "leave_team",
] as const satisfies Capability[];

it.each([
  ["assertMay", assertMay],
  ["authorize", authorize],
])("%s allows each kind of actor its own actions for a partner, and a stranger none", async (_, ask) => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const { id: partnerId } = partner;
  const answers = (ctx: Parameters<typeof ask>[1]) =>
    Promise.all(
      WISHES.map((to) =>
        inTransaction((tx) => ask(tx, ctx, { partnerId, to })).then(
          () => "may",
          ({ status }: { status: number }) => status,
        ),
      ),
    );
  expect(await answers(systemCtx())).toEqual(Array(7).fill("may"));
  expect(await answers(keyCtx(partner))).toEqual([403, "may", 403, "may", 403, 403, 403]);
  expect(await answers(portalCtx(partner, "owner"))).toEqual(Array(7).fill("may"));
  expect(await answers(portalCtx(partner, "admin"))).toEqual([403, "may", "may", "may", "may", "may", "may"]);
  expect(await answers(portalCtx(partner, "developer"))).toEqual([403, 403, "may", "may", "may", "may", "may"]);
  expect(await answers(portalCtx(partner, "viewer"))).toEqual([403, 403, 403, 403, 403, "may", "may"]);
  // A user of another partner's team, whose session claims this partner and any role.
  const stranger = portalCtx({ ...partner, users: other.users }, "owner");
  const custodian = staffCtx(await makeCustodian());
  for (const ctx of [keyCtx(other), portalCtx(other), stranger, custodian, personCtx(partner.users.owner)]) {
    expect(await answers(ctx)).toEqual(Array(7).fill(404));
  }
});

it("authorize never finds an unknown partner", async () => {
  const wish = { partnerId: newId(), to: "manage_team" } as const;
  await expect(inTransaction((tx) => authorize(tx, systemCtx(), wish))).rejects.toMatchObject({ status: 404 });
});
