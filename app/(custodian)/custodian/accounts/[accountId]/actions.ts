"use server";

import { revalidatePath } from "next/cache";
import { actionId } from "@/app/action-id";
import { errorOf } from "@/app/outcome";
import { requireCustodian } from "@/app/session";
import type { ActionResult } from "@/components/ui/form-state";
import { HoldInput, holdAccount, releaseAccount } from "@/lib/domain/accounts";

const addressOf = (accountId: string) => `/custodian/accounts/${accountId}`;

/** Holds an account for the service, with a reason that its partner sees. */
export async function hold(id: string, form: FormData): Promise<ActionResult> {
  const ctx = await requireCustodian();
  const accountId = actionId(id);
  const reason = HoldInput.shape.reason.safeParse(form.get("reason"));
  if (!reason.success) return { error: "Choose a reason." };
  const note = noteOf(form);
  if (!note.success) return { error: `The note ${note.error.issues[0]?.message ?? "cannot be kept"}.` };
  const input = { accountId, reason: reason.data, note: note.data };
  const result = await errorOf(ctx, (by) => holdAccount(by, input));
  revalidatePath(addressOf(accountId));
  return result;
}

/** Lifts the service's hold. */
export async function release(id: string, form: FormData): Promise<ActionResult> {
  const ctx = await requireCustodian();
  const accountId = actionId(id);
  const note = noteOf(form);
  if (!note.success) return { error: `The note ${note.error.issues[0]?.message ?? "cannot be kept"}.` };
  const result = await errorOf(ctx, (by) => releaseAccount(by, { accountId, note: note.data }));
  revalidatePath(addressOf(accountId));
  return result;
}

const noteOf = (form: FormData) => HoldInput.shape.note.safeParse(String(form.get("note") ?? ""));
