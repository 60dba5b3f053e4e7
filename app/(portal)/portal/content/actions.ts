"use server";

import { revalidatePath } from "next/cache";
import { actionId } from "@/app/action-id";
import { copyCookie } from "@/app/copy-cookie";
import { errorOf } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import { showCopyBy } from "@/app/show-copy";
import type { OpenedCopy } from "@/components/content/stored-copy";
import type { ActionResult } from "@/components/ui/form-state";
import { openCopy, TakeDownInput, takeDown } from "@/lib/domain/content";

/** Lets this browser see the stored copy for ten minutes; that somebody asked for it is in the ledger. */
export async function showCopy(id: string): Promise<OpenedCopy> {
  const ctx = await requirePortalUser("manage_records");
  const depictionId = actionId(id);
  return showCopyBy(ctx, copyCookie(depictionId), (by) => openCopy(by, { depictionId }));
}

/** Takes a depiction down. */
export async function removeContent(id: string, form: FormData): Promise<ActionResult> {
  const ctx = await requirePortalUser("manage_records");
  const input = TakeDownInput.safeParse({ reason: form.get("reason") ?? "" });
  if (!input.success) return { error: input.error.issues[0]?.message ?? "Say why, in a few words." };
  const depictionId = actionId(id);
  const result = await errorOf(ctx, (by) => takeDown(by, { depictionId, ...input.data }));
  revalidatePath(`/portal/content/${depictionId}`);
  return result;
}
