"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { errorOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { AlertReason, closeUnderAgeAlert } from "@/lib/domain/custody";

/** Closes the alert about a performer under 18. The ledger records who and why. */
export const closeAlertAction = action(requireCustodian, [read.id, read.form], async (ctx, userId, form) => {
  const reason = AlertReason.safeParse(form.get("reason") ?? "");
  if (!reason.success) return { error: reason.error.issues[0]?.message ?? "Say why, in a few words." };
  const result = await errorOf(ctx, (by) => closeUnderAgeAlert(by, { userId, reason: reason.data }));
  revalidatePath("/custodian/identities");
  return result;
});
