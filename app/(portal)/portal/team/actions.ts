"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { action, read } from "@/app/action";
import { change, errorOf, outcomeOf, refused, textOf } from "@/app/forms";
import { ifFresh, requireMember } from "@/app/session";
import type { ActionResult } from "@/components/ui/form";
import {
  changeRole,
  inviteMember,
  removeMember,
  requireSecondFactor,
  withdrawInvitation,
} from "@/lib/domain/parties/partners";
import { ROLES } from "@/lib/domain/parties/people";

const PAGE = "/portal/team";
const RoleInput = z.enum(ROLES);

export const inviteAction = action(requireMember, [read.state, read.form], async (ctx, _, formData) => {
  const email = textOf(formData, "email");
  const role = RoleInput.safeParse(formData.get("role"));
  if (!role.success) return { errors: { role: "Choose a role." } };
  const outcome = await outcomeOf(ctx, (actor) => inviteMember(actor, { email, role: role.data }));
  if (!outcome.ok) return refused(outcome);
  revalidatePath(PAGE);
  return { ok: true, message: outcome.value.email };
});

export const changeRoleAction = action(requireMember, [read.id, read.form], async (ctx, userId, formData) => {
  const role = RoleInput.safeParse(formData.get("newRole"));
  if (!role.success) return { error: "Choose a role." };
  const result = await errorOf(ctx, (by) => changeRole(by, { userId, role: role.data }));
  revalidatePath("/portal", "layout");
  return result;
});

export const removeMemberAction = action(requireMember, [read.id], async (ctx, userId): Promise<ActionResult> => {
  const result = await errorOf(ctx, (by) => removeMember(by, { userId }));
  if (!result.error && userId === ctx.actor.userId) redirect("/sign-in/landing");
  revalidatePath(PAGE);
  return result;
});

/** Sets whether each member needs a second factor, for an owner who proved recently who they are. `required` is "yes" or anything else. */
export const requireFactorAction = action(requireMember, [read.text], async (ctx, required) => {
  const result = await ifFresh(() => errorOf(ctx, (by) => requireSecondFactor(by, { required: required === "yes" })));
  revalidatePath(PAGE);
  return result;
});

export const withdrawInvitationAction = action(requireMember, [read.id], (ctx, invitationId) =>
  change(ctx, PAGE, (by) => withdrawInvitation(by, { invitationId })),
);
