import { beforeEach, describe, expect, it } from "vitest";
import { openEvidence, viewPhoto } from "@/lib/domain/identity";
import { dismissCustodian } from "@/lib/domain/parties/people";
import { db } from "@/lib/platform/db";
import { systemCtx } from "@/lib/testing/factories";
import { approveIdentity, makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";
import { visit } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { approveAction, openPhotosAction } from "./(custodian)/custodian/identities/[checkId]/actions";
import { requireCustodian } from "./session";

const toSignIn = { digest: expect.stringContaining("/sign-in?to=%2Fcustodian%2Fidentities") };
const notThere = { digest: expect.stringContaining("404") };

beforeEach(() => visit("/custodian/identities"));

describe("a custodian who is dismissed", () => {
  it("loses access to every page and action at once, in the same session", async () => {
    const { checkId } = await makeSubmitted();
    const reviewer = await makeReviewer(checkId);
    const custodian = await db.user.findUniqueOrThrow({ where: { id: reviewer.actor.userId } });
    await signIn(custodian);
    expect((await requireCustodian()).actor).toEqual({
      kind: "staff",
      userId: custodian.id,
      provenAt: expect.any(Date),
    });

    await dismissCustodian(systemCtx(), custodian);
    const purpose = new FormData();
    purpose.set("purpose", "identity_review");
    const attempts = [
      requireCustodian,
      () => approveAction(checkId, [], new FormData()),
      () => openPhotosAction(checkId, {}, purpose),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(toSignIn);

    await signIn(custodian);
    for (const attempt of attempts) await expect(attempt(), "after signing in again").rejects.toMatchObject(notThere);
    expect((await db.identityCheck.findUniqueOrThrow({ where: { id: checkId } })).status).toBe("submitted");
  });

  it("can't use an earlier request or grant", async () => {
    const { checkId } = await makeSubmitted();
    const reviewer = await makeReviewer(checkId);
    const { grant } = await openEvidence(reviewer, { checkId, purpose: "identity_review" });
    const { email } = await db.user.findUniqueOrThrow({ where: { id: reviewer.actor.userId } });
    await dismissCustodian(systemCtx(), { email });
    await expect(approveIdentity(reviewer, { checkId })).rejects.toMatchObject({ status: 403 });
    await expect(viewPhoto(reviewer, { checkId, kind: "person", grant })).rejects.toMatchObject({ status: 403 });
  });
});
