"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldError } from "@/components/ui/field";
import { fieldId } from "@/components/ui/field-id";
import { RadioCards } from "@/components/ui/radio-cards";
import type { EventTypeGroup } from "@/lib/domain/webhooks/event-type-groups";

export type EndpointTypesProps = {
  groups: readonly EventTypeGroup[];
  /** Whether only some are, at first. */
  some: boolean;
  /** Those that are chosen so far. */
  chosen: readonly string[];
  error: string | undefined;
};

/** Which events an endpoint gets: all of them, or some, by subject and with what each tells. */
export function EndpointTypes({ groups, some: someAtFirst, chosen, error }: EndpointTypesProps) {
  const [some, setSome] = useState(someAtFirst);
  return (
    <div className="flex flex-col gap-4" onChange={(event) => choiceIn(event.target, setSome)}>
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
      {some ? (
        <fieldset
          id={fieldId("types")}
          aria-label="Which events"
          aria-describedby={error ? "types-error" : undefined}
          tabIndex={-1}
          className="flex min-w-0 flex-col gap-6 rounded-md border border-line bg-surface p-4 md:p-6"
        >
          {error ? <FieldError id="types-error">{error}</FieldError> : null}
          <div className="gap-8 lg:columns-2">
            {groups.map(({ prefix, types }) => (
              <fieldset key={prefix} className="flex min-w-0 break-inside-avoid flex-col gap-3 pb-6">
                <legend className="mb-3 font-medium text-sm">{titleOf(prefix)}</legend>
                {types.map(({ type, when }) => (
                  <Checkbox
                    key={type}
                    id={`type-${type}`}
                    name="types"
                    value={type}
                    defaultChecked={chosen.includes(type)}
                    label={<code className="break-all font-mono text-sm">{type}</code>}
                    description={when}
                  />
                ))}
              </fieldset>
            ))}
          </div>
        </fieldset>
      ) : null}
    </div>
  );
}

function choiceIn(target: EventTarget, choose: (some: boolean) => void): void {
  if (target instanceof HTMLInputElement && target.name === "choice") choose(target.value === "some");
}

const titleOf = (prefix: string): string => {
  const words = prefix.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
