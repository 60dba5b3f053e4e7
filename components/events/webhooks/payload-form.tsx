"use client";

import { useActionState, useEffect } from "react";
import { Callout } from "@/components/ui/callout";
import { CodeBlock } from "@/components/ui/code-block";
import { Field, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import type { EditsPreview } from "@/lib/domain/events";

export type PayloadState = FormState & { preview?: EditsPreview };

type PayloadFormProps = {
  /** The edits as text. Empty for none. */
  edits: string;
  preview: EditsPreview;
  save: (state: PayloadState, form: FormData) => Promise<PayloadState>;
};

const SAMPLE = `{
  "omit": ["attestation.ip"],
  "rename": { "externalUserId": "userId" },
  "add": { "source": "vellum" }
}`;

/** Edits payloads by a JSON document, with a preview on a real event. Works without scripts. */
export function PayloadForm({ edits, preview: first, save }: PayloadFormProps) {
  const [state, action] = useActionState(save, {});
  const preview = state.preview ?? first;
  useEffect(() => {
    if (state.ok) toast("success", "Payload edits saved");
  }, [state]);
  return (
    <div className="flex flex-col gap-6">
      <form action={action} className="flex flex-col items-start gap-4">
        <ErrorSummary errors={state.errors} message={state.message} />
        <Field
          name="edits"
          label="Edits"
          hint="JSON with only, omit, rename and add. Empty to send payloads as they are."
          error={state.errors?.edits}
          className="w-full"
        >
          <Textarea
            // The text that was sent stays, also when React resets the form.
            key={state.values?.edits}
            defaultValue={state.values?.edits ?? edits}
            placeholder={SAMPLE}
            rows={8}
            spellCheck={false}
            className="font-mono text-xs"
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <SubmitButton name="intent" value="save" pendingLabel="Saving…">
            Save edits
          </SubmitButton>
          <SubmitButton name="intent" value="preview" variant="secondary">
            Preview
          </SubmitButton>
        </div>
        {state.ok ? <noscript>Payload edits saved.</noscript> : null}
      </form>
      <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-3">
        <h3 id="preview" className="font-medium text-sm">
          {preview.isExample ? "On an example of " : "On your latest "}
          <code className="font-mono">{preview.type}</code>
        </h3>
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
          <CodeBlock label="Before" code={preview.before} wrap maxHeight="md" />
          <CodeBlock label="As sent" code={preview.after} wrap maxHeight="md" />
        </div>
      </section>
      <Callout title="What edits change">
        Only <code className="font-mono">data</code>: id, type and time stay. The signature covers the edited body.
        Retries and resends keep the edits that the delivery was created with.
      </Callout>
    </div>
  );
}
