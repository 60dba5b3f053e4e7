"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { errorOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import type { ActionResult } from "@/components/ui/form";
import { HoldReason } from "@/lib/domain/content";
import { liftSceneHold, placeSceneHold } from "@/lib/domain/scenes";

/** Places a legal hold on a scene. */
export const placeHoldAction = action(requireCustodian, [read.id, read.form], async (ctx, sceneId, form) => {
  return withReason(form, sceneId, (reason) => errorOf(ctx, (by) => placeSceneHold(by, { sceneId, reason })));
});

/** Lifts one of a scene's legal holds. */
export const liftHoldAction = action(
  requireCustodian,
  [read.id, read.id, read.form],
  async (ctx, sceneId, holdId, form) => {
    return withReason(form, sceneId, (reason) => errorOf(ctx, (by) => liftSceneHold(by, { holdId, reason })));
  },
);

async function withReason(
  form: FormData,
  sceneId: string,
  act: (reason: string) => Promise<ActionResult>,
): Promise<ActionResult> {
  const reason = HoldReason.safeParse(form.get("reason") ?? "");
  if (!reason.success) return { error: reason.error.issues[0]?.message ?? "Say why, in a few words." };
  const result = await act(reason.data);
  revalidatePath(`/custodian/scenes/${sceneId}`);
  return result;
}
