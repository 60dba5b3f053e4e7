import { RadioCards } from "@/components/ui/choices";
import { FieldError, fieldId } from "@/components/ui/field";
import type { EventTypeGroup } from "@/lib/domain/webhooks/event-type-groups";
import { EventTypePicker } from "./event-type-picker";

export type EndpointTypesProps = {
  groups: readonly EventTypeGroup[];
  /** Whether only some are, at first. */
  some: boolean;
  /** Those that are chosen so far. */
  chosen: readonly string[];
  error: string | undefined;
};

/** Which events an endpoint gets: all of them, or some, by subject and with what each tells. Needs no script to choose. */
export function EndpointTypes({ groups, some, chosen, error }: EndpointTypesProps) {
  return (
    <div className="group/types flex flex-col gap-4">
      <RadioCards
        name="choice"
        legend="Events"
        columns={2}
        defaultValue={some ? "some" : "all"}
        options={[
          { value: "all", label: "All events", description: "Those that we add in the future, too." },
          { value: "some", label: "Only those you choose", description: "The others are never posted here." },
        ]}
      />
      <fieldset
        id={fieldId("types")}
        aria-label="Which events"
        aria-describedby={error ? "types-error" : undefined}
        tabIndex={-1}
        className="hidden min-w-0 flex-col gap-4 rounded-md border border-line bg-surface p-4 group-has-[input[value=some]:checked]/types:flex md:p-6"
      >
        {error ? <FieldError id="types-error">{error}</FieldError> : null}
        <EventTypePicker groups={groups} name="types" kind="checkbox" chosen={chosen} described />
      </fieldset>
    </div>
  );
}
