"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { asStranger, keepVisit, personCtx } from "@/app/(hosted)/browser";
import { enterCode, mailCode } from "@/app/(hosted)/codes";
import { action, LINK_FORM, read } from "@/app/action";
import { outcomeOf, problemsOf, refused, textOf, valuesOf } from "@/app/forms";
import { requirePerson } from "@/app/session";
import type { FormState } from "@/components/ui/form";
import { startCheck } from "@/lib/domain/identity";
import { SignedName } from "@/lib/domain/identity/names";
import { withdrawDistribution } from "@/lib/domain/removals";
import { SignatureInput } from "@/lib/domain/removals/filing/schemas";
import {
  openConsent,
  provePerformer,
  recordTextOpened,
  refuseConsent,
  sendPerformerCode,
  signRelease,
} from "@/lib/domain/scenes";
import { isRefusalReason, NOTE_MAX } from "@/lib/domain/scenes/labels";
import {
  answersAt,
  getVisitor,
  isOwnSession,
  mayDecide,
  proofOf,
  refusalOf,
  requireAsked,
  requireRefusing,
  startOf,
  wishedPage,
  wishOf,
  withdrawalOf,
} from "./visitor";

/** A clause of the release by its number; 0 is the introduction. */
const Clause = z.int().min(0).max(11);

/** Mails a code. Answers the same for everyone, whatever was decided. */
export const mailCodeAction = action(getVisitor, [read.link, read.text], async (visitor, token, to) => {
  const { performer, visitToken, hasProof } = visitor;
  if (hasProof) redirect(wishedPage(visitor, wishOf(to)));
  return mailCode(proofOf(token, wishOf(to)), () =>
    asStranger("consent", (ctx) => sendPerformerCode(ctx, { performerId: performer.id, visitToken })),
  );
});

/** Checks a typed code. The right one proves the mailbox for this browser. */
export const confirmCodeAction = action(
  getVisitor,
  [read.link, read.text, read.state, read.form],
  async (visitor, token, to, _, form): Promise<FormState> => {
    const { performer, visitToken, hasProof } = visitor;
    if (hasProof) redirect(wishedPage(visitor, wishOf(to)));
    const entered = await asStranger("consent", (ctx) =>
      outcomeOf(ctx, (by) =>
        enterCode(form, {
          subject: performer.id,
          check: (code) => provePerformer(by, { performerId: performer.id, visitToken, code }),
        }),
      ),
    );
    // The scene was decided at this moment. The code still works.
    if (!entered.ok) redirect(startOf(token));
    if (!entered.value.ok) return entered.value.state;
    redirect(wishedPage(visitor, wishOf(to)));
  },
);

/** Continues as the person who is signed in here. Their session is the proof. */
export const continueAction = action(getVisitor, [read.link, read.text], async (visitor, token, to): Promise<void> => {
  if (visitor.hasProof || !(await isOwnSession(visitor))) redirect(proofOf(token, wishOf(to)));
  const { performer, visitToken } = visitor;
  const opened = await outcomeOf(await requirePerson(), (ctx) => openConsent(ctx, performer.id, visitToken));
  if (!opened.ok) redirect(startOf(token));
  await keepVisit(opened.value.cookie);
  redirect(wishedPage(visitor, wishOf(to)));
});

/** Records that the browser opened an exact text of the release. Opens no other page, because the person is reading. */
export const openedAction = action(getVisitor, [read.link, read.data], async (visitor, _, part): Promise<void> => {
  const { proven, stage, performer } = visitor;
  const clause = Clause.safeParse(part);
  if (!proven || stage.at !== "asked" || !clause.success) return;
  const opened = { performerId: performer.id, clause: clause.data };
  await outcomeOf(await personCtx(proven), (by) => recordTextOpened(by, opened));
});

/** Signs the release with the typed name. */
export const signAction = action(
  requireAsked,
  LINK_FORM,
  async ({ visitor, ctx }, token, _, form): Promise<FormState> => {
    const signedName = textOf(form, "signedName");
    const name = SignedName.safeParse(signedName);
    if (!name.success) {
      const [issue] = name.error.issues;
      return { errors: { signedName: issue?.message ?? "Type your full name to sign." }, values: valuesOf(form) };
    }
    const addsName = form.has("addsName");
    const given = form.getAll("give").map(String);
    const signing = { performerId: visitor.performer.id, signedName, addsName, given, shown: textOf(form, "shown") };
    const signed = await outcomeOf(ctx, (by) => signRelease(by, signing));
    if (!signed.ok && signed.field === "signedName") return { ...refused(signed), values: valuesOf(form) };
    // The release page shows the changed text or the missing answer, and the start page what was decided meanwhile.
    if (!signed.ok) redirect(REREAD[signed.code ?? ""]?.(token, given) ?? startOf(token));
    redirect(startOf(token));
  },
);

type Reread = (token: string, given: readonly string[]) => string;

const REREAD: Readonly<Record<string, Reread | undefined>> = {
  release_changed: (token, given) => answersAt(token, given, "changed"),
  depiction_missing: (token, given) => answersAt(token, given, "missing"),
};

/** Refuses for good. */
export const refuseAction = action(
  requireRefusing,
  LINK_FORM,
  async ({ performer, proven }, token, _, form): Promise<FormState> => {
    const reason = textOf(form, "reason");
    if (!isRefusalReason(reason)) redirect(`${refusalOf(token)}?missing`);
    const note = textOf(form, "note").trim();
    if (note.length > NOTE_MAX) {
      return { errors: { note: `Use ${NOTE_MAX} characters or fewer.` }, values: valuesOf(form) };
    }
    const refusal = { performerId: performer.id, reason, note };
    const done = await outcomeOf(await personCtx(proven), (by) => refuseConsent(by, refusal));
    if (!done.ok && done.code === undefined) return { ...refused(done), values: valuesOf(form) };
    redirect(startOf(token));
  },
);

/**
 * Withdraws distribution, and asks for the removal. A second press finds it done: the start page says so either way.
 */
export const withdrawAction = action(getVisitor, LINK_FORM, async (visitor, token, _, form): Promise<FormState> => {
  const { proven, performer } = visitor;
  if (!proven) redirect(startOf(token));
  const values = { signedName: textOf(form, "signedName") };
  const signed = SignatureInput.safeParse(values);
  if (!signed.success) return { errors: problemsOf(signed.error), values };
  const withdrawal = { performerId: performer.id, ...signed.data, shown: textOf(form, "shown") };
  const done = await outcomeOf(await personCtx(proven), (by) => withdrawDistribution(by, withdrawal));
  redirect(done.ok || done.code !== "statement_changed" ? startOf(token) : `${withdrawalOf(token)}?changed`);
});

/** Starts the ID check, also after a rejection. */
export const showIdAction = action(getVisitor, [read.link], async (visitor, token): Promise<void> => {
  const { proven, performer } = visitor;
  if (!proven || !mayDecide(visitor)) redirect(startOf(token));
  const started = await outcomeOf(await personCtx(proven), (by) => startCheck(by, { performerId: performer.id }));
  // If a check can't start, the status page explains why.
  redirect(started.ok && started.value.status === "draft" ? `${startOf(token)}/details` : startOf(token));
});
