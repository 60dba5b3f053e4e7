"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { change, errorOf, textOf } from "@/app/forms";
import { requireEditor } from "@/app/session";
import type { ActionResult } from "@/components/ui/form";
import { cancelScene, removePublication, resendInvitation } from "@/lib/domain/scenes";

const PATH = "/portal/scenes";

export const cancelSceneAction = action(requireEditor, [read.id], (ctx, sceneId) =>
  change(ctx, `${PATH}/${sceneId}`, (by) => cancelScene(by, sceneId)),
);

/** Emails a performer of a scene their invitation again. */
export const resendInvitationAction = action(requireEditor, [read.id, read.id], (ctx, sceneId, performerId) =>
  change(ctx, `${PATH}/${sceneId}`, (by) => resendInvitation(by, performerId)),
);

/** Records that a publication of a scene was taken down. */
export const removePublicationAction = action(
  requireEditor,
  [read.id, read.id, read.form],
  async (ctx, sceneId, pubId, form): Promise<ActionResult> => {
    const reason = textOf(form, "reason");
    const result = await errorOf(ctx, (by) => removePublication(by, { sceneId, pubId, reason }));
    // On the page of an own scene or of an extended one.
    revalidatePath(PATH, "layout");
    return result;
  },
);
