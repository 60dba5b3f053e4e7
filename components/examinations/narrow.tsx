"use client";

import { SectionCard } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/choices";
import { Field, fieldOf, Input, Textarea } from "@/components/ui/field";
import { ErrorSummary, SubmitButton, useFormAction } from "@/components/ui/form";
import type { ViewedExamination } from "@/lib/domain/examinations";
import { scopeLabel } from "@/lib/domain/examinations/labels";
import type { Act } from "./desk";

/** Removes records from a confirmed examination, or lets it close earlier. */
export function NarrowExamination({ scope, narrow }: Pick<ViewedExamination, "scope"> & { narrow: Act }) {
  const { state, action, onSubmit, pending } = useFormAction(narrow, {});
  const left = scope.filter(({ removedAt }) => removedAt === null);
  return (
    <SectionCard id="narrow" title="Narrow scope" description="What you remove closes at once. You can’t add it back.">
      <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <ErrorSummary errors={state.errors} message={state.message} />
        {left.length > 0 ? (
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 font-medium text-sm">Remove</legend>
            {left.map(({ kind, itemId, title }) => (
              <Checkbox
                key={`${kind} ${itemId}`}
                id={`out-${kind}-${itemId}`}
                name="remove"
                value={`${kind} ${itemId}`}
                label={`${scopeLabel(kind)}: ${title}`}
              />
            ))}
          </fieldset>
        ) : null}
        <Field {...fieldOf(state, "closesAt")} label="Close earlier (UTC)" optional className="max-w-xs">
          <Input type="datetime-local" />
        </Field>
        <Field {...fieldOf(state, "reason")} label="Reason">
          <Textarea rows={2} maxLength={500} />
        </Field>
        <SubmitButton variant="secondary" className="self-start" loading={pending}>
          Narrow examination
        </SubmitButton>
      </form>
    </SectionCard>
  );
}
