"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { change, outcomeOf, refused, textOf } from "@/app/forms";
import { requireEditor } from "@/app/session";
import { PRODUCERS_PATH } from "@/components/shell/addresses";
import type { FormState } from "@/components/ui/form";
import { inviteProducer, resendProducerInvitation, withdrawProducerInvitation } from "@/lib/domain/parties/producers";

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
