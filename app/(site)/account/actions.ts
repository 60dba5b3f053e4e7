"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { errorOf } from "@/app/outcome";
import { requirePerson, requireSession } from "@/app/session";
import { acceptInvitation } from "@/lib/domain/partners";
import { endOtherSessions, endSession, PasskeyName, removePasskey, renamePasskey, safePath } from "@/lib/domain/people";

/** Passkeys and sessions stand on two pages: the account page and the portal's security page. */
function refresh() {
  revalidatePath("/account");
  revalidatePath("/portal/security");
}

export async function renamePasskeyAction(credentialId: string, formData: FormData): Promise<{ error?: string }> {
  const name = PasskeyName.safeParse(formData.get("name"));
  if (!name.success) return { error: name.error.issues[0]?.message ?? "This name cannot be used." };
  const result = await errorOf(await requirePerson(), (ctx) => renamePasskey(ctx, { credentialId, name: name.data }));
  refresh();
  return result;
}

export async function removePasskeyAction(credentialId: string): Promise<{ error?: string }> {
  const result = await errorOf(await requirePerson(), (ctx) => removePasskey(ctx, { credentialId }));
  refresh();
  return result;
}

export async function endSessionAction(sessionId: string): Promise<{ error?: string }> {
  const result = await errorOf(await requirePerson(), (ctx) => endSession(ctx, { sessionId }));
  refresh();
  return result;
}

export async function endOtherSessionsAction(): Promise<{ error?: string }> {
  const { sessionId } = await requireSession();
  const result = await errorOf(await requirePerson(), (ctx) => endOtherSessions(ctx, { keep: sessionId }));
  refresh();
  return result;
}

/** Joins a team, by a plain form. When the invitation closed meanwhile, its page says so. */
export async function acceptInvitationAction(invitationId: string, back: string): Promise<void> {
  const { error } = await errorOf(await requirePerson(), (ctx) => acceptInvitation(ctx, { invitationId }));
  if (error) redirect(safePath(back) ?? "/account");
  redirect("/portal");
}
