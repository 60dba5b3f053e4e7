import { Nobody, StaffNote } from "@/components/desk/panel";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { type FormProps, PanelForm } from "./forms";

// What only the other custodians read: why a check is theirs now, opinions, and notes.

export function Reassign({ colleagues, reassign, act, back }: FormProps) {
  if (colleagues.length === 0) return <Nobody back={back}>There is no other custodian.</Nobody>;
  return (
    <PanelForm
      title="Reassign to a colleague"
      label="Reassign"
      {...{ act, back }}
      onSend={(form) => act.send(reassign, form, "Reassigned")}
    >
      <Field name="to" label="Colleague">
        <Select options={colleagues.map(({ id, name }) => ({ value: id, label: name }))} />
      </Field>
      <StaffNote label="Why" />
    </PanelForm>
  );
}

type OpinionWords = { title: string; label: string; done: string; about: string; hint?: string };

const OPINIONS: Record<"ask" | "withdraw" | "approving", OpinionWords> = {
  ask: {
    title: "Ask for a second opinion",
    label: "Ask",
    done: "Asked",
    about: "What to look at",
    hint: "Only custodians read it. No one can approve until another custodian answers.",
  },
  withdraw: { title: "Withdraw your question", label: "Withdraw", done: "Question withdrawn", about: "Why" },
  approving: { title: "Your opinion", label: "Recommend approving", done: "Opinion saved", about: "Why" },
};

export function Opinion({ opinion, write, act, back }: FormProps) {
  const does = opinion === null ? "ask" : opinion.isMe ? "withdraw" : "approving";
  const { title, label, done, about, hint } = OPINIONS[does];
  return (
    <PanelForm
      {...{ title, label, act, back }}
      onSend={(form) => {
        if (!form.has("does")) form.set("does", does);
        act.send(write, form, done);
      }}
      more={
        does === "approving" ? (
          <Button type="submit" name="does" value="rejecting">
            Recommend rejecting
          </Button>
        ) : null
      }
    >
      <StaffNote label={about} hint={hint} />
    </PanelForm>
  );
}

export const Note = ({ write, act, back }: FormProps) => (
  <PanelForm title="Note" label="Save" {...{ act, back }} onSend={(form) => act.send(write, form, "Note saved")}>
    <StaffNote label="Note" />
  </PanelForm>
);
