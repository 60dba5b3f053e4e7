"use server";

import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { actionId } from "@/app/action-id";
import { errorOf, outcomeOf, refused } from "@/app/outcome";
import { requireCustodian } from "@/app/session";
import { isSecure } from "@/app/session-cookies";
import type { ActionResult, FormState } from "@/components/ui/form-state";
import { approveIdentity, openEvidence, rejectIdentity } from "@/lib/domain/identity";
import { RejectionInput } from "@/lib/domain/identity/schemas";
import { isViewPurpose } from "@/lib/domain/identity/view-purposes";
import { evidenceCookie } from "./evidence";

const addressOf = (checkId: string) => `/custodian/identities/${checkId}`;

/** Opens the photos of a check, and what its ID says, for ten minutes, for a stated purpose. */
export async function openPhotos(id: string, _: FormState, form: FormData): Promise<FormState> {
  const ctx = await requireCustodian();
  const checkId = actionId(id);
  const purpose = String(form.get("purpose") ?? "");
  if (!isViewPurpose(purpose)) return { errors: { purpose: "Say why you need to see them." } };
  const opened = await outcomeOf(ctx, (by) => openEvidence(by, { checkId, purpose }));
  if (!opened.ok) return refused(opened);
  (await cookies()).set({
    ...evidenceCookie(checkId),
    value: opened.value.grant,
    expires: opened.value.expiresAt,
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure(),
  });
  redirect(addressOf(checkId));
}

/** Finds a check true. */
export async function approve(id: string): Promise<ActionResult> {
  const ctx = await requireCustodian();
  const checkId = actionId(id);
  const result = await errorOf(ctx, (by) => approveIdentity(by, { checkId }));
  revalidatePath(addressOf(checkId));
  return result;
}

/** Turns a check down, with a reason that the creator gets. */
export async function reject(id: string, form: FormData): Promise<ActionResult> {
  const ctx = await requireCustodian();
  const checkId = actionId(id);
  const input = RejectionInput.safeParse({ reason: form.get("reason"), note: form.get("note") ?? "" });
  if (!input.success) return { error: input.error.issues[0]?.message ?? "Choose a reason." };
  const result = await errorOf(ctx, (by) => rejectIdentity(by, { checkId, ...input.data }));
  revalidatePath(addressOf(checkId));
  return result;
}
