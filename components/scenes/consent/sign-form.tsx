"use client";

import { Heading } from "@/components/acts/parts";
import { SignatureField } from "@/components/acts/signature-field";
import { ErrorSummary, type FormState, LargeSubmit, useFormAction } from "@/components/ui/form";
import { QuietLink, SceneTitle } from "./parts";

type SignFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  title: string;
  disclosure: string;
  signature: string;
  /** Identifies the text that was read. */
  shown: string;
  releaseUrl: string;
};

/** What signing electronically means, the name, and the button that signs. */
export function SignForm({ action, title, disclosure, signature, shown, releaseUrl }: SignFormProps) {
  const { state, action: submit, onSubmit } = useFormAction(action, {});
  return (
    <form action={submit} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Heading title="Sign the release">
        For <SceneTitle>{title}</SceneTitle>. We email you a link to your signed copy.
      </Heading>
      <section className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <h2 className="font-medium">Electronic records and signatures</h2>
        <p className="text-muted text-sm">{disclosure}</p>
      </section>
      <input type="hidden" name="shown" value={shown} />
      <SignatureField state={state} hint="As on your ID. The platform doesn’t see it." />
      <p>{signature}</p>
      <div className="flex flex-col items-start gap-3">
        <LargeSubmit pendingLabel="Signing…">Sign the release</LargeSubmit>
        <QuietLink href={releaseUrl}>Read the release again</QuietLink>
      </div>
    </form>
  );
}
