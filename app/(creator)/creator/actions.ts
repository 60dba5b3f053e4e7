"use server";

import { action, read } from "@/app/action";
import type { FormState } from "@/components/ui/form";
import { approveLink, declineLink, openOnboarding, withdrawLink } from "@/lib/domain/accounts";
import { openBillingPortal, paySceneFee, startCardSetup, startSubscription } from "@/lib/domain/billing";
import { PAYMENT_RESULTS } from "@/lib/domain/billing/scene-fees/labels";
import { requireCreator, run } from "./creator";

const RETURN = { returnTo: "/creator" };
const PLATFORMS = "/creator/platforms";

export const subscribeAction = action(requireCreator, [], async (ctx): Promise<FormState> => {
  return run(
    ctx,
    (by) => startSubscription(by, RETURN),
    (url) => url,
  );
});

export const manageBillingAction = action(requireCreator, [], async (ctx): Promise<FormState> => {
  return run(
    ctx,
    (by) => openBillingPortal(by, RETURN),
    (url) => url,
  );
});

export const saveCardAction = action(requireCreator, [], async (ctx): Promise<FormState> => {
  return run(
    ctx,
    (by) => startCardSetup(by, RETURN),
    (url) => url,
  );
});

/** Charges the saved card for a scene's unpaid fee. Without a card, opens the page where one is saved. */
export const payFeeAction = action(requireCreator, [read.id], async (ctx, feeId): Promise<FormState> => {
  return run(
    ctx,
    async (by) => {
      const { status, chargeError } = await paySceneFee(by, { feeId });
      return chargeError === "no_payment_method"
        ? startCardSetup(by, RETURN)
        : `/creator?fee=${PAYMENT_RESULTS[status]}`;
    },
    (url) => url,
  );
});

/** Opens the onboarding of an account, where the creator shows their ID. */
export const showIdAction = action(requireCreator, [read.id], async (ctx, accountId): Promise<FormState> => {
  return run(
    ctx,
    (by) => openOnboarding(by, accountId),
    ({ url }) => new URL(url).pathname,
  );
});

/** Approves a platform's link. `shown` is the hash of the text that the page showed. */
export const approveAction = action(
  requireCreator,
  [read.id, read.text],
  async (ctx, accountId, shown): Promise<FormState> => {
    return run(
      ctx,
      (by) => approveLink(by, accountId, { reconsiders: true, shown }),
      () => `${PLATFORMS}?done=approved`,
    );
  },
);

export const declineAction = action(requireCreator, [read.id], async (ctx, accountId): Promise<FormState> => {
  return run(
    ctx,
    (by) => declineLink(by, accountId),
    () => `${PLATFORMS}?done=declined`,
  );
});

export const withdrawAction = action(requireCreator, [read.id], async (ctx, accountId): Promise<FormState> => {
  return run(
    ctx,
    (by) => withdrawLink(by, accountId),
    () => `${PLATFORMS}?done=withdrawn`,
  );
});
