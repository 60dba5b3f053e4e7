"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/choices";
import { isRedirect } from "@/components/ui/confirm-action";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { Kbd, KeyHint, useHotkey } from "@/components/ui/hotkeys";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import {
  type DocumentType,
  type PhotoKind,
  photoLabels,
  photosInSentence,
  photosNeeded,
} from "@/lib/domain/identity/documents";
import { STATEMENTS, type Statement, statementTexts } from "@/lib/domain/identity/labels";
import {
  CUSTODIAN_REASONS,
  faultWordings,
  type Letter,
  PHOTO_FAULTS,
  type PhotoFault,
  photosLetter,
  type RejectionReason,
  rejectionLetter,
  rejectionWordings,
} from "@/lib/domain/identity/rejection-reasons";

type Act = (form: FormData) => Promise<ActionResult>;

type DecisionProps = {
  decidable: boolean;
  /** The photos are open. */
  seen: boolean;
  name: string;
  /** What the person is to the platform. */
  role: "creator" | "performer";
  partnerName: string | null;
  documentType: DocumentType | null;
  /** The names they signed with that aren't on the ID. */
  signatures: readonly string[];
  /** The statements that the reading of the document confirms. */
  confirmed: readonly Statement[];
  /** The better photos that the person was asked for. */
  asked: { at: Date; photos: readonly PhotoKind[]; fault: PhotoFault | null; note: string | null } | null;
  /** Who waits for a second opinion. */
  opinion: { name: string; isMe: boolean } | null;
  colleagues: readonly { id: string; name: string }[];
  /** These redirect to the next check when they succeed. */
  approve: Act;
  reject: Act;
  askPhotos: Act;
  reassign: Act;
  /** Keeps a note or an opinion, as `does` in the form says. */
  write: Act;
  previous: string | null;
  next: string | null;
  /** The number of other waiting checks. */
  waiting: number;
};

type Mode = "decide" | "reject" | "photo" | "reassign" | "opinion" | "note";

const addressOf = (id: string) => `/custodian/identities/${id}`;

