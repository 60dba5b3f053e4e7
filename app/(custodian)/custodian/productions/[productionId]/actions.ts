"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { errorOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import type { ActionResult } from "@/components/ui/form";
import { revokeCertificate } from "@/lib/domain/certificates";
import { reasonText } from "@/lib/domain/content/schemas";
import { releaseSeal } from "@/lib/domain/productions/custody";

const Reason = reasonText("Say why, in a few words.");

/** Revokes a production's certificates for good. */
export const revokeAction = action(requireCustodian, [read.id, read.form], async (ctx, productionId, form) =>
  withReason(productionId, form, (reason) => errorOf(ctx, (by) => revokeCertificate(by, { productionId, reason }))),
);

/** Lets the producer seal a held production again. */
export const releaseAction = action(requireCustodian, [read.id, read.form], async (ctx, productionId, form) =>
  withReason(productionId, form, (reason) => errorOf(ctx, (by) => releaseSeal(by, { productionId, reason }))),
);

async function withReason(
  productionId: string,
  form: FormData,
  act: (reason: string) => Promise<ActionResult>,
): Promise<ActionResult> {
  const reason = Reason.safeParse(form.get("reason") ?? "");
  if (!reason.success) return { error: reason.error.issues[0]?.message ?? "Say why, in a few words." };
  const result = await act(reason.data);
  revalidatePath(`/custodian/productions/${productionId}`);
  return result;
}
