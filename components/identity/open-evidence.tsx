"use client";

import { LockKeyhole } from "lucide-react";
import { useActionState, useRef } from "react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ErrorSummary } from "@/components/ui/error-summary";
import { Field } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form-state";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { useHotkey } from "@/components/ui/use-hotkey";
import { purposeLabels, VIEW_PURPOSES } from "@/lib/domain/identity/view-purposes";

type OpenEvidenceProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** A check that waits is opened for its review; anything else needs a stated reason. */
  waiting: boolean;
  count: number;
};

/** The photos are behind a reason: who looks, and why, goes on record first. */
export function OpenEvidence({ action, waiting, count }: OpenEvidenceProps) {
  const [state, open] = useActionState(action, {});
  const form = useRef<HTMLFormElement>(null);
  useHotkey("o", () => form.current?.requestSubmit());
  const purposes = VIEW_PURPOSES.filter((purpose) => waiting || purpose !== "identity_review");
  return (
    <Card as="section" aria-labelledby="evidence">
      <CardHeader
        id="evidence"
        title="Photos"
        description={`${count} photos. Opening them records that you looked, and why. They stay open for ten minutes.`}
      />
      <CardBody>
        <form ref={form} action={open} className="flex max-w-sm flex-col gap-4">
          <ErrorSummary errors={state.errors} message={state.message} />
          <Field name="purpose" label="Why" error={state.errors?.purpose}>
            <Select
              options={purposes.map((value) => ({ value, label: purposeLabels[value] }))}
              placeholder={waiting ? undefined : "Choose a reason"}
              defaultValue={waiting ? "identity_review" : ""}
            />
          </Field>
          <SubmitButton icon={<LockKeyhole aria-hidden />} className="self-start">
            Open the photos
          </SubmitButton>
        </form>
      </CardBody>
    </Card>
  );
}
