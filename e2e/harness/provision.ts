import { expect } from "@playwright/test";
import { db } from "@/lib/platform/db";
import { api, curl } from "./api";
import { unique } from "./journey";

export type Provisioned = { accountId: string; onboardingUrl: string };

/** Provisions a creator as a partner's program does. */
export async function provision(key: string, email: string, more: Record<string, string> = {}): Promise<Provisioned> {
  const { status, body } = await curl(key, "/solo-accounts", {
    externalUserId: `user-${unique()}`,
    email,
    callbackUrl: "https://platform.example.com/hooks",
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.status).toBe("pending_id_verification");
  return { accountId: String(body.accountId), onboardingUrl: String(body.onboardingUrl) };
}

/** What the partner's program reads of a creator. */
export const readAccount = async (key: string, accountId: string) =>
  (await api(key).get(`/solo-accounts/${accountId}`)).body;

/** Lets eight days pass for the links to an onboarding. */
export async function outlive(accountId: string): Promise<void> {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  const { count } = await db.onboardingLink.updateMany({
    where: { accountId },
    data: { createdAt: before(8), expiresAt: before(1) },
  });
  expect(count).toBeGreaterThan(0);
}
