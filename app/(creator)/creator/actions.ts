"use server";

import { actionId } from "@/app/action-id";
import type { FormState } from "@/components/ui/form-state";
import { approveLink, declineLink, openOnboarding, withdrawLink } from "@/lib/domain/accounts";
import { openBillingPortal, startCardSetup, startSubscription } from "@/lib/domain/billing";
import { run } from "./run";

const RETURN = { returnTo: "/creator" };
const PLATFORMS = "/creator/platforms";

export async function subscribeAction(_: FormState, _form: FormData): Promise<FormState> {
  return run(
    (ctx) => startSubscription(ctx, RETURN),
    (url) => url,
  );
}

export async function manageBillingAction(_: FormState, _form: FormData): Promise<FormState> {
  return run(
    (ctx) => openBillingPortal(ctx, RETURN),
    (url) => url,
  );
}

export async function saveCardAction(_: FormState, _form: FormData): Promise<FormState> {
  return run(
    (ctx) => startCardSetup(ctx, RETURN),
    (url) => url,
  );
}

/** On to the onboarding of an account, where the ID is shown. */
export async function showIdAction(accountId: string, _: FormState, _form: FormData): Promise<FormState> {
  return run(
    (ctx) => openOnboarding(ctx, actionId(accountId)),
    ({ url }) => new URL(url).pathname,
  );
}

export async function approveAction(accountId: string, _: FormState, _form: FormData): Promise<FormState> {
  return run(
    (ctx) => approveLink(ctx, actionId(accountId), { reconsiders: true }),
    () => `${PLATFORMS}?done=approved`,
  );
}

export async function declineAction(accountId: string, _: FormState, _form: FormData): Promise<FormState> {
  return run(
    (ctx) => declineLink(ctx, actionId(accountId)),
    () => `${PLATFORMS}?done=declined`,
  );
}

export async function withdrawAction(accountId: string, _: FormState, _form: FormData): Promise<FormState> {
  return run(
    (ctx) => withdrawLink(ctx, actionId(accountId)),
    () => `${PLATFORMS}?done=withdrawn`,
  );
}
