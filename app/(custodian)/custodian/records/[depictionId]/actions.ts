"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { errorOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { custodianCopyCookie, showCopyBy } from "@/app/stored-files";
import type { ActionResult } from "@/components/ui/form";
import { HoldReason, liftLegalHold, openCopyAsCustodian, placeLegalHold } from "@/lib/domain/content";
import { isViewPurpose } from "@/lib/domain/identity/view-purposes";

/** Opens the stored copy for ten minutes, for a stated purpose. The ledger records who and why. */
export const showCopyForAction = action(requireCustodian, [read.id, read.text], async (ctx, depictionId, purpose) => {
  if (!isViewPurpose(purpose) || purpose === "identity_review") {
    return { error: "Say why you need to see it." };
  }
  return showCopyBy(ctx, custodianCopyCookie(depictionId), (by) => openCopyAsCustodian(by, { depictionId, purpose }));
});

/** Places a legal hold on a record. */
export const placeHoldAction = action(requireCustodian, [read.id, read.form], async (ctx, depictionId, form) => {
  return withReason(form, depictionId, (reason) => errorOf(ctx, (by) => placeLegalHold(by, { depictionId, reason })));
});

/** Lifts one of a record's legal holds. */
export const liftHoldAction = action(
  requireCustodian,
  [read.id, read.id, read.form],
  async (ctx, depictionId, holdId, form) => {
    return withReason(form, depictionId, (reason) => errorOf(ctx, (by) => liftLegalHold(by, { holdId, reason })));
  },
);

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
