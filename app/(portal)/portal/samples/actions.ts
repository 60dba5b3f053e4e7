"use server";

import { action, read } from "@/app/action";
import { askFrom } from "@/app/sample-form";
import { requireEditor } from "@/app/session";

/** Asks for a sample of the partner’s records. */
export const askAction = action(requireEditor, [read.state, read.form], (ctx, _, form) =>
  askFrom(ctx, { partnerId: ctx.actor.partnerId, form }, () => "/portal/samples"),
);
