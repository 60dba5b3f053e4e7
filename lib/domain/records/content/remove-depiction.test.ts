import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeAccount, makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { deleteContent, takeDown } from "./remove-depiction";

describe("content of an inactive creator", () => {
  it.each([
    ["suspended", "uploader_not_solo_active", { status: "suspended" }],
    ["held by the service", "uploader_not_solo_active", { status: "suspended", suspensions: ["service"] }],
    ["no longer verified", "uploader_not_solo_active", { status: "pending_id_verification" }],
    ["asked for the link again", "CONSENT_PENDING", { link: "pending" }],
    ["declined", "CONSENT_DECLINED", { link: "declined" }],
  ] as const)("can be taken down in the portal, but not by the API: %s", async (_, code, options) => {
    const partner = await makePartner();
    const account = await makeAccount(partner, options);
    const { id, externalContentId } = await makeDepiction(partner, { accountId: account.id });
    const row = () => db.depiction.findUniqueOrThrow({ where: { id } });
    const call = { accountId: account.id, externalContentId: externalContentId ?? "" };
    await expect(deleteContent(keyCtx(partner), call)).rejects.toMatchObject({ status: 409, code });
    expect((await row()).removedAt).toBeNull();
    expect(await eventsOf(partner)).toEqual([]);

    const ctx = portalCtx(partner, "admin");
    await takeDown(ctx, { depictionId: id, reason: "A court order" });
    expect(await row()).toMatchObject({
      removedAt: expect.any(Date),
      removedByKind: "portal_user",
      removedById: ctx.actor.userId,
      removalReason: "A court order",
    });
    expect(await eventsOf(partner)).toMatchObject([
      { type: "content_log.deleted", data: { depictionId: id, accountId: account.id, externalContentId } },
    ]);
    const lines = await db.ledgerEntry.findMany({ where: { subjectId: id } });
    expect(lines).toMatchObject([{ action: "depiction.removed", reason: "A court order", partnerId: partner.id }]);
  });
});
