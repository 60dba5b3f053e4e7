import { expect, it } from "vitest";
import { deactivateAccount, reactivateAccount } from "@/lib/domain/accounts";
import { getCreator } from "@/lib/domain/roster";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { custodyOffer } from "./custody";

type Made = Parameters<typeof makeAccount>[1];

const STANDINGS: [string, Made][] = [
  ["active", { status: "active" }],
  ["pending", {}],
  ["paying themselves", { status: "active", fundedBy: "creator" }],
  ["deactivated", { status: "suspended" }],
  ["held by the service", { status: "suspended", holds: ["service"] }],
  ["deactivated and held by the service", { status: "suspended", holds: ["service", "partner"] }],
];

it.each(STANDINGS.flatMap(([name, made]) => [false, true].map((lapsed) => ({ name, made, lapsed }))))(
  "what is offered for one who is $name is what the verbs do (fee unpaid: $lapsed)",
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
