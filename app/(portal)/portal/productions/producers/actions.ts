"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { errorOf, outcomeOf, refused, textOf } from "@/app/forms";
import { requireEditor } from "@/app/session";
import { PRODUCERS_PATH } from "@/components/productions/production-address";
import type { FormState } from "@/components/ui/form";
import { inviteProducer, resendProducerInvitation, withdrawProducerInvitation } from "@/lib/domain/producers";

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

export const resendProducerInvitationAction = action(requireEditor, [read.id], async (ctx, invitationId) => {
  const result = await errorOf(ctx, (by) => resendProducerInvitation(by, { invitationId }));
  revalidatePath(PRODUCERS_PATH);
  return result;
});

export const withdrawProducerInvitationAction = action(requireEditor, [read.id], async (ctx, invitationId) => {
  const result = await errorOf(ctx, (by) => withdrawProducerInvitation(by, { invitationId }));
  revalidatePath(PRODUCERS_PATH);
  return result;
});
