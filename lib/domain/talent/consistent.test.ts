import { describe, expect, it } from "vitest";
import { findAccounts, holdAccount, provisionAccount, readAccount } from "@/lib/domain/accounts";
import { getUploader, logDepiction } from "@/lib/domain/content";
import { LogContentBody } from "@/lib/domain/content/schemas";
import { listRoster } from "@/lib/domain/roster";
import { freshEmail, keyCtx, makeAccount, makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { checkTalent } from "./check-talent";

const cases: [string, Parameters<typeof makeAccount>[1]][] = [
  ["is active", { status: "active" }],
  ["never finished", {}],
  ["is paid and not verified", { status: "subscribed_pending_id" }],
  ["was asked", { link: "pending" }],
  ["said no", { link: "declined" }],
  ["agreed and is active", { link: "approved", status: "active" }],
  ["is deactivated", { status: "suspended" }],
  ["is deactivated and was never verified", { status: "suspended", verified: false }],
  ["is held by the service", { status: "suspended", holds: ["service"] }],
  ["is suspended for the platform fee", { status: "suspended", holds: ["platform"] }],
  ["let their subscription end", { status: "suspended", holds: ["subscription"], fundedBy: "creator" }],
  ["is suspended for all reasons", { status: "suspended", holds: ["service", "partner", "platform"] }],
];

const COPY = { mimeType: "image/jpeg", sizeBytes: 1000 } as const;
const CONSENT = { pending: "CONSENT_PENDING", declined: "CONSENT_DECLINED", approved: undefined };

describe("of a creator who …, every place tells the same", () => {
  it.each(cases)("%s", async (_, options) => {
    const partner = await makePartner();
    const { id, email, externalUserId } = await makeAccount(partner, options);
    const ctx = keyCtx(partner);
    const read = await readAccount(ctx, id);
    const talent = await checkTalent(ctx, { email });
    expect(talent).toEqual({
      found: true,
      verified: read.status === "active",
      lastVerifiedAt: read.verifiedAt?.slice(0, 10) ?? null,
    });
    const { creators } = await listRoster(portalCtx(partner), { find: email });
    expect(creators).toMatchObject([{ id, status: read.status, suspendReason: read.suspendReason ?? null }]);
    expect(await findAccounts(portalCtx(partner), email)).toMatchObject([{ id, status: read.status }]);
    const again = await provisionAccount(ctx, { externalUserId, email, callbackUrl: "https://platform.example.com" });
    expect(again).toMatchObject({ created: false, account: { accountId: id, status: read.status } });
    expect("onboardingUrl" in again.account && again.account.onboardingUrl !== undefined).toBe(!talent.verified);
    const uploader = await getUploader(partner.id, id);
    expect(uploader.isActive).toBe(talent.verified);
    const content = { contentUrl: `https://platform.example.com/${id}`, title: "A set", complianceCopy: COPY };
    const logged = logDepiction(ctx, uploader, LogContentBody.parse(content)).then(
      () => "logged",
      ({ code }: { code?: string }) => code,
    );
    expect(await logged).toBe(
      talent.verified ? "logged" : (CONSENT[options?.link ?? "approved"] ?? "uploader_not_solo_active"),
    );
  });

  it("to another partner nobody is there, whatever they are", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const ctx = keyCtx(other);
    const nobody = await checkTalent(ctx, { email: freshEmail() });
    for (const [, options] of cases) {
      const { email } = await makeAccount(partner, options);
      expect(await checkTalent(ctx, { email })).toEqual(nobody);
    }
  });

  it("from the moment at which something changes", async () => {
    const partner = await makePartner();
    const { id, email } = await makeAccount(partner, { status: "active" });
    const before = await checkTalent(keyCtx(partner), { email });
    await holdAccount(systemCtx(), { accountId: id, reason: "manual_suspension" });
    expect(await checkTalent(keyCtx(partner), { email })).toEqual({ ...before, verified: false });
  });
});
