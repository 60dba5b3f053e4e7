"use client";

import { Plus } from "lucide-react";
import { useActionState } from "react";
import { useFormStatus } from "react-dom";
import { Heading, SceneTitle } from "@/components/acts/parts";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, LargeSubmit } from "@/components/ui/form";
import { PERFORMERS_MAX } from "@/lib/domain/scenes/labels";
import type { UploadContentType } from "@/lib/domain/scenes/upload-sessions/labels";
import { CancelLink, fieldCount, performerField } from "./parts";

type NamesFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  partnerName: string;
  title: string;
  kind: UploadContentType;
  detectedFaceCount: number;
  /** The addresses that the creator typed before. */
  typed: readonly string[];
  /** Problems that the attestation found. */
  errors: Record<string, string> | undefined;
  /** Why they are here again. */
  message?: string;
  cancelUrl: string | null;
};

/** Who else performs. One field for each face that the platform detected, beside the creator's. */
export function NamesForm(props: NamesFormProps) {
  const { action, partnerName, title, kind, detectedFaceCount, typed, cancelUrl, ...first } = props;
  const [{ errors = first.errors, message = first.message, values }, submit] = useActionState(action, {});
  const expected = Math.max(detectedFaceCount - 1, typed.length);
  const fields = fieldCount(Number(values?.fields ?? expected));
  return (
    <form action={submit} noValidate className="flex flex-col gap-6">
      {/* Enter presses a form's first button, which must not be another one. */}
      <button type="submit" hidden />
      <ErrorSummary errors={errors} message={message} />
      <Heading title={`Who else is in your ${kind}?`}>
        Before {partnerName} publishes <SceneTitle>{title}</SceneTitle>, everyone in it must consent. Next, you see the
        cost and your statement. We send the emails only after you attest.
      </Heading>
      <input type="hidden" name="fields" value={fields} />
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="font-medium">Everyone except you</legend>
        <p className="text-muted text-sm">
          {partnerName} detected {detectedFaceCount} faces.{" "}
          {detectedFaceCount - 1 > PERFORMERS_MAX
            ? `You can name at most ${PERFORMERS_MAX} people. If there are more, don’t attest. Contact ${partnerName}.`
            : "If that is wrong, leave fields empty or add more."}
        </p>
        {Array.from({ length: fields }, (_, n) => {
          const name = performerField(n);
          return (
            <Field
              key={name}
              name={name}
              label={fields === 1 ? "Email" : `Email of performer ${n + 1}`}
              error={errors?.[name]}
            >
              <Input type="email" autoComplete="off" maxLength={254} defaultValue={values ? values[name] : typed[n]} />
            </Field>
          );
        })}
        {fields < PERFORMERS_MAX ? (
          <Button type="submit" name="more" value="yes" icon={<Plus aria-hidden />} className="self-start">
            Add another
          </Button>
        ) : null}
      </fieldset>
      <div className="flex flex-col gap-3">
        <LargeSubmit>Continue</LargeSubmit>
        <CancelLink href={cancelUrl} partnerName={partnerName} />
      </div>
    </form>
  );
}

/** The button that attests. The form has another one, which changes the names. */
export function AttestButton({ kind }: { kind: UploadContentType }) {
  const { pending, data } = useFormStatus();
  const busy = pending && !data.has("change");
  return (
    <Button type="submit" variant="primary" size="lg" loading={busy} className="self-start max-sm:w-full">
      {busy ? "Attesting…" : `Attest to this ${kind}`}
    </Button>
  );
}
