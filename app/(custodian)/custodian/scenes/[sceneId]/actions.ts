"use server";

import { withReason } from "@/app/(custodian)/custodian/with-reason";
import { action, read } from "@/app/action";
import { requireCustodian } from "@/app/session";
import { HoldReason } from "@/lib/domain/records/content";
import { liftSceneHold, placeSceneHold } from "@/lib/domain/scenes";

const reasonOf = (form: FormData, sceneId: string) => ({
  form,
  schema: HoldReason,
  path: `/custodian/scenes/${sceneId}`,
});

/** Places a legal hold on a scene. */
export const placeHoldAction = action(requireCustodian, [read.id, read.form], async (ctx, sceneId, form) =>
  withReason(ctx, reasonOf(form, sceneId), (by, reason) => placeSceneHold(by, { sceneId, reason })),
);

/** Lifts one of a scene's legal holds. */
export const liftHoldAction = action(
  requireCustodian,
  [read.id, read.id, read.form],
  async (ctx, sceneId, holdId, form) =>
    withReason(ctx, reasonOf(form, sceneId), (by, reason) => liftSceneHold(by, { holdId, reason })),
);
