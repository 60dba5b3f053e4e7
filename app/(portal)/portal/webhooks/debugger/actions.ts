"use server";

import { actionId } from "@/app/action-id";
import { outcomeOf, refused } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import type { Debugged } from "@/components/webhooks/debugger-form";
import { debugSignature } from "@/lib/domain/webhooks";

/** Explains a pasted message's signatures. A form that was sent without scripts gets its input back, to be kept. */
export async function debugSignatureAction(_: Debugged, formData: FormData): Promise<Debugged> {
  const ctx = await requirePortalUser();
  // A form writes every line break as CRLF, whatever was pasted.
  const field = (name: string) => String(formData.get(name) ?? "").replaceAll("\r\n", "\n");
  const pasted = { endpointId: actionId(formData.get("endpointId")), headers: field("headers"), body: field("body") };
  const values = formData.get("kept") === "yes" ? undefined : pasted;
  const outcome = await outcomeOf(ctx, (actor) => debugSignature(actor, pasted));
  return outcome.ok ? { values, ok: true, explanation: outcome.value } : { values, ...refused(outcome) };
}
