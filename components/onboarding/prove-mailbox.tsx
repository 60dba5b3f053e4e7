"use client";

import { useActionState } from "react";
import { Field, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";

type Action = (state: FormState, form: FormData) => Promise<FormState>;

type ProveMailboxProps = { address: string; codeSent: boolean; mailCode: Action; confirmCode: Action };

/** The platform holds this link as well, so it proves nothing: a code in the mailbox does. */
export function ProveMailbox({ address, codeSent, mailCode, confirmCode }: ProveMailboxProps) {
  const [mailed, mail] = useActionState(mailCode, {});
  const [checked, check] = useActionState(confirmCode, {});
  return (
    <section
      aria-labelledby="prove"
      className="flex flex-col gap-6 rounded-lg border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-col gap-1">
        <h2 id="prove" className="font-semibold">
          First, confirm it is you
        </h2>
        <p className="text-muted" role="status">
          {codeSent ? (
            <>
              If <strong className="font-medium text-ink">{address}</strong> is your address, a mail with a 6-digit code
              is on its way. Leave this page open.
            </>
          ) : (
            <>
              We mail a 6-digit code to <strong className="font-medium text-ink">{address}</strong>. You type it here.
            </>
          )}
        </p>
      </div>
      {codeSent ? (
        <form action={check} className="flex flex-col gap-4">
          <ErrorSummary message={checked.message} />
          <Field name="code" label="Code from the mail" error={checked.errors?.code}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              required
              defaultValue={checked.values?.code}
              className="max-w-48 font-mono tracking-widest"
            />
          </Field>
          <SubmitButton size="lg" className="max-sm:w-full sm:self-start">
            Confirm
          </SubmitButton>
        </form>
      ) : null}
      <form action={mail} className="flex flex-col gap-4">
        <ErrorSummary message={mailed.message} />
        {codeSent ? (
          <SubmitButton variant="secondary" className="self-start">
            Mail me another code
          </SubmitButton>
        ) : (
          <SubmitButton size="lg" className="max-sm:w-full sm:self-start">
            Mail me a code
          </SubmitButton>
        )}
      </form>
      {codeSent ? (
        <p className="text-muted text-sm">
          Nothing there after a minute? Look in the spam folder. The link in our own mail to you works without a code.
        </p>
      ) : null}
    </section>
  );
}
