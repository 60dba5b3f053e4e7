"use client";

import { type FormEvent, startTransition, useActionState } from "react";
import { Field, Select, type SelectOption, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import type { Explanation } from "@/lib/domain/webhooks/debugging/explain-signature";
import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";
import { DebuggerResult } from "./debugger-result";

/** What a pasted message came to. The input is in it only when the page was loaded anew. */
export type Debugged = FormState & { explanation?: Explanation };

type DebuggerFormProps = {
  debug: (state: Debugged, formData: FormData) => Promise<Debugged>;
  endpoints: readonly SelectOption[];
  chosen: string;
  /** How much may be pasted, in KB. */
  most: DeliveryFacts["pastedKb"];
};

const HEADERS = `X-SVC-Signature: t=1789000000,v1=5257a869…
webhook-id: evt_…
webhook-timestamp: 1789000000
webhook-signature: v1,K5oZfzN9…`;

/** Takes a message as somebody received it, and shows what is wrong with it. Works before any script has loaded. */
export function DebuggerForm({ debug, endpoints, chosen, most }: DebuggerFormProps) {
  const [state, dispatch, pending] = useActionState(debug, {});
  const { errors, values, explanation } = state;

  // With scripts the page stays, and what was pasted with it: React would empty the form, and it need not come back.
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const formData = new FormData(event.currentTarget);
    formData.set("kept", "yes");
    startTransition(() => dispatch(formData));
  }

  const area = { spellCheck: false, autoComplete: "off", autoCapitalize: "off", wrap: "soft" } as const;
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <form action={dispatch} onSubmit={onSubmit} className="flex min-w-0 flex-col gap-6" noValidate>
        <ErrorSummary errors={errors} message={state.message} />
        <Field
          name="endpointId"
          label="Endpoint"
          hint="Whose secret the message should be signed with."
          error={errors?.endpointId}
          className="max-w-xl"
        >
          <Select options={endpoints} defaultValue={values?.endpointId ?? chosen} />
        </Field>
        <div className="grid min-w-0 gap-6 lg:grid-cols-2">
          <Field
            name="headers"
            label="Headers"
            hint={`From a log, a curl command or JSON. At most ${most.headers} KB.`}
            error={errors?.headers}
          >
            <Textarea
              {...area}
              rows={8}
              defaultValue={values?.headers}
              placeholder={HEADERS}
              className="field-sizing-fixed h-56 resize-y font-mono md:text-xs"
            />
          </Field>
          <Field
            name="body"
            label="Raw body"
            hint={`Exactly as your code verifies it, before it is parsed. At most ${most.body} KB.`}
            error={errors?.body}
          >
            <Textarea
              {...area}
              rows={8}
              defaultValue={values?.body}
              placeholder='{"id":"evt_…","type":"…","created":1789000000,"data":{…}}'
              className="field-sizing-fixed h-56 resize-y break-all font-mono md:text-xs"
            />
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SubmitButton loading={pending} pendingLabel="Checking…">
            Check the signature
          </SubmitButton>
          <span className="text-muted text-sm">Nothing that you paste is stored or logged.</span>
        </div>
      </form>
      <DebuggerResult explanation={explanation} pending={pending} />
    </div>
  );
}
