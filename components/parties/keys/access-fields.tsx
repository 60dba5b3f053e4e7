import { RadioCards } from "@/components/ui/choices";
import { Field, FieldError, Select, Textarea } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form";
import { AREA_LABELS, accessTo, KEY_AREAS, type Restrictions } from "@/lib/domain/parties/keys/scopes";

const LEVELS = [
  { value: "none", label: "No access" },
  { value: "read", label: "Read" },
  { value: "write", label: "Read and write" },
];

const CHOICES = [
  { value: "full", label: "Full access", description: "Every call, from any address." },
  { value: "restricted", label: "Restrict", description: "Only some areas, or only from your networks." },
];

/** What a key may do and from where. The choice to restrict opens the rest, without a script too. */
export function AccessFields({ state, current }: { state: FormState; current: Restrictions }) {
  const { errors, values } = state;
  const isFull = current.scopes === null && current.networks === null;
  return (
    <div className="group/access flex flex-col gap-4">
      <RadioCards
        name="access"
        legend="Access"
        columns={2}
        options={CHOICES}
        error={errors?.access}
        defaultValue={values?.access ?? (isFull ? "full" : "restricted")}
      />
      <div className="hidden flex-col gap-6 group-has-[[value=restricted]:checked]/access:flex">
        <fieldset
          className="flex min-w-0 flex-col"
          aria-describedby={errors?.scopes ? "field-scopes-error" : undefined}
        >
          <legend className="pb-1 font-medium text-sm">Areas</legend>
          {KEY_AREAS.map((area) => (
            <div
              key={area}
              className="grid grid-cols-[minmax(0,1fr)_10rem] items-center gap-4 border-line border-t py-2 first-of-type:border-t-0"
            >
              <div className="min-w-0">
                <label htmlFor={`access-${area}`} className="block">
                  {AREA_LABELS[area].name}
                </label>
                <span id={`covers-${area}`} className="block text-muted text-xs">
                  {AREA_LABELS[area].covers}
                </span>
              </div>
              <Select
                id={`access-${area}`}
                name={area}
                aria-describedby={`covers-${area}`}
                options={LEVELS}
                defaultValue={
                  values?.[area] ?? (current.scopes === null ? "write" : (accessTo(area, current.scopes) ?? "none"))
                }
              />
            </div>
          ))}
          {errors?.scopes ? <FieldError id="field-scopes-error">{errors.scopes}</FieldError> : null}
        </fieldset>
        <Field
          name="networks"
          label="Networks"
          optional
          hint="IP addresses or CIDR blocks, one per line, 20 at most. Calls from elsewhere return 401. Leave empty to allow every address."
          error={errors?.networks}
        >
          <Textarea
            rows={3}
            autoComplete="off"
            spellCheck={false}
            placeholder={"203.0.113.0/24\n2001:db8::/32"}
            defaultValue={values?.networks ?? current.networks?.join("\n")}
            className="font-mono"
          />
        </Field>
      </div>
    </div>
  );
}