/** Everything a custodian can do with a check, beside its evidence. */
export function Decision(props: DecisionProps) {
  const { decidable, asked, previous, next, waiting } = props;
  const router = useRouter();
  const [mode, setMode] = useState<Mode>("decide");
  const act = useAct(() => setMode("decide"));
  const open = (to: Mode) => () => {
    act.clear();
    setMode(to);
  };
  useHotkey("j", () => next && router.push(addressOf(next)));
  useHotkey("k", () => previous && router.push(addressOf(previous)));
  useHotkey("n", open("note"));
  useHotkey("escape", open("decide"));
  const form = { act, back: open("decide") };
  return (
    <Card as="section" aria-label="Decision">
      <CardBody className="flex flex-col gap-4 pt-4 md:pt-4">
        {act.error ? (
          <Callout tone="harm" live>
            {act.error}
          </Callout>
        ) : null}
        {asked ? <Asked asked={asked} documentType={props.documentType} /> : null}
        {mode === "decide" && decidable ? <Decide {...props} act={act} open={open} /> : null}
        {mode === "reject" ? <Reject {...props} {...form} /> : null}
        {mode === "photo" ? <BetterPhoto {...props} {...form} /> : null}
        {mode === "reassign" ? <Reassign {...props} {...form} /> : null}
        {mode === "opinion" ? <Opinion {...props} {...form} /> : null}
        {mode === "note" ? <Note {...props} {...form} /> : null}
        {mode === "decide" && !decidable ? (
          <Button onClick={open("note")} className="self-start">
            Write a note <KeyHint name="n" />
          </Button>
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

type Acting = ReturnType<typeof useAct>;

/** Sends one form at a time. A refusal stays in the panel; a redirect means success. */
function useAct(done: () => void) {
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();
  function send(action: Act, form: FormData, success: string) {
    if (pending) return;
    setError(undefined);
    startTransition(async () => {
      const result = await action(form).catch((thrown: unknown) => {
        if (isRedirect(thrown)) toast("success", success);
        throw thrown;
      });
      setError(result.error);
      if (result.error) return;
      toast("success", success);
      done();
    });
  }
  return { error, pending, send, clear: () => setError(undefined), refuse: setError };
}

function Asked({
  asked,
  documentType,
}: {
  asked: NonNullable<DecisionProps["asked"]>;
  documentType: DocumentType | null;
}) {
  return (
    <Callout
      tone="waiting"
      title={`Waiting for ${photosInSentence(asked.photos, documentType).replace("of you", "of the person")}`}
    >
      {asked.fault ? `${faultWordings[asked.fault].label}. ` : null}Asked <Time at={asked.at} />. The check comes back
      to the queue once they send it.
    </Callout>
  );
}

type DecideProps = DecisionProps & { act: Acting; open: (mode: Mode) => () => void };

/** The five statements, and what to do with the check. */
function Decide({ seen, name, role, signatures, confirmed, asked, opinion, approve, act, open }: DecideProps) {
  const [stated, setStated] = useState<readonly Statement[]>([]);
  const mayApprove = seen && !asked && !opinion;
  const toggle = (one: Statement) =>
    setStated((now) => (now.includes(one) ? now.filter((other) => other !== one) : [...now, one]));
  const confirm = () => setStated((now) => [...new Set([...now, ...confirmed])]);
  const send = () => {
    if (!mayApprove) return;
    if (stated.length < STATEMENTS.length) return act.refuse("Check all five statements before you approve.");
    const form = new FormData();
    for (const statement of stated) form.append("statement", statement);
    act.send(approve, form, `${name} approved`);
  };
  useHotkey("a", send);
  useHotkey("m", () => mayApprove && confirm());
  useHotkey("x", () => seen && open("reject")());
  useHotkey("p", () => seen && !asked && open("photo")());
  useHotkey("h", () => !asked && open("reassign")());
  useHotkey("s", open("opinion"));
  return (
    <div className="flex flex-col gap-4">
      {seen ? null : <p className="text-muted">Open the photos to decide.</p>}
      {opinion ? (
        <Callout
          tone="waiting"
          title={opinion.isMe ? "You asked for a second opinion" : `${opinion.name} asked for a second opinion`}
        >
          {opinion.isMe
            ? "Another custodian has to answer before anyone approves."
            : "Answer below before anyone approves."}
        </Callout>
      ) : null}
      {mayApprove ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 flex w-full items-center justify-between gap-2 font-medium">
            To approve, state that
          </legend>
          {STATEMENTS.map((statement, at) => (
            <StatementLine
              key={statement}
              statement={statement}
              place={at + 1}
              checked={stated.includes(statement)}
              confirmed={confirmed.includes(statement)}
              toggle={() => toggle(statement)}
            />
          ))}
          {confirmed.length > 0 ? (
            <Button size="sm" variant="ghost" className="self-start" aria-keyshortcuts="m" onClick={confirm}>
              Check what the reading confirms <KeyHint name="m" />
            </Button>
          ) : null}
        </fieldset>
      ) : null}
      {mayApprove && signatures.length > 0 ? (
        <p>They signed as {signatures.map((other) => `“${other}”`).join(", ")}. Those signatures will count.</p>
      ) : null}
      <Button
        variant="primary"
        size="lg"
        disabled={!mayApprove}
        loading={act.pending}
        aria-keyshortcuts="a"
        onClick={send}
      >
        Approve <KeyHint name="a" />
      </Button>
      {mayApprove ? (
        <p className="text-muted text-xs">
          We keep the identity for at least seven years, notify the platform, and email the {role}. You can’t undo this.
        </p>
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        <Choice label="Reject" name="x" disabled={!seen} onClick={open("reject")} />
        <Choice label="Better photo" name="p" disabled={!seen || asked !== null} onClick={open("photo")} />
        <Choice label="Reassign" name="h" disabled={asked !== null} onClick={open("reassign")} />
        <Choice label={opinion ? "Opinion" : "Second opinion"} name="s" onClick={open("opinion")} />
        <Choice label="Note" name="n" onClick={open("note")} />
      </div>
    </div>
  );
}

type ChoiceProps = { label: string; name: string; disabled?: boolean; onClick: () => void };

const Choice = ({ label, name, disabled, onClick }: ChoiceProps) => (
  <Button disabled={disabled} aria-keyshortcuts={name} onClick={onClick}>
    {label} <KeyHint name={name} />
  </Button>
);

type StatementLineProps = {
  statement: Statement;
  place: number;
  checked: boolean;
  confirmed: boolean;
  toggle: () => void;
};

function StatementLine({ statement, place, checked, confirmed, toggle }: StatementLineProps) {
  useHotkey(`${place}`, toggle);
  return (
    <div className="flex items-start justify-between gap-2">
      <Checkbox
        name={`statement-${statement}`}
        checked={checked}
        onChange={toggle}
        aria-keyshortcuts={`${place}`}
        label={statementTexts[statement]}
        description={confirmed ? "The reading confirms it." : undefined}
      />
      <KeyHint name={`${place}`} />
    </div>
  );
}

type PartProps = DecisionProps & { act: Acting; back: () => void };
type PanelFormProps = {
  title: string;
  label: string;
  tone?: "danger" | "primary";
  act: Acting;
  back: () => void;
  onSend: (form: FormData) => void;
  /** Other buttons that send the form, with their `does`. */
  more?: ReactNode;
  children: ReactNode;
};

/** A form in the panel. The focus starts in it, Enter sends it, and Esc leaves it. */
function PanelForm({ title, label, tone = "primary", act, back, onSend, more, children }: PanelFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus(), []);
  useHotkey("mod+enter", () => form.current?.requestSubmit());
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    onSend(new FormData(event.currentTarget, submitter));
  }
  return (
    <form
      ref={form}
      aria-label={title}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape") back();
        if (event.key === "Enter" && event.target instanceof HTMLSelectElement) form.current?.requestSubmit();
      }}
      className="flex flex-col gap-4"
    >
      <h2 className="font-semibold text-base">{title}</h2>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={tone} loading={act.pending}>
          {label} <KeyHint name="Enter" />
        </Button>
        {more}
        <Button variant="ghost" onClick={back} disabled={act.pending}>
          Back <KeyHint name="Esc" />
        </Button>
      </div>
    </form>
  );
}

/** What the person's mail says, before it is sent. */
function Preview({ letter: { subject, before, note, after } }: { letter: Letter }) {
  return (
    <section aria-label="Preview of the email" aria-live="polite" className="rounded-md bg-sunken p-3 text-sm">
      <p className="mb-1 text-muted text-xs">The email says:</p>
      <p className="font-medium">{subject}</p>
      {before.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {note ? (
        <blockquote className="my-1 whitespace-pre-line border-line-strong border-l-4 pl-3">{note}</blockquote>
      ) : null}
      {after.map((text) => (
        <p key={text} className="text-muted">
          {text}
        </p>
      ))}
    </section>
  );
}

type NumberedProps<Value extends string> = {
  name: string;
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChoose: (value: Value) => void;
};

/** Choices with a number each, which is their key. */
function Numbered<Value extends string>({ name, legend, options, value, onChoose }: NumberedProps<Value>) {
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 font-medium">{legend}</legend>
      {options.map((option, at) => (
        <NumberedChoice
          key={option.value}
          {...{ name, option, place: at + 1 }}
          checked={option.value === value}
          choose={() => onChoose(option.value)}
        />
      ))}
    </fieldset>
  );
}

type NumberedChoiceProps = {
  name: string;
  option: { value: string; label: string };
  place: number;
  checked: boolean;
  choose: () => void;
};

function NumberedChoice({ name, option, place, checked, choose }: NumberedChoiceProps) {
  useHotkey(`${place}`, choose);
  return (
    <label className="flex cursor-pointer items-center gap-3 rounded-sm px-1 py-1 hover:bg-sunken">
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={checked}
        onChange={choose}
        aria-keyshortcuts={`${place}`}
        className="size-4 accent-accent"
      />
      <span className="flex-1">{option.label}</span>
      <KeyHint name={`${place}`} />
    </label>
  );
}

/** The person reads the note word for word. */
const PersonNote = ({ role, onWrite }: { role: string; onWrite: (text: string) => void }) => (
  <Field name="note" label={`Note to the ${role}`} optional>
    <Textarea rows={2} maxLength={500} onChange={(event) => onWrite(event.target.value)} />
  </Field>
);

function Reject({ name, role, partnerName, reject, act, back }: PartProps) {
  const [reason, setReason] = useState<RejectionReason | null>(null);
  const [note, setNote] = useState("");
  return (
    <PanelForm
      title={`Reject ${name}`}
      label="Reject"
      tone="danger"
      {...{ act, back }}
      onSend={(form) => act.send(reject, form, `${name} rejected`)}
    >
      <Numbered
        name="reason"
        legend="Reason"
        options={CUSTODIAN_REASONS.map((value) => ({ value, label: rejectionWordings[value].label }))}
        value={reason}
        onChoose={setReason}
      />
      <PersonNote role={role} onWrite={setNote} />
      {reason ? (
        <Preview
          letter={rejectionLetter({ reason, note: note.trim() || null, partnerName, again: reason !== "under_age" })}
        />
      ) : null}
    </PanelForm>
  );
}

const PHOTO_KEYS: Record<PhotoKind, string> = { document_front: "d", document_back: "b", person: "f" };

function BetterPhoto({ name, role, partnerName, documentType, askPhotos, act, back }: PartProps) {
  const [photos, setPhotos] = useState<readonly PhotoKind[]>([]);
  const [reason, setReason] = useState<PhotoFault | null>(null);
  const [note, setNote] = useState("");
  const toggle = (kind: PhotoKind) =>
    setPhotos((now) => (now.includes(kind) ? now.filter((one) => one !== kind) : [...now, kind]));
  return (
    <PanelForm
      title="Ask for a better photo"
      label="Ask"
      {...{ act, back }}
      onSend={(form) => act.send(askPhotos, form, `Asked ${name} for a better photo`)}
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">Photo</legend>
        {photosNeeded(documentType).map((kind) => (
          <PhotoChoice key={kind} kind={kind} checked={photos.includes(kind)} toggle={() => toggle(kind)} />
        ))}
      </fieldset>
      <Numbered
        name="reason"
        legend="What is wrong"
        options={PHOTO_FAULTS.map((value) => ({ value, label: faultWordings[value].label }))}
        value={reason}
        onChoose={setReason}
      />
      <PersonNote role={role} onWrite={setNote} />
      {reason && photos.length > 0 ? (
        <Preview letter={photosLetter({ photos, documentType, reason, note: note.trim() || null, partnerName })} />
      ) : null}
    </PanelForm>
  );
}

function PhotoChoice({ kind, checked, toggle }: { kind: PhotoKind; checked: boolean; toggle: () => void }) {
  const key = PHOTO_KEYS[kind];
  useHotkey(key, toggle);
  return (
    <label className="flex cursor-pointer items-center gap-3 rounded-sm px-1 py-1 hover:bg-sunken">
      <input
        type="checkbox"
        name="photo"
        value={kind}
        checked={checked}
        onChange={toggle}
        aria-keyshortcuts={key}
        className="size-4 accent-accent"
      />
      <span className="flex-1">{kind === "person" ? "The person" : photoLabels[kind]}</span>
      <KeyHint name={key} />
    </label>
  );
}

/** A line for the other custodians. One line, so that Enter sends it. */
const StaffNote = ({ label, hint = "Only custodians read it." }: { label: string; hint?: string }) => (
  <Field name="note" label={label} hint={hint}>
    <Input autoComplete="off" maxLength={500} />
  </Field>
);

function Reassign({ colleagues, reassign, act, back }: PartProps) {
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

const Nobody = ({ back, children }: { back: () => void; children: ReactNode }) => (
  <div className="flex flex-col items-start gap-3">
    <p>{children}</p>
    <Button onClick={back}>
      Back <Kbd>Esc</Kbd>
    </Button>
  </div>
);

function Opinion({ opinion, write, act, back }: PartProps) {
  const does = opinion === null ? "ask" : opinion.isMe ? "withdraw" : "agree";
  const label = { ask: "Ask", withdraw: "Withdraw", agree: "Agree" }[does];
  return (
    <PanelForm
      title={{ ask: "Ask for a second opinion", withdraw: "Withdraw your question", agree: "Your opinion" }[does]}
      label={label}
      {...{ act, back }}
      onSend={(form) => {
        if (!form.has("does")) form.set("does", does);
        act.send(write, form, { ask: "Asked", withdraw: "Question withdrawn", agree: "Opinion saved" }[does]);
      }}
      more={
        does === "agree" ? (
          <Button type="submit" name="does" value="disagree">
            Disagree
          </Button>
        ) : null
      }
    >
      <StaffNote
        label={does === "ask" ? "What to look at" : "Why"}
        hint={`Only custodians read it.${does === "ask" ? " No one can approve until another custodian answers." : ""}`}
      />
    </PanelForm>
  );
}

function Note({ write, act, back }: PartProps) {
  return (
    <PanelForm title="Note" label="Save" {...{ act, back }} onSend={(form) => act.send(write, form, "Note saved")}>
      <StaffNote label="Note" />
    </PanelForm>
  );
}
