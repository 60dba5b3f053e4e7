"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { actionId } from "@/app/action-id";
import { errorOf, outcomeOf, refused } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import type { ActionResult, FormState } from "@/components/ui/form-state";
import { changeRole, inviteMember, removeMember, withdrawInvitation } from "@/lib/domain/partners";
import { ROLES } from "@/lib/domain/people";

const PAGE = "/portal/team";
const RoleInput = z.enum(ROLES);

export async function inviteAction(_: FormState, formData: FormData): Promise<FormState> {
  const ctx = await requirePortalUser();
  const email = String(formData.get("email") ?? "");
  const role = RoleInput.safeParse(formData.get("role"));
  if (!role.success) return { errors: { role: "Choose a role." } };
  const outcome = await outcomeOf(ctx, (actor) => inviteMember(actor, { email, role: role.data }));
  if (!outcome.ok) return refused(outcome);
  revalidatePath(PAGE);
  return { ok: true, message: outcome.value.email };
}

export async function changeRoleAction(userId: string, formData: FormData): Promise<ActionResult> {
  const role = RoleInput.safeParse(formData.get("newRole"));
  if (!role.success) return { error: "Choose a role." };
  const result = await errorOf(await requirePortalUser(), (ctx) =>
    changeRole(ctx, { userId: actionId(userId), role: role.data }),
  );
  revalidatePath("/portal", "layout");
  return result;
}

export async function removeMemberAction(userId: string): Promise<ActionResult> {
  const ctx = await requirePortalUser();
  const result = await errorOf(ctx, (actor) => removeMember(actor, { userId: actionId(userId) }));
  if (!result.error && userId === ctx.actor.userId) redirect("/sign-in/landing");
  revalidatePath(PAGE);
  return result;
}

export async function withdrawInvitationAction(invitationId: string): Promise<ActionResult> {
  const result = await errorOf(await requirePortalUser(), (ctx) =>
    withdrawInvitation(ctx, { invitationId: actionId(invitationId) }),
  );
  revalidatePath(PAGE);
  return result;
}
