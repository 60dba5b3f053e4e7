"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { errorOf } from "@/app/forms";
import { requireEditor } from "@/app/session";
import { copyCookie, showCopyBy } from "@/app/stored-files";
import type { OpenedCopy } from "@/components/content/stored-copy";
import { openCopy, TakeDownInput, takeDown } from "@/lib/domain/content";

/** Lets this browser see the stored copy for ten minutes; that somebody asked for it is in the ledger. */
export const showCopy = action(requireEditor, [read.id], async (ctx, depictionId): Promise<OpenedCopy> => {
  return showCopyBy(ctx, copyCookie(depictionId), (by) => openCopy(by, { depictionId }));
});

/** Takes a depiction down. */
export const removeContent = action(requireEditor, [read.id, read.form], async (ctx, depictionId, form) => {
  const input = TakeDownInput.safeParse({ reason: form.get("reason") ?? "" });
  if (!input.success) return { error: input.error.issues[0]?.message ?? "Say why, in a few words." };
  const result = await errorOf(ctx, (by) => takeDown(by, { depictionId, ...input.data }));
  revalidatePath(`/portal/content/${depictionId}`);
  return result;
});
