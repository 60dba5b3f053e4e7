"use client";

import { type ReactNode, useActionState } from "react";
import { Field, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, LargeSubmit, SubmitButton } from "@/components/ui/form";

type Action = (state: FormState, form: FormData) => Promise<FormState>;

type ProveMailboxProps = {
  /** Masked. Without one, the page doesn't hint at the owner. */
  address?: string;
  codeSent: boolean;
  mailCode: Action;
  confirmCode: Action;
  /** Another way in. */
  children?: ReactNode;
};

/** Proves the mailbox by a mailed code, in this browser. Opening the link proves nothing: others may have it. */
export function ProveMailbox({ address, codeSent, mailCode, confirmCode, children }: ProveMailboxProps) {
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
          <Where address={address} codeSent={codeSent} />
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
      {children}
    </section>
  );
}

function Where({ address, codeSent }: Pick<ProveMailboxProps, "address" | "codeSent">) {
  if (address === undefined) {
    return codeSent
      ? "We emailed a 6-digit code to the address that got this link. Keep this page open."
      : "We email a 6-digit code to the address that got this link. Enter it here.";
  }
  const shown = <strong className="font-medium text-ink">{address}</strong>;
  return codeSent ? (
    <>If {shown} is your address, we emailed you a 6-digit code. Keep this page open.</>
  ) : (
    <>We email a 6-digit code to {shown}. Enter it here.</>
  );
}
