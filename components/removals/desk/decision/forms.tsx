import { Nobody, StaffNote } from "@/components/desk/panel";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form";
import { MESSAGE_MAX } from "@/lib/domain/removals/filing/labels";
import { needsTwo } from "@/lib/domain/removals/labels";
import { closingOf } from "./closing";
import { type PartProps, Posted } from "./posted";

// What a custodian does with a request besides deciding a record.

type MessageProps = { name: string; label: string; hint: string; state: FormState; optional?: boolean };

const Message = ({ name, label, hint, state, optional }: MessageProps) => (
  <Field name={name} label={label} hint={hint} optional={optional} error={state.errors?.[name]}>
    <Textarea rows={4} maxLength={MESSAGE_MAX} defaultValue={state.values?.[name]} />
  </Field>
);

export const Ask = ({ actions, ...part }: PartProps) => (
  <Posted {...part} action={actions.ask} title="Ask the claimant" label="Send question">
    {(state) => (
      <Message
        name="note"
        label="Question"
        hint="We email the claimant a link. They answer on their page."
        state={state}
      />
    )}
  </Posted>
);

export function Close({ actions, statuses, reader, ...part }: PartProps) {
  const { request } = part;
  const { label } = closingOf({ request, statuses, reader });
  if (!label) return null;
  const proposed = needsTwo(request.legalBasis) && request.closingBy !== null;
  return (
    <Posted {...part} action={actions.close} title={label} label={label}>
      {(state) => (
        <Message
          name="note"
          label="Message to the claimant"
          optional={proposed}
          hint={`${proposed ? "Leave it empty to send the proposed one." : "Say what you looked for."} ${
            request.appealedAt ? "Suggestions are dismissed." : "They can appeal once, and suggestions are dismissed."
          }`}
          state={state}
        />
      )}
    </Posted>
  );
}

export const AttachOther = ({ actions, ...part }: PartProps) => (
  <Posted {...part} action={actions.attachOther} title="Attach another record" label="Attach record">
    {(state) => (
      <Field
        name="recordId"
        label="Record id"
        hint="The id of a depiction, publication or production."
        error={state.errors?.recordId}
      >
        <Input
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          defaultValue={state.values?.recordId}
          className="font-mono"
        />
      </Field>
    )}
  </Posted>
);

export function Reassign({ actions, colleagues, ...part }: PartProps) {
  if (colleagues.length === 0) return <Nobody back={part.back}>There is no other custodian.</Nobody>;
  return (
    <Posted {...part} action={actions.reassign} title="Reassign to a colleague" label="Reassign">
      {(state) => (
        <>
          <Field name="to" label="Colleague" error={state.errors?.to}>
            <Select
              options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
              defaultValue={state.values?.to}
            />
          </Field>
          <StaffNote label="Why" error={state.errors?.note} value={state.values?.note} />
        </>
      )}
    </Posted>
  );
}

export const Note = ({ actions, ...part }: PartProps) => (
  <Posted {...part} action={actions.note} title="Note" label="Save">
    {(state) => <StaffNote label="Note" error={state.errors?.note} value={state.values?.note} />}
  </Posted>
);
