"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { errorOf, textOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { liftSuspension, SuspendInput, suspendAccount } from "@/lib/domain/accounts";

const addressOf = (accountId: string) => `/custodian/accounts/${accountId}`;

/** Suspends an account for the service. Its partner sees the reason. */
export const suspendAction = action(requireCustodian, [read.id, read.form], async (ctx, accountId, form) => {
  const reason = SuspendInput.shape.reason.safeParse(form.get("reason"));
  if (!reason.success) return { error: "Choose a reason." };
  const note = noteOf(form);
  if (!note.success) return { error: `The note ${note.error.issues[0]?.message ?? "is invalid"}.` };
  const input = { accountId, reason: reason.data, note: note.data };
  const result = await errorOf(ctx, (by) => suspendAccount(by, input));
  revalidatePath(addressOf(accountId));
  return result;
});

/** Lifts the service's suspension. */
export const liftAction = action(requireCustodian, [read.id, read.form], async (ctx, accountId, form) => {
  const note = noteOf(form);
  if (!note.success) return { error: `The note ${note.error.issues[0]?.message ?? "is invalid"}.` };
  const result = await errorOf(ctx, (by) => liftSuspension(by, { accountId, note: note.data }));
  revalidatePath(addressOf(accountId));
  return result;
});

const noteOf = (form: FormData) => SuspendInput.shape.note.safeParse(textOf(form, "note"));
