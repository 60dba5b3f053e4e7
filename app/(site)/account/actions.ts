"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { errorOf, outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { ifFresh, requirePerson, requireSession } from "@/app/session";
import type { ActionResult, FormState } from "@/components/ui/form";
import { acceptInvitation } from "@/lib/domain/parties/partners";
import {
  endOtherSessions,
  endSession,
  PasskeyName,
  removeApp,
  removePasskey,
  renamePasskey,
  safePath,
} from "@/lib/domain/parties/people";
import { acceptProducerInvitation } from "@/lib/domain/parties/producers";

/** How a person signs in appears on two pages: account settings and the portal's security page. */
function refresh() {
  revalidatePath("/account");
  revalidatePath("/portal/security");
}

export const renamePasskeyAction = action(requirePerson, [read.id, read.form], async (ctx, credentialId, formData) => {
  const name = PasskeyName.safeParse(formData.get("name"));
  if (!name.success) return { error: name.error.issues[0]?.message ?? "Choose another name." };
  const result = await errorOf(ctx, (by) => renamePasskey(by, { credentialId, name: name.data }));
  refresh();
  return result;
});

export const removePasskeyAction = action(requirePerson, [read.id], (ctx, credentialId) =>
  removal(({ sessionId }) => errorOf(ctx, (by) => removePasskey(by, { credentialId, sessionId }))),
);

export const removeAppAction = action(requirePerson, [], (ctx) =>
  removal((session) => errorOf(ctx, (by) => removeApp(by, session))),
);

async function removal(remove: Parameters<typeof ifFresh>[0]): Promise<ActionResult> {
  const result = await ifFresh(remove);
  refresh();
  return result;
}

export const endSessionAction = action(requirePerson, [read.id], async (ctx, sessionId): Promise<ActionResult> => {
  const result = await errorOf(ctx, (by) => endSession(by, { sessionId }));
  refresh();
  return result;
});

export const endOtherSessionsAction = action(requirePerson, [], async (ctx): Promise<ActionResult> => {
  const { sessionId } = await requireSession();
  const result = await errorOf(ctx, (by) => endOtherSessions(by, { keep: sessionId }));
  refresh();
  return result;
});

/** Joins a team. If the invitation has closed in the meantime, its page explains why. */
export const acceptInvitationAction = action(requirePerson, [read.id, read.text], async (ctx, invitationId, back) => {
  const { error } = await errorOf(ctx, (by) => acceptInvitation(by, { invitationId }));
  if (error) redirect(safePath(back) ?? "/account");
  redirect("/portal");
});

/** Makes the person a producer. If the invitation has closed in the meantime, its page explains why. */
export const acceptProducerInvitationAction = action(
  requirePerson,
  [read.id, read.text, read.state, read.form],
  async (ctx, invitationId, back, _, form): Promise<FormState> => {
    const name = textOf(form, "name");
    const outcome = await outcomeOf(ctx, (by) => acceptProducerInvitation(by, { invitationId, name }));
    if (outcome.ok) redirect("/producer");
    if (outcome.field) return { values: valuesOf(form), ...refused(outcome) };
    redirect(safePath(back) ?? "/account");
  },
);
