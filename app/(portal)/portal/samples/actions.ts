"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { sampleAsked } from "@/app/sample-form";
import { requireEditor } from "@/app/session";

/** Asks for a sample of the partner’s records. */
export const askAction = action(requireEditor, [read.state, read.form], async (ctx, _, form) => {
  const problems = await sampleAsked(ctx, { partnerId: ctx.actor.partnerId, form });
  return problems ?? redirect("/portal/samples");
});
