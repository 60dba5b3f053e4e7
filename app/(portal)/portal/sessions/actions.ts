"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { type Outcome, outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requirePortalUser } from "@/app/session";
import { sessionHref } from "@/components/shell/addresses";
import type { FormState } from "@/components/ui/form";
import { createUploadSession } from "@/lib/domain/scenes/upload-sessions";
import { CreateUploadSessionBody } from "@/lib/domain/scenes/upload-sessions/schemas";
import { newId } from "@/lib/platform/ids";
import { consentsIn, WRONG_CONSENTS, wrongFields } from "../typed-fields";

// What the form says when a field is missing or wrong, in its order.
const WRONG = {
  uploaderExternalUserId: "Enter your user id for the creator, up to 450 characters.",
  contentTitle: "Enter a title, up to 500 characters.",
  contentType: "Choose a kind.",
  detectedFaceCount: "Enter a number from 1 to 50.",
  requiredConsents: WRONG_CONSENTS,
};

/** Creates a session like the API does, and opens its page with the link. */
export const createSessionAction = action(
  () => requirePortalUser("manage_integration"),
  [read.state, read.form],
  async (ctx, _, form) => {
    const values = valuesOf(form);
    const text = (name: string) => textOf(form, name).trim();
    const input = CreateUploadSessionBody.safeParse({
      uploaderExternalUserId: text("uploaderExternalUserId"),
      contentTitle: text("contentTitle"),
      contentType: text("contentType"),
      // The content doesn't exist at the platform.
      contentId: `test-${newId()}`,
      detectedFaceCount: Number(text("detectedFaceCount")),
      requiredConsents: consentsIn(form),
    });
    if (!input.success) return { errors: wrongFields(WRONG, input.error), values };
    const outcome = await outcomeOf(ctx, (by) => createUploadSession(by, input.data));
    if (!outcome.ok) return { ...refusalOf(outcome), values };
    redirect(sessionHref({ id: outcome.value.sessionId }));
  },
);

type Refusal = Extract<Outcome<unknown>, { ok: false }>;

function refusalOf(refusal: Refusal): FormState {
  if (refusal.code === "uploader_not_solo_active")
    return { errors: { uploaderExternalUserId: "You have no active creator with this user id." } };
  if (refusal.code === "collab_scenes_not_available_on_platform_pays")
    return { errors: { detectedFaceCount: "Enter 1. Collab scenes aren’t available for creators you pay for." } };
  return refused(refusal);
}
