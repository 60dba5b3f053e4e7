import { describe, expect, it } from "vitest";
import { rejectIdentity } from "@/lib/domain/creators/decisions";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { makeCustodian, staffCtx } from "@/lib/testing/factories";
import { approveIdentity, makeFullDraft, makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";
import { moveCheck } from "./states";

const make = {
  draft: async () => (await makeFullDraft()).checkId,
  submitted: async () => (await makeSubmitted()).checkId,
  approved: async () => {
    const { checkId } = await makeSubmitted();
    await approveIdentity(await makeReviewer(checkId), { checkId });
    return checkId;
  },
  rejected: async () => {
    const { checkId } = await makeSubmitted();
    await rejectIdentity(staffCtx(await makeCustodian()), { checkId, reason: "other", note: "No." });
    return checkId;
  },
};

const columns = {
  submitted: () => ({ submittedAt: clock.now() }),
  approved: () => ({ decidedAt: clock.now() }),
  rejected: () => ({ decidedAt: clock.now(), rejectionReason: "other" as const }),
};

describe("a check's status", () => {
  it.each([
    ["draft", "approved"],
    ["draft", "rejected"],
    ["submitted", "submitted"],
    ["approved", "submitted"],
    ["approved", "rejected"],
    ["rejected", "submitted"],
    ["rejected", "approved"],
  ] as const)("does not go from %s to %s", async (from, to) => {
    const id = await make[from]();
    const before = await db.identityCheck.findUnique({ where: { id } });
    await expect(inTransaction((tx) => moveCheck(tx, { id, to, ...columns[to]() }))).rejects.toMatchObject({
      status: 409,
      code: "check_moved_on",
    });
    expect(await db.identityCheck.findUnique({ where: { id } })).toEqual(before);
  });
});
