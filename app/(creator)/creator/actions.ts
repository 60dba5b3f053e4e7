"use server";

import { redirect } from "next/navigation";
import { keepVisit } from "@/app/(hosted)/browser";
import { action, read } from "@/app/action";
import { dateOf, openAfter, outcomeOf, problemsOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireCreator } from "@/app/session";
import { approveLink, declineLink, openOnboarding, withdrawLink } from "@/lib/domain/accounts";
import { openBillingPortal, paySceneFee, startCardSetup, startSubscription } from "@/lib/domain/billing";
import { PAYMENT_RESULTS } from "@/lib/domain/billing/scene-fees/labels";
import { StatementInput } from "@/lib/domain/creators/statement-schemas";
import { publishStatement, saveStatement, withdrawStatement } from "@/lib/domain/creators/statements";
import { addAlias, retireAlias } from "@/lib/domain/identity/names";
import { AliasName } from "@/lib/domain/identity/names/schemas";
import { openConsent } from "@/lib/domain/scenes";
import { openOwnSession } from "@/lib/domain/scenes/upload-sessions";

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

const IDENTITY = "/creator/identity";

export const addAliasAction = action(requireCreator, [read.state, read.form], async (ctx, _, form) => {
  const typed = textOf(form, "name");
  const name = AliasName.safeParse(typed);
  const values = { name: typed };
  if (!name.success) return { values, errors: { name: name.error.issues[0]?.message ?? "Enter the name." } };
  return { ...(await openAfter(ctx, (by) => addAlias(by, name.data), `${IDENTITY}?done=added`)), values };
});

export const retireAliasAction = action(requireCreator, [read.id], async (ctx, aliasId) =>
  openAfter(ctx, (by) => retireAlias(by, aliasId), `${IDENTITY}?done=retired`),
);

/** Opens the page where a performer signs or refuses. */
export const openConsentAction = action(requireCreator, [read.id], async (ctx, performerId) =>
  openAfter(ctx, async (by) => {
    const { url, cookie } = await openConsent(by, performerId);
    await keepVisit(cookie);
    return new URL(url).pathname;
  }),
);

/** Opens the page where the creator attests to an upload. */
export const attestAction = action(requireCreator, [read.id], async (ctx, sessionId) =>
  openAfter(ctx, (by) => openOwnSession(by, { sessionId })),
);

const STATEMENT = "/creator/statement";

export const saveStatementAction = action(requireCreator, [read.state, read.form], async (ctx, _, form) => {
  const values = valuesOf(form);
  const input = StatementInput.safeParse({
    displayName: textOf(form, "displayName"),
    workTitle: textOf(form, "covers") === "one" ? textOf(form, "workTitle") : null,
    producedOn: dateOf(form, "producedOn"),
    address: textOf(form, "address"),
    indexable: form.get("indexable") !== null,
  });
  if (!input.success) return { values, errors: problemsOf(input.error) };
  const outcome = await outcomeOf(ctx, (by) => saveStatement(by, input.data));
  if (!outcome.ok) return { ...refused(outcome), values };
  redirect(`${STATEMENT}?done=saved`);
});

export const publishStatementAction = action(requireCreator, [], async (ctx) =>
  openAfter(ctx, publishStatement, `${STATEMENT}?done=published`),
);

export const withdrawStatementAction = action(requireCreator, [], async (ctx) =>
  openAfter(ctx, withdrawStatement, `${STATEMENT}?done=withdrawn`),
);
