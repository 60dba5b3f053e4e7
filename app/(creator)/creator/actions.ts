"use server";

import { action, read } from "@/app/action";
import { openAfter } from "@/app/forms";
import { approveLink, declineLink, openOnboarding, withdrawLink } from "@/lib/domain/accounts";
import { openBillingPortal, paySceneFee, startCardSetup, startSubscription } from "@/lib/domain/billing";
import { PAYMENT_RESULTS } from "@/lib/domain/billing/scene-fees/labels";
import { requireCreator } from "../../session";

const RETURN = { returnTo: "/creator" };
const PLATFORMS = "/creator/platforms";

export const subscribeAction = action(requireCreator, [], async (ctx) =>
  openAfter(ctx, (by) => startSubscription(by, RETURN)),
);

export const manageBillingAction = action(requireCreator, [], async (ctx) =>
  openAfter(ctx, (by) => openBillingPortal(by, RETURN)),
);

export const saveCardAction = action(requireCreator, [], async (ctx) =>
  openAfter(ctx, (by) => startCardSetup(by, RETURN)),
);

/** Charges the saved card for a scene's unpaid fee. Without a card, opens the page where one is saved. */
export const payFeeAction = action(requireCreator, [read.id], async (ctx, feeId) =>
  openAfter(ctx, async (by) => {
    const { status, chargeError } = await paySceneFee(by, { feeId });
    return chargeError === "no_payment_method" ? startCardSetup(by, RETURN) : `/creator?fee=${PAYMENT_RESULTS[status]}`;
  }),
);

/** Opens the onboarding of an account, where the creator shows their ID. */
export const showIdAction = action(requireCreator, [read.id], async (ctx, accountId) =>
  openAfter(ctx, async (by) => new URL((await openOnboarding(by, accountId)).url).pathname),
);

/** Approves a platform's link. `shown` is the hash of the text that the page showed. */
export const approveAction = action(requireCreator, [read.id, read.text], async (ctx, accountId, shown) =>
  openAfter(ctx, (by) => approveLink(by, accountId, { reconsiders: true, shown }), `${PLATFORMS}?done=approved`),
);

export const declineAction = action(requireCreator, [read.id], async (ctx, accountId) =>
  openAfter(ctx, (by) => declineLink(by, accountId), `${PLATFORMS}?done=declined`),
);

export const withdrawAction = action(requireCreator, [read.id], async (ctx, accountId) =>
  openAfter(ctx, (by) => withdrawLink(by, accountId), `${PLATFORMS}?done=withdrawn`),
);
