"use server";

import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { evidenceCookie } from "@/app/(custodian)/custodian/evidence-file";
import { withReason } from "@/app/(custodian)/custodian/with-reason";
import { action, read } from "@/app/action";
import { isSecure, stepPage } from "@/app/current-actor";
import { errorOf, outcomeOf, refused, textOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import type { ActionResult } from "@/components/ui/form";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { approveIdentity, askForPhotos, rejectIdentity } from "@/lib/domain/creators/decisions";
import { AlertReason, closeUnderAgeAlert } from "@/lib/domain/custody/alerts";
import {
  addNote,
  askOpinion,
  findKnownCaseOutcome,
  giveOpinion,
  openEvidence,
  openNext,
  reassign,
  withdrawOpinion,
} from "@/lib/domain/identity";
import { isRecommendation, isStatement } from "@/lib/domain/identity/labels";
import { CheckNoteInput, PhotoRequestInput, RejectionInput } from "@/lib/domain/identity/schemas";
import { isViewPurpose } from "@/lib/domain/identity/view-purposes";

const addressOf = (checkId: string) => `/custodian/identities/${checkId}`;

/** Opens a check's photos and ID details for ten minutes, for a stated purpose. */
export const openPhotosAction = action(
  requireCustodian,
  [read.id, read.state, read.form],
  async (ctx, checkId, _, form) => {
    const purpose = textOf(form, "purpose");
    if (!isViewPurpose(purpose)) return { errors: { purpose: "Choose a reason." } };
    const opened = await outcomeOf(ctx, (by) => openEvidence(by, { checkId, purpose }));
    if (!opened.ok && opened.code === "prove_again") redirect(stepPage("factor", addressOf(checkId)));
    if (!opened.ok) return refused(opened);
    (await cookies()).set({
      ...evidenceCookie(checkId),
      value: opened.value.grant,
      expires: opened.value.expiresAt,
      httpOnly: true,
      sameSite: "strict",
      secure: isSecure(),
    });
    redirect(addressOf(checkId));
  },
);

const Names = z.array(z.string()).catch([]);

/** Approves a check and opens the next one. `shown`: the names they signed with that aren't on the ID, as the page showed them. */
export const approveAction = action(
  requireCustodian,
  [read.id, read.data, read.form],
  async (ctx, checkId, shown, form) => {
    const statements = form.getAll("statement").map(String).filter(isStatement);
    const input = { checkId, statements, seenNames: Names.parse(shown) };
    return onward(ctx, checkId, await errorOf(ctx, (by) => approveIdentity(by, input)));
  },
);

/** Rejects a check with a reason sent to the creator, and opens the next one. */
export const rejectAction = action(requireCustodian, [read.id, read.form], async (ctx, checkId, form) => {
  const input = RejectionInput.safeParse({ reason: form.get("reason"), note: form.get("note") ?? "" });
  if (!input.success) return { error: input.error.issues[0]?.message ?? "Choose a reason." };
  return onward(ctx, checkId, await errorOf(ctx, (by) => rejectIdentity(by, { checkId, ...input.data })));
});

/** Asks the person for better photos, and opens the next check. */
export const askPhotosAction = action(requireCustodian, [read.id, read.form], async (ctx, checkId, form) => {
  const sent = { photos: form.getAll("photo"), reason: form.get("reason"), note: form.get("note") ?? "" };
  const input = PhotoRequestInput.safeParse(sent);
  if (!input.success) return { error: input.error.issues[0]?.message ?? "Choose a photo." };
  return onward(ctx, checkId, await errorOf(ctx, (by) => askForPhotos(by, { checkId, ...input.data })));
});

/** Reassigns a check to a colleague, and opens the next one. */
export const reassignAction = action(requireCustodian, [read.id, read.form], async (ctx, checkId, form) => {
  const text = CheckNoteInput.safeParse(form.get("note") ?? "");
  if (!text.success) return { error: "Say why, in a few words." };
  const input = { checkId, to: textOf(form, "to"), text: text.data };
  return onward(ctx, checkId, await errorOf(ctx, (by) => reassign(by, input)));
});

const WRITES = { note: addNote, ask: askOpinion, withdraw: withdrawOpinion } as const;

/** Keeps a note, asks for a second opinion, answers another custodian's question, or withdraws one's own: as the pressed button says. */
export const writeAction = action(requireCustodian, [read.id, read.form], async (ctx, checkId, form) => {
  const text = CheckNoteInput.safeParse(form.get("note") ?? "");
  if (!text.success) return { error: text.error.issues[0]?.message ?? "Write a note." };
  const written = { checkId, text: text.data };
  const does = textOf(form, "does");
  const write = does === "ask" || does === "withdraw" ? WRITES[does] : WRITES.note;
  const result = await errorOf(ctx, (by) =>
    isRecommendation(does) ? giveOpinion(by, { ...written, recommends: does }) : write(by, written),
  );
  revalidatePath(addressOf(checkId));
  return result;
});

/**
 * After a decision, opens the next check: taken, if this one was, and with the outcome above it, if this was a known case. A failed
 * decision stays on its page and says why.
 */
async function onward(ctx: Ctx<StaffActor>, checkId: string, result: ActionResult): Promise<ActionResult> {
  revalidatePath(addressOf(checkId));
  if (result.error) return result;
  const next = await openNext(ctx, { after: checkId });
  const known = (await findKnownCaseOutcome(ctx, checkId)) ? `?known=${checkId}` : "";
  redirect(`${next ? addressOf(next) : "/custodian/identities"}${known}`);
}

/** Closes an alert about a performer under 18, keeping who and why. */
export const closeAlertAction = action(requireCustodian, [read.id, read.form], async (ctx, alertId, form) =>
  withReason(ctx, { form, schema: AlertReason, path: "/custodian/identities" }, (by, reason) =>
    closeUnderAgeAlert(by, { alertId, reason }),
  ),
);
