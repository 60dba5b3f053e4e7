"use client";

import { Heading } from "@/components/acts/parts";
import { Field, fieldOf, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, LargeSubmit, useFormAction } from "@/components/ui/form";
import { NOTE_MAX, quotedReason, type RefusalReason } from "@/lib/domain/scenes/labels";
import { QuietLink, SceneTitle } from "./parts";

type ConfirmRefusalProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  reason: RefusalReason;
  /** What the press of the button states. */
  statement: string;
  partnerName: string;
  title: string;
  /** Of a verification job. */
  isJob: boolean;
  backUrl: string;
};

/** What a refusal does, and the button that makes it final. */
export function ConfirmRefusal(props: ConfirmRefusalProps) {
  const { action, reason, statement, partnerName, title, isJob, backUrl } = props;
  const { state, action: submit, onSubmit } = useFormAction(action, {});
  return (
    <form action={submit} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Heading title="Refuse for good?">
        You are about to refuse your consent to <SceneTitle>{title}</SceneTitle>.
      </Heading>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>The scene is blocked at once, for everyone in it. It can’t be published through us.</li>
        <li>
          {isJob
            ? `${partnerName} learns that you refused, but not why.`
            : `We tell ${partnerName} that you refused, and your reason: ${quotedReason(reason)}.`}
        </li>
        <li>You can’t undo it. {partnerName} would have to ask again.</li>
      </ul>
      <blockquote className="whitespace-pre-line border-line-strong border-l-4 pl-4 text-muted text-sm">
        {statement}
      </blockquote>
      <input type="hidden" name="reason" value={reason} />
      <Field
        {...fieldOf(state, "note")}
        label="Note to the custodian"
        hint={`${partnerName} doesn’t see it. Tell us if somebody pressured you, or uses your name.`}
        optional
      >
        <Textarea maxLength={NOTE_MAX} rows={3} defaultValue={state.values?.note} />
      </Field>
      <div className="flex flex-col items-start gap-3">
        <LargeSubmit variant="danger" pendingLabel="Refusing…">
          Refuse for good
        </LargeSubmit>
        <QuietLink href={backUrl}>Go back</QuietLink>
      </div>
    </form>
  );
}
