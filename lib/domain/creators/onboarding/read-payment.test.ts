import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner } from "@/lib/testing/factories";
import { onboardingOf } from "@/lib/testing/onboarding-browser";
import type { Prisma } from "@/prisma/generated/client";
import { readPayment } from "./read-stage";

const byCode = { id: "a visit by a code", provenBy: "code" } as const;
const byMail = { id: "a visit by the mailed link", provenBy: "mail_link" } as const;
const priceCents = env().prices.creatorSubscriptionCents;
const until = new Date(Date.now() + 86_400_000);
const sold = () => ({ processorId: newId(), periodEnd: until });

/** The payment that each kind of visit sees, for an onboarding with this subscription. */
async function told(
  subscription: Omit<Prisma.SubscriptionUncheckedCreateInput, "userId"> | null,
  {
    plan = "creator_pays",
    linked = true,
    lapsed = {},
  }: { plan?: "creator_pays" | "platform_pays"; linked?: boolean; lapsed?: Parameters<typeof makeAccount>[1] } = {},
) {
  const made = await makeAccount(await makePartner({ plan }), linked ? lapsed : { link: "pending" });
  if (subscription) {
    const userId = made.person.id;
    await db.subscription.upsert({ where: { userId }, create: { userId, ...subscription }, update: subscription });
  }
  const onboarding = await onboardingOf(made.id);
  return { mail: await readPayment(onboarding, byMail), code: await readPayment(onboarding, byCode) };
}

it("is null when the platform pays or no person is linked", async () => {
  const nothing = { mail: null, code: null };
  expect(await told(null, { plan: "platform_pays" })).toEqual(nothing);
  expect(await told(null, { linked: false })).toEqual(nothing);
  expect(await told({ active: true }, { linked: false })).toEqual(nothing);
});

it("shows every visit whether it is paid, as the platform can see", async () => {
  const due = { state: "due", priceCents, lapsed: false };
  expect(await told(null)).toEqual({ mail: due, code: due });
  const paid = { state: "paid", priceCents };
  const runs = () => ({ active: true, ...sold(), status: "active" as const });
  for (const subscription of [{ active: true }, runs(), { ...runs(), endsAt: until }]) {
    expect(await told(subscription)).toEqual({ mail: paid, code: paid });
  }
});

it("shows a visit proven by a code no failed renewal and no earlier subscription", async () => {
  const late = { active: true, ...sold(), status: "past_due", graceEndsAt: until } as const;
  expect(await told(late)).toEqual({
    mail: { state: "past_due", priceCents, until },
    code: { state: "paid", priceCents },
  });
  const over = { active: false, ...sold(), status: "ended", endedAt: new Date() } as const;
  expect(await told(over)).toEqual({
    mail: { state: "due", priceCents, lapsed: true },
    code: { state: "elsewhere" },
  });
  const again = { state: "due", priceCents, lapsed: true };
  const lapsed = { status: "suspended", suspensions: ["subscription"], suspendReason: "subscription_lapsed" } as const;
  expect(await told({ ...over, processorId: newId() }, { lapsed })).toEqual({ mail: again, code: again });
});
