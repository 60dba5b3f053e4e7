import { expect, it } from "vitest";
import { deactivateAccount, reactivateAccount } from "@/lib/domain/accounts";
import { getCreator } from "@/lib/domain/accounts/roster";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { custodyOffer } from "./custody";

type AccountOptions = Parameters<typeof makeAccount>[1];

const ACCOUNTS: [string, AccountOptions][] = [
  ["active", { status: "active" }],
  ["pending", {}],
  ["paying themselves", { status: "active", fundedBy: "creator" }],
  ["deactivated", { status: "suspended" }],
  ["suspended by the service", { status: "suspended", suspensions: ["service"] }],
  ["deactivated and suspended by the service", { status: "suspended", suspensions: ["service", "partner"] }],
];

it.each(ACCOUNTS.flatMap(([name, made]) => [false, true].map((lapsed) => ({ name, made, lapsed }))))(
  "offers what the verbs allow for a creator who is $name (fee unpaid: $lapsed)",
  async ({ made, lapsed }) => {
    const partner = await makePartner();
    const { id } = await makeAccount(partner, made);
    await db.partner.update({ where: { id: partner.id }, data: { platformFeeLapsedAt: lapsed ? clock.now() : null } });
    const ctx = portalCtx(partner);
    const offer = custodyOffer(await getCreator(ctx, id));
    const works = (call: Promise<Record<string, unknown>>, done: string) =>
      call.then(
        (answer) => answer[done],
        () => false,
      );
    expect(await works(reactivateAccount(ctx, id), "reactivated")).toBe(offer === "reactivate");
    if (offer !== "reactivate")
      expect(await works(deactivateAccount(ctx, id), "deactivated")).toBe(offer === "deactivate");
  },
);
