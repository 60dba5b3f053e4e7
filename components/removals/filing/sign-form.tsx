"use client";

import { useActionState } from "react";
import { Heading } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, LargeSubmit } from "@/components/ui/form";
import { BASIS_WORDS, NAME_MAX } from "@/lib/domain/removals/filing/labels";
import { BASIS_LABELS, type LegalBasis } from "@/lib/domain/removals/labels";
import { QuietLink } from "./shell";

type SignFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  basis: LegalBasis;
  statement: string;
  /** Identifies the statement that was read. */
  shown: string;
  /** The statement changed between reading and signing. */
  hasChanged: boolean;
  email: string;
  /** The session proves the mailbox, so the button files the request. */
  isSignedIn: boolean;
  backHref: string;
};

/** The legal basis, the statement that it needs, and the signature. */
export function SignForm({ action, basis, statement, shown, hasChanged, email, isSignedIn, backHref }: SignFormProps) {
  const [state, submit] = useActionState(action, {});
  const { why, within } = BASIS_WORDS[basis];
  return (
    <form action={submit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      {hasChanged ? (
        <Callout tone="waiting" live title="The statement has changed">
          You haven’t signed yet. Read the new statement first.
        </Callout>
      ) : null}
      <Heading title="Read and sign">
        {why} We decide within <strong className="text-ink">{within}</strong>{" "}
        {isSignedIn ? "of your request." : "of your confirmation by email."}
      </Heading>
      <p className="text-muted text-sm">Legal basis: {BASIS_LABELS[basis]}</p>
      <section className="flex flex-col gap-2">
        <h2 className="font-medium">Your statement</h2>
        <blockquote
          id="statement"
          className="wrap-anywhere whitespace-pre-wrap rounded-lg border border-line bg-surface p-4 text-sm sm:p-6"
        >
          {statement}
        </blockquote>
      </section>
      <input type="hidden" name="shown" value={shown} />
      <Field {...fieldOf(state, "signedName")} label="Your signature" hint="Type your full legal name.">
        <Input autoComplete="name" maxLength={NAME_MAX} defaultValue={state.values?.signedName} />
      </Field>
      <div className="flex flex-col gap-3">
        <LargeSubmit>{isSignedIn ? "Send my request" : "Sign and email me the link"}</LargeSubmit>
        <p className="wrap-anywhere text-muted text-sm">
          {isSignedIn
            ? `We email news to ${email}.`
            : `We email a link to ${email}. Nothing is sent before you press its button.`}
        </p>
        <QuietLink href={backHref}>Go back</QuietLink>
      </div>
    </form>
  );
}
