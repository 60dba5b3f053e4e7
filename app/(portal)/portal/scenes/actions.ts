"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { errorOf } from "@/app/forms";
import { requireEditor } from "@/app/session";
import type { ActionResult } from "@/components/ui/form";
import { cancelScene, resendInvitation } from "@/lib/domain/scenes";

const PATH = "/portal/scenes";

/** Cancels a scene that waits for signatures. */
export const cancelSceneAction = action(requireEditor, [read.id], async (ctx, sceneId): Promise<ActionResult> => {
  const result = await errorOf(ctx, (by) => cancelScene(by, sceneId));
  revalidatePath(`${PATH}/${sceneId}`);
  return result;
});

/** Emails a performer of a scene their invitation again. */
export const resendInvitationAction = action(
  requireEditor,
  [read.id, read.id],
  async (ctx, sceneId, performerId): Promise<ActionResult> => {
    const result = await errorOf(ctx, (by) => resendInvitation(by, performerId));
    revalidatePath(`${PATH}/${sceneId}`);
    return result;
  },
);
