"use client";

import { LockKeyhole } from "lucide-react";
import { useActionState, useRef } from "react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Field, Select } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { useHotkey } from "@/components/ui/hotkeys";
import { purposeLabels, VIEW_PURPOSES } from "@/lib/domain/identity/view-purposes";

type OpenEvidenceProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** A check that waits for its review is opened for that; anything else needs a stated reason. */
  underReview: boolean;
  count: number;
};

/** The photos, and the details of a decided check, are behind a reason: who looks, and why, goes on record first. */
export function OpenEvidence({ action, underReview, count }: OpenEvidenceProps) {
  const [state, open] = useActionState(action, {});
  const form = useRef<HTMLFormElement>(null);
  useHotkey("o", () => form.current?.requestSubmit());
  const purposes = VIEW_PURPOSES.filter((purpose) => underReview || purpose !== "identity_review");
  return (
    <Card as="section" aria-labelledby="evidence">
      <CardHeader
        id="evidence"
        title={underReview ? "Photos" : "Photos and details"}
        description={`${count === 0 ? "No" : count} ${count === 1 ? "photo" : "photos"}. Opening ${underReview ? "them" : "the record"} puts down that you looked, and why. What you open stays open for ten minutes.`}
      />
      <CardBody>
        <form ref={form} action={open} className="flex max-w-sm flex-col gap-4">
          <ErrorSummary errors={state.errors} message={state.message} />
          <Field name="purpose" label="Why" error={state.errors?.purpose}>
            <Select
              options={purposes.map((value) => ({ value, label: purposeLabels[value] }))}
              placeholder={underReview ? undefined : "Choose a reason"}
              defaultValue={underReview ? "identity_review" : ""}
            />
          </Field>
          <SubmitButton icon={<LockKeyhole aria-hidden />} className="self-start">
            {underReview ? "Open the photos" : "Open the record"}
          </SubmitButton>
        </form>
      </CardBody>
    </Card>
  );
}
