"use client";

import { type FormEvent, startTransition, useActionState } from "react";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Field, Select, type SelectOption, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import type { Explanation, FamilyExplained, Verdict } from "@/lib/domain/events/debugging/explain-signature";
import type { DeliveryFacts } from "@/lib/domain/events/reference";
import { visibleText } from "./texts";

/** The result for a pasted message. Includes the input only if the page reloaded. */
export type DebugState = FormState & { explanation?: Explanation };

type DebuggerFormProps = {
  debug: (state: DebugState, formData: FormData) => Promise<DebugState>;
  endpoints: readonly SelectOption[];
  chosen: string;
  /** How much may be pasted, in KB. */
  most: DeliveryFacts["pastedKb"];
};

const HEADERS = `X-SVC-Signature: t=1789000000,v1=5257a869…
webhook-id: evt_…
webhook-timestamp: 1789000000
webhook-signature: v1,K5oZfzN9…`;

/** Checks a pasted message and shows what is wrong with it. Works without scripts. */
export function DebuggerForm({ debug, endpoints, chosen, most }: DebuggerFormProps) {
  const [state, dispatch, pending] = useActionState(debug, {});
  const { errors, values, explanation } = state;

  // With scripts, submit without React's form reset, so that the input stays and needn't be returned.
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
          hint="The message should be signed with its secret."
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
            hint={`Exactly as your code verifies it, before parsing. At most ${most.body} KB.`}
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
          <span className="text-muted text-sm">We don’t store or log what you paste.</span>
        </div>
      </form>
      <DebuggerResult explanation={explanation} pending={pending} />
    </div>
  );
}

const TONES: Record<Verdict, Tone> = { verified: "done", late: "waiting", wrong: "harm", absent: "harm" };

/** Announces whether a message verifies, and shows the result for both families of headers. */
function DebuggerResult({ explanation, pending }: { explanation?: Explanation; pending: boolean }) {
  return (
    <section aria-label="Result" className="flex min-w-0 flex-col gap-4">
      {/* Always rendered, so that screen readers announce changes. */}
      <p role="status" className="sr-only">
        {pending ? "Checking." : (explanation?.headline ?? "")}
      </p>
      {explanation ? (
        <div className={pending ? "flex flex-col gap-4 opacity-60" : "flex flex-col gap-4"}>
          <Callout tone={TONES[explanation.verdict]} title={explanation.headline}>
            {ADVICE[explanation.verdict]}
          </Callout>
          <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
            {explanation.families.map((family) => (
              <FamilyCard key={family.family} {...family} />
            ))}
          </div>
        </div>
      ) : null}
    </section>
  );
}

const ADVICE: Record<Verdict, string> = {
  verified: "If your receiver still refuses it, it uses another secret or parses the body before it verifies.",
  late: "A verifier refuses it now. It was on time when it arrived, unless the receiver’s clock is wrong.",
  wrong: "Fix what each card names, then check again.",
  absent: "Paste the headers of the request as your receiver got it. Proxies may remove some.",
};

const KINDS = {
  svc: "Keyed by the whole secret as text. For the stripe library and your own HMAC.",
  standard: "Keyed by the secret’s bytes. For Standard Webhooks libraries.",
};

const WORDS: Record<Verdict, string> = {
  verified: "Verified",
  late: "Late",
  wrong: "Doesn’t verify",
  absent: "Missing",
};

function FamilyCard({ family, header, verdict, cause }: FamilyExplained) {
  return (
    <Card as="section" className="min-w-0">
      <CardHeader
        title={<span className="break-all font-mono text-sm">{header}</span>}
        description={KINDS[family]}
        actions={<StatusBadge tone={verdict === "absent" ? "neutral" : TONES[verdict]}>{WORDS[verdict]}</StatusBadge>}
      />
      <CardBody className="md:not-first:pt-0">
        <p className="wrap-anywhere text-sm">{visibleText(cause)}</p>
      </CardBody>
    </Card>
  );
}
