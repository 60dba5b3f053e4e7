"use server";

import { revalidatePath } from "next/cache";
import { actionId } from "@/app/action-id";
import { custodianCopyCookie } from "@/app/copy-cookie";
import { errorOf } from "@/app/outcome";
import { requireCustodian } from "@/app/session";
import { showCopyBy } from "@/app/show-copy";
import type { OpenedCopy } from "@/components/content/stored-copy";
import type { ActionResult } from "@/components/ui/form-state";
import { HoldReason, liftLegalHold, openCopyAsCustodian, placeLegalHold } from "@/lib/domain/content";
import { isViewPurpose } from "@/lib/domain/identity/view-purposes";

/** Lets this browser see the stored copy for ten minutes, for a stated purpose; who and why is in the ledger. */
export async function showCopyFor(id: string, purpose: string): Promise<OpenedCopy> {
  const ctx = await requireCustodian();
  const depictionId = actionId(id);
  if (typeof purpose !== "string" || !isViewPurpose(purpose) || purpose === "identity_review") {
    return { error: "Say why you need to see it." };
  }
  return showCopyBy(ctx, custodianCopyCookie(depictionId), (by) => openCopyAsCustodian(by, { depictionId, purpose }));
}

/** Places a legal hold on a record. */
export async function placeHold(id: string, form: FormData): Promise<ActionResult> {
  const ctx = await requireCustodian();
  const depictionId = actionId(id);
  return withReason(form, depictionId, (reason) => errorOf(ctx, (by) => placeLegalHold(by, { depictionId, reason })));
}

/** Lifts one of a record's legal holds. */
export async function liftHold(id: string, hold: string, form: FormData): Promise<ActionResult> {
  const ctx = await requireCustodian();
  const holdId = actionId(hold);
  return withReason(form, actionId(id), (reason) => errorOf(ctx, (by) => liftLegalHold(by, { holdId, reason })));
}

async function withReason(
  form: FormData,
  depictionId: string,
  act: (reason: string) => Promise<ActionResult>,
): Promise<ActionResult> {
  const reason = HoldReason.safeParse(form.get("reason") ?? "");
  if (!reason.success) return { error: reason.error.issues[0]?.message ?? "Say why, in a few words." };
  const result = await act(reason.data);
  revalidatePath(`/custodian/records/${depictionId}`);
  return result;
}
