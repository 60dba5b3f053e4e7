"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { actionId } from "@/app/action-id";
import { errorOf } from "@/app/outcome";
import { requirePerson, requireSession } from "@/app/session";
import type { ActionResult } from "@/components/ui/form-state";
import { acceptInvitation } from "@/lib/domain/partners";
import { endOtherSessions, endSession, PasskeyName, removePasskey, renamePasskey, safePath } from "@/lib/domain/people";

/** Passkeys and sessions stand on two pages: the account page and the portal's security page. */
function refresh() {
  revalidatePath("/account");
  revalidatePath("/portal/security");
}

export async function renamePasskeyAction(credentialId: string, formData: FormData): Promise<ActionResult> {
  const name = PasskeyName.safeParse(formData.get("name"));
  if (!name.success) return { error: name.error.issues[0]?.message ?? "This name cannot be used." };
  const result = await errorOf(await requirePerson(), (ctx) =>
    renamePasskey(ctx, { credentialId: actionId(credentialId), name: name.data }),
  );
  refresh();
  return result;
}

export async function removePasskeyAction(credentialId: string): Promise<ActionResult> {
  const result = await errorOf(await requirePerson(), (ctx) =>
    removePasskey(ctx, { credentialId: actionId(credentialId) }),
  );
  refresh();
  return result;
}

export async function endSessionAction(sessionId: string): Promise<ActionResult> {
  const result = await errorOf(await requirePerson(), (ctx) => endSession(ctx, { sessionId: actionId(sessionId) }));
  refresh();
  return result;
}

export async function endOtherSessionsAction(): Promise<ActionResult> {
  const { sessionId } = await requireSession();
  const result = await errorOf(await requirePerson(), (ctx) => endOtherSessions(ctx, { keep: sessionId }));
  refresh();
  return result;
}

/** Joins a team, by a plain form. When the invitation closed meanwhile, its page says so. */
export async function acceptInvitationAction(invitationId: string, back: string): Promise<void> {
  const { error } = await errorOf(await requirePerson(), (ctx) =>
    acceptInvitation(ctx, { invitationId: actionId(invitationId) }),
  );
  if (error) redirect(safePath(String(back)) ?? "/account");
  redirect("/portal");
}
