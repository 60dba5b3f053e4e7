"use client";

import { type ReactNode, useActionState } from "react";
import { useFormStatus } from "react-dom";
import { Heading } from "@/components/acts/parts";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState } from "@/components/ui/form";
import { FIRST_SHOOT_DAY } from "@/lib/domain/scenes/labels";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { CancelLink, copyNote, Statement, type Upload, UploadFacts } from "./parts";

type AttestFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  upload: Upload;
  statement: string;
  /** Identifies the statement that was read. */
  shown: string;
  /** The statement changed between reading and attesting. */
  hasChanged: boolean;
  /** The day that the creator typed before, as `YYYY-MM-DD`. */
  typedDay: string;
  today: string;
  cancelUrl: string | null;
  /** Who else performs, and what it costs; null for a creator alone. */
  children: ReactNode;
};

/** What is about to be published, the statement, and the button that attests to it. */
export function AttestForm({ action, upload, statement, shown, hasChanged, cancelUrl, ...form }: AttestFormProps) {
  const [state, submit] = useActionState(action, {});
  const { partnerName, kind, shootDate } = upload;
  const isAlone = form.children === null;
  return (
    <form action={submit} noValidate className="flex flex-col gap-6">
      {/* Enter presses a form's first button, which must not be another one. */}
      <button type="submit" hidden />
      <ErrorSummary errors={state.errors} message={state.message} />
      {hasChanged ? (
        <Callout tone="waiting" live title="The statement has changed">
          You haven’t attested yet. Read the new statement first.
        </Callout>
      ) : null}
      <Heading title={`Attest to your ${kind}`}>
        {partnerName} may publish it once you attest to the statement below
        {isAlone ? "." : ", and everyone in it consents."} {SERVICE_NAME} keeps your attestation on record.
      </Heading>
      <UploadFacts upload={upload} />
      {form.children}
      {shootDate ? null : (
        <Field
          {...fieldOf(state, "shootDate")}
          label="Day of production"
          hint={kind === "video" ? "The day it was shot." : "The day the pictures were taken."}
        >
          <Input
            type="date"
            required
            min={FIRST_SHOOT_DAY}
            max={form.today}
            defaultValue={state.values?.shootDate ?? form.typedDay}
            className="sm:w-48"
          />
        </Field>
      )}
      <Statement heading="Your statement">{statement}</Statement>
      <input type="hidden" name="shown" value={shown} />
      <div className="flex flex-col gap-3">
        <AttestButton kind={kind} />
        <p className="text-muted text-sm">
          We record the time, your network address and your browser.{" "}
          {isAlone ? `${partnerName} gets them with the statement. ` : null}
          {copyNote(partnerName)}
        </p>
        <CancelLink href={cancelUrl} partnerName={partnerName} />
      </div>
    </form>
  );
}

function AttestButton({ kind }: Pick<Upload, "kind">) {
  const { pending, data } = useFormStatus();
  const busy = pending && !data.has("change");
  return (
    <Button type="submit" variant="primary" size="lg" loading={busy} className="self-start max-sm:w-full">
      {busy ? "Attesting…" : `Attest to this ${kind}`}
    </Button>
  );
}
