"use client";

import { useRouter } from "next/navigation";
import { type ComponentType, useState } from "react";
import { type Acting, useAct } from "@/components/desk/panel";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody } from "@/components/ui/card";
import { KeyButton, useHotkey } from "@/components/ui/hotkeys";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { photosInSentence } from "@/lib/domain/identity/documents";
import { answerBy, faultWordings } from "@/lib/domain/identity/rejection-reasons";
import { Note, Opinion, Reassign } from "./colleagues";
import type { DecisionProps, FormProps } from "./forms";
import { BetterPhoto, Reject } from "./letters";
import { Approval } from "./statements";

const FORMS = { reject: Reject, photo: BetterPhoto, reassign: Reassign, opinion: Opinion, note: Note } satisfies Record<
  string,
  ComponentType<FormProps>
>;
type FormName = keyof typeof FORMS;

const addressOf = (id: string) => `/custodian/identities/${id}`;

/** Everything a custodian can do with a check, beside its evidence. */
export function Decision(props: DecisionProps) {
  const { decidable, asked, previous, next, waiting } = props;
  const router = useRouter();
  const [name, setName] = useState<FormName | null>(null);
  const act = useAct(() => setName(null));
  const show = (form: FormName | null) => () => {
    act.clear();
    setName(form);
  };
  useHotkey("j", () => next && router.push(addressOf(next)));
  useHotkey("k", () => previous && router.push(addressOf(previous)));
  useHotkey("escape", show(null));
  const Form = name && FORMS[name];
  return (
    <Card as="section" aria-label="Decision">
      <CardBody className="flex flex-col gap-4 pt-4 md:pt-4">
        {act.error ? (
          <Callout tone="harm" live>
            {act.error}
          </Callout>
        ) : null}
        {asked ? <Asked asked={asked} documentType={props.documentType} /> : null}
        {Form ? <Form {...props} act={act} back={show(null)} /> : null}
        {!Form && decidable ? <Decide {...props} act={act} show={show} /> : null}
        {!Form && !decidable ? (
          <KeyButton keys="n" onClick={show("note")} className="self-start">
            Write a note
          </KeyButton>
        ) : null}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-muted">{waiting === 0 ? "No other checks waiting" : `${waiting} more waiting`}</span>
          <span className="flex gap-2">
            {previous ? (
              <ButtonLink size="sm" href={addressOf(previous)}>
                Previous
              </ButtonLink>
            ) : null}
            {next ? (
              <ButtonLink size="sm" href={addressOf(next)}>
                Next
              </ButtonLink>
            ) : null}
          </span>
        </div>
      </CardBody>
    </Card>
  );
}

type AskedProps = { asked: NonNullable<DecisionProps["asked"]> } & Pick<DecisionProps, "documentType">;

const Asked = ({ asked, documentType }: AskedProps) => (
  <Callout
    tone="waiting"
    title={`Waiting for ${photosInSentence(asked.photos, documentType, { person: "the person" })}`}
  >
    {asked.fault ? `${faultWordings[asked.fault].label}. ` : null}Asked <Time at={asked.at} />. The check comes back to
    the queue once they send it. Without it, we reject it on <Time at={answerBy(asked.at)} as="date" />.
  </Callout>
);

type DecideProps = DecisionProps & { act: Acting; show: (form: FormName) => () => void };

/** What to do with the check: approve it, or a form. */
function Decide({ show, ...props }: DecideProps) {
  const { seen, asked, opinion } = props;
  return (
    <div className="flex flex-col gap-4">
      {seen ? null : <p className="text-muted">Open the photos to decide.</p>}
      {opinion ? (
        <Callout
          tone="waiting"
          title={opinion.isMe ? "You asked for a second opinion" : `${opinion.name} asked for a second opinion`}
        >
          {opinion.isMe
            ? "Another custodian has to answer before anyone approves. Then it comes back to you."
            : "Open the photos, then answer below. The check can’t be approved until you do."}
        </Callout>
      ) : null}
      <Approval {...props} mayApprove={seen && !asked && !opinion} />
      <div className="grid grid-cols-2 gap-2">
        <KeyButton keys="x" disabled={!seen} onClick={show("reject")}>
          Reject
        </KeyButton>
        <KeyButton keys="p" disabled={!seen || asked !== null} onClick={show("photo")}>
          Better photo
        </KeyButton>
        <KeyButton keys="c" disabled={asked !== null} onClick={show("reassign")}>
          Reassign
        </KeyButton>
        <KeyButton keys="s" disabled={!seen && opinion !== null && !opinion.isMe} onClick={show("opinion")}>
          {opinion ? "Opinion" : "Second opinion"}
        </KeyButton>
        <KeyButton keys="n" onClick={show("note")}>
          Note
        </KeyButton>
      </div>
    </div>
  );
}
