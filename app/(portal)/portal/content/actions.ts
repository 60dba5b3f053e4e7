"use server";

import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { actionId } from "@/app/action-id";
import { copyCookie } from "@/app/copy-cookie";
import { errorOf, outcomeOf } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import { isSecure } from "@/app/session-cookies";
import type { OpenedCopy } from "@/components/content/stored-copy";
import type { ActionResult } from "@/components/ui/form-state";
import { openCopy, TakeDownInput, takeDown } from "@/lib/domain/content";
import { clock } from "@/lib/platform/clock";

/** Lets this browser see the stored copy for ten minutes; that somebody asked for it is in the ledger. */
export async function showCopy(id: string): Promise<OpenedCopy> {
  const ctx = await requirePortalUser("manage_records");
  const depictionId = actionId(id);
  const opened = await outcomeOf(ctx, (by) => openCopy(by, { depictionId }));
  if (!opened.ok) return { error: opened.error };
  const { grant, expiresAt } = opened.value;
  // How long, not until when: what time it is, browsers do not agree on.
  const forMs = expiresAt.getTime() - clock.now().getTime();
  (await cookies()).set({
    ...copyCookie(depictionId),
    value: grant,
    maxAge: Math.ceil(forMs / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure(),
  });
  return { forMs, look: expiresAt.getTime() };
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
