import { Checkbox } from "@/components/ui/choices";
import { Field, Textarea } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form";
import { ACT_LENGTH_MAX, ACTS_MAX, DECLARED_USES, USE_LABELS } from "@/lib/domain/scenes/consents/labels";

/** What a new scene needs each performer's consent to. The portal's `consentsIn` reads it. */
export function ConsentFields({ errors, values }: Pick<FormState, "errors" | "values">) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-col gap-1">
        <legend className="font-medium text-sm">Consents the scene needs</legend>
        <p className="text-muted text-sm">
          Performers are asked for each separately. Distribution is always needed. Without all of them, the scene isn’t
          greenlit.
        </p>
      </div>
      <div className="flex flex-col gap-2">
        {DECLARED_USES.filter((use) => use !== "distribution").map((use) => (
          <Checkbox
            key={`${use} ${values?.[use]}`}
            name={use}
            label={USE_LABELS[use]}
            defaultChecked={values?.[use] === "on"}
          />
        ))}
      </div>
      <Field
        name="requiredConsents"
        label="Kinds of act"
        hint={`One on each line, up to ${ACTS_MAX}, of up to ${ACT_LENGTH_MAX} characters. Performers see them as your words.`}
        error={errors?.requiredConsents}
        optional
      >
        <Textarea rows={3} autoComplete="off" defaultValue={values?.requiredConsents} />
      </Field>
    </fieldset>
  );
}
