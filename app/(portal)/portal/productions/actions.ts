"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { change, errorOf, outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireEditor } from "@/app/session";
import { PRODUCERS_PATH, productionHref } from "@/components/shell/addresses";
import type { FormState } from "@/components/ui/form";
import { inviteProducer, resendProducerInvitation, withdrawProducerInvitation } from "@/lib/domain/parties/producers";
import {
  addLoggedDepictions,
  addScene,
  readDetails,
  registerProduction,
  removeDepiction,
  removeScene,
} from "@/lib/domain/productions";
import { LOGGED_ADDED_MOST } from "@/lib/domain/productions/labels";
import { registerWithJob } from "@/lib/domain/productions/verification-jobs";
import { JOB_ID_MAX } from "@/lib/domain/productions/verification-jobs/labels";
import { contentList, listContentIds } from "@/lib/domain/records/content";
import type { Consents } from "@/lib/domain/scenes/consents";
import { requiredConsents } from "@/lib/domain/scenes/consents/schemas";
import { consentsIn, typedPerformers, WRONG_CONSENTS } from "../typed-fields";

/**
 * Registers a production like the API does, and opens its page. With performers, it starts a verification job. A form sent twice
 * opens the first one.
 */
export const createProductionAction = action(requireEditor, [read.state, read.form], async (ctx, _, form) => {
  const text = (name: string) => textOf(form, name).trim();
  const values = valuesOf(form);
  const typed = { title: text("title"), productionDate: text("productionDate") };
  const details = await outcomeOf(ctx, async () => readDetails(typed));
  const { performers = [], error } = typedPerformers(text("performers"));
  const contentId = text("contentId");
  const needs = requiredConsents.safeParse(consentsIn(form));
  const wrong = {
    ...(!details.ok && { [details.field ?? "title"]: details.error }),
    ...(error ? { performers: error } : jobProblem({ contentId, performers, needs: needs.data })),
    ...(!needs.success && { requiredConsents: WRONG_CONSENTS }),
  };
  if (!details.ok || Object.keys(wrong).length > 0) return { errors: wrong, values };
  const registration = { id: text("id"), ...details.value, producerEmail: text("producerEmail") };
  const outcome = await outcomeOf(ctx, (by) =>
    performers.length > 0
      ? registerWithJob(by, { ...registration, contentId, performers, requiredConsents: needs.data })
      : registerProduction(by, registration),
  );
  if (outcome.ok) redirect(productionHref({ id: outcome.value.productionId }));
  if (outcome.code === "producer_not_linked") return { errors: { producerEmail: "Choose a producer." }, values };
  return { ...refused(outcome), values };
});

type Job = { contentId: string; performers: readonly { email: string }[]; needs: Consents | undefined };

/** A verification job needs both; without performers there is none. */
function jobProblem({ contentId, performers, needs }: Job): Record<string, string> {
  if (performers.length === 0) return contentId || needs ? { performers: "Enter at least one performer." } : {};
  if (contentId && contentId.length <= JOB_ID_MAX) return {};
  return { contentId: `Enter your content id, up to ${JOB_ID_MAX} characters.` };
}

/** Adds chosen records of the partner's content log to a production. */
export const addLoggedAction = action(
  requireEditor,
  [read.id, read.state, read.form],
  async (ctx, productionId, _, form) => {
    const depictionIds = form.getAll("depictionId").filter((id) => typeof id === "string");
    if (depictionIds.length === 0) return { message: "Select at least one record." };
    const outcome = await outcomeOf(ctx, (by) => addLoggedDepictions(by, { productionId, depictionIds }));
    if (!outcome.ok) return refused(outcome);
    if (outcome.value.added === 0) return { message: "The production already has these URLs." };
    redirect(productionHref({ id: productionId }));
  },
);

/** Adds every record that a search of the partner's content log finds to a production, or none if there are too many. */
export const addMatchesAction = action(requireEditor, [read.id, read.form], async (ctx, productionId, form) => {
  const filters = { ...contentList.Filters.parse(Object.fromEntries(form)), copy: undefined, removed: "no" as const };
  const outcome = await outcomeOf(ctx, async (by) => {
    const depictionIds = await listContentIds(by, filters, LOGGED_ADDED_MOST + 1);
    const { added } = await addLoggedDepictions(by, { productionId, depictionIds });
    return { found: depictionIds.length, added };
  });
  if (!outcome.ok) return { error: outcome.error };
  const { found, added } = outcome.value;
  if (added === 0) return { error: found === 0 ? "No record matches." : "The production already has these URLs." };
  redirect(productionHref({ id: productionId }));
});

/** Takes a depiction from the partner's content log out of a production. */
export const removeDepictionAction = action(requireEditor, [read.id, read.id], (ctx, productionId, depictionId) =>
  change(ctx, productionHref({ id: productionId }), (by) => removeDepiction(by, { productionId, depictionId })),
);

/** Adds one of the partner's greenlit scenes to a production. */
export const addSceneAction = action(requireEditor, [read.id, read.id], async (ctx, productionId, sceneId) => {
  const result = await errorOf(ctx, (by) => addScene(by, { productionId, sceneId }));
  if (!result.error) redirect(productionHref({ id: productionId }));
  return result;
});

export const removeSceneAction = action(requireEditor, [read.id, read.id], (ctx, productionId, sceneId) =>
  change(ctx, productionHref({ id: productionId }), (by) => removeScene(by, { productionId, sceneId })),
);

export const inviteProducerAction = action(
  requireEditor,
  [read.state, read.form],
  async (ctx, _, form): Promise<FormState> => {
    const { partnerId } = ctx.actor;
    const values = { email: textOf(form, "email") };
    const outcome = await outcomeOf(ctx, (by) => inviteProducer(by, { partnerId, ...values }));
    if (!outcome.ok) return { values, ...refused(outcome) };
    revalidatePath(PRODUCERS_PATH);
    return { ok: true, message: outcome.value.email };
  },
);

export const resendProducerInvitationAction = action(requireEditor, [read.id], (ctx, invitationId) =>
  change(ctx, PRODUCERS_PATH, (by) => resendProducerInvitation(by, { invitationId })),
);

export const withdrawProducerInvitationAction = action(requireEditor, [read.id], (ctx, invitationId) =>
  change(ctx, PRODUCERS_PATH, (by) => withdrawProducerInvitation(by, { invitationId })),
);
