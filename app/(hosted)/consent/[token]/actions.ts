"use server";

import { redirect } from "next/navigation";
import { personCtx } from "@/app/(hosted)/browser";
import { action, read } from "@/app/action";
import { outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import { startCheck } from "@/lib/domain/identity";
import { refuseConsent, SignedName, signRelease } from "@/lib/domain/scenes";
import { isRefusalReason, NOTE_MAX } from "@/lib/domain/scenes/labels";
import { getVisitor, mayDecide, proveByPress, refusalOf, releaseOf, requireAsked, startOf } from "./visitor";

/** The button behind the performer's own mailed link: proves the mailbox. */
export const continueAction = action(getVisitor, [read.link], async (visitor, token): Promise<void> => {
  const person = await proveByPress(visitor);
  redirect(person && visitor.stage.at === "asked" ? releaseOf(token) : startOf(token));
});

/** Signs the release with the typed name. */
export const signAction = action(
  requireAsked,
  [read.link, read.state, read.form],
  async ({ visitor, ctx }, token, _, form): Promise<FormState> => {
    const signedName = textOf(form, "signedName");
    const name = SignedName.safeParse(signedName);
    if (!name.success) {
      const [issue] = name.error.issues;
      return { errors: { signedName: issue?.message ?? "Type your full name to sign." }, values: valuesOf(form) };
    }
    const signing = { performerId: visitor.performer.id, signedName, shown: textOf(form, "shown") };
    const signed = await outcomeOf(ctx, (by) => signRelease(by, signing));
    // The release page shows the changed text, and the start page what was decided meanwhile.
    if (!signed.ok) redirect(signed.code === "release_changed" ? `${releaseOf(token)}?changed` : startOf(token));
    redirect(startOf(token));
  },
);

/** Refuses for good. The press proves the mailbox, too. */
export const refuseAction = action(
  getVisitor,
  [read.link, read.state, read.form],
  async (visitor, token, _, form): Promise<FormState> => {
    const reason = textOf(form, "reason");
    if (!isRefusalReason(reason)) redirect(`${refusalOf(token)}?missing`);
    const note = textOf(form, "note").trim();
    if (note.length > NOTE_MAX) {
      return { errors: { note: `Use ${NOTE_MAX} characters or fewer.` }, values: valuesOf(form) };
    }
    const person = await proveByPress(visitor);
    if (!person) redirect(startOf(token));
    const refusal = { performerId: visitor.performer.id, reason, note };
    const done = await outcomeOf(await personCtx(person), (by) => refuseConsent(by, refusal));
    if (!done.ok && done.code === undefined) return { ...refused(done), values: valuesOf(form) };
    redirect(startOf(token));
  },
);

/** Starts the ID check, also after a rejection. */
export const showIdAction = action(getVisitor, [read.link], async (visitor, token): Promise<void> => {
  const person = mayDecide(visitor) ? await proveByPress(visitor) : null;
  if (!person) redirect(startOf(token));
  const performerId = visitor.performer.id;
  const started = await outcomeOf(await personCtx(person), (by) => startCheck(by, { performerId }));
  // If a check can't start, the status page explains why.
  redirect(started.ok && started.value.status === "draft" ? `${startOf(token)}/details` : startOf(token));
});
