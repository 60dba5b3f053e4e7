"use server";

import { action, actionId, read } from "@/app/action";
import { outcomeOf, refused, textOf } from "@/app/forms";
import { requireMember } from "@/app/session";
import { debugSignature } from "@/lib/domain/webhooks";

/** Explains a pasted message's signatures. A form that was sent without scripts gets its input back, to be kept. */
export const debugSignatureAction = action(requireMember, [read.state, read.form], async (ctx, _, formData) => {
  // A form writes every line break as CRLF, whatever was pasted.
  const field = (name: string) => textOf(formData, name).replaceAll("\r\n", "\n");
  const pasted = { endpointId: actionId(formData.get("endpointId")), headers: field("headers"), body: field("body") };
  const values = formData.get("kept") === "yes" ? undefined : pasted;
  const outcome = await outcomeOf(ctx, (actor) => debugSignature(actor, pasted));
  return outcome.ok ? { values, ok: true, explanation: outcome.value } : { values, ...refused(outcome) };
});
