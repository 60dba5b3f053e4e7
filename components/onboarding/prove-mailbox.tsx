"use client";

import { useActionState } from "react";
import { Field, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, LargeSubmit, SubmitButton } from "@/components/ui/form";

type Action = (state: FormState, form: FormData) => Promise<FormState>;

type ProveMailboxProps = { address: string; codeSent: boolean; mailCode: Action; confirmCode: Action };

/** Proves the mailbox by a mailed code. The link itself proves nothing, because the platform has it too. */
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
              If <strong className="font-medium text-ink">{address}</strong> is your address, we emailed you a 6-digit
              code. Keep this page open.
            </>
          ) : (
            <>
              We email a 6-digit code to <strong className="font-medium text-ink">{address}</strong>. Enter it here.
            </>
          )}
        </p>
      </div>
      {codeSent ? (
        <form action={check} className="flex flex-col gap-4">
          <ErrorSummary message={checked.message} />
          <Field name="code" label="Code from the email" error={checked.errors?.code}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              required
              defaultValue={checked.values?.code}
              className="max-w-48 font-mono tracking-widest"
            />
          </Field>
          <LargeSubmit>Confirm</LargeSubmit>
        </form>
      ) : null}
      <form action={mail} className="flex flex-col gap-4">
        <ErrorSummary message={mailed.message} />
        {codeSent ? (
          <SubmitButton variant="secondary" className="self-start">
            Email me another code
          </SubmitButton>
        ) : (
          <LargeSubmit>Email me a code</LargeSubmit>
        )}
      </form>
      {codeSent ? (
        <p className="text-muted text-sm">
          No email after a minute? Check your spam folder. The link in our own email works without a code.
        </p>
      ) : null}
    </section>
  );
}
