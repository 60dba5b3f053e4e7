"use server";

import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { actionId } from "@/app/action-id";
import { errorOf, outcomeOf, refused } from "@/app/outcome";
import { requireCustodian } from "@/app/session";
import { isSecure } from "@/app/session-cookies";
import type { ActionResult, FormState } from "@/components/ui/form-state";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { approveIdentity, findNeighbours, openEvidence, rejectIdentity } from "@/lib/domain/identity";
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

/** Finds a check true, and opens the next one. */
export async function approve(id: string): Promise<ActionResult> {
  const ctx = await requireCustodian();
  const checkId = actionId(id);
  return onward(ctx, checkId, await errorOf(ctx, (by) => approveIdentity(by, { checkId })));
}

/** Turns a check down, with a reason that the creator gets, and opens the next one. */
export async function reject(id: string, form: FormData): Promise<ActionResult> {
  const ctx = await requireCustodian();
  const checkId = actionId(id);
  const input = RejectionInput.safeParse({ reason: form.get("reason"), note: form.get("note") ?? "" });
  if (!input.success) return { error: input.error.issues[0]?.message ?? "Choose a reason." };
  return onward(ctx, checkId, await errorOf(ctx, (by) => rejectIdentity(by, { checkId, ...input.data })));
}

/** A decision leads to whoever has waited longest, so that nobody is passed over. A refused one says why where it was made. */
async function onward(ctx: Ctx<StaffActor>, checkId: string, result: ActionResult): Promise<ActionResult> {
  revalidatePath(addressOf(checkId));
  if (result.error) return result;
  const { oldest } = await findNeighbours(ctx, { id: checkId, submittedAt: null, underReview: false });
  redirect(oldest ? addressOf(oldest) : "/custodian/identities");
}
