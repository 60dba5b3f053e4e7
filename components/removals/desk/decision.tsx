"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Choice, Nobody, Numbered, PanelForm, Preview, StaffNote } from "@/components/desk/panel";
import { requestHref } from "@/components/shell/addresses";
import { ActionForm } from "@/components/ui/action-form";
import { buttonStyles } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody } from "@/components/ui/card";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, useFormAction } from "@/components/ui/form";
import { PressKeys, useHotkey } from "@/components/ui/hotkeys";
import { Time } from "@/components/ui/time";
import type { RequestItem, ViewedRequest } from "@/lib/domain/removals/custody";
import {
  CONFIRM_REASONS,
  type ConfirmReason,
  confirmWordings,
  type DecisionForm,
  REJECT_REASONS,
  type RejectReason,
  rejectWordings,
} from "@/lib/domain/removals/deciding/labels";
import { MESSAGE_MAX } from "@/lib/domain/removals/filing/labels";
import { needsTwo, REASON_MAX } from "@/lib/domain/removals/labels";

type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

type Mode = DecisionForm | "decide";

type Request = Pick<
  ViewedRequest,
  | "id"
  | "status"
  | "legalBasis"
  | "appealedAt"
  | "askedAt"
  | "custodian"
  | "closingBy"
  | "closingReason"
  | "closedByIds"
>;

type DecisionProps = {
  request: Request;
  /** Its records' statuses. */
  statuses: readonly RequestItem["status"][];
  item: RequestItem | undefined;
  /** The record is kept by a legal hold. */
  isHeld: boolean;
  /** The id of the custodian who reads. */
  reader: string;
  colleagues: readonly { id: string; name: string }[];
  /** The form that the URL opens. */
  start: Mode;
  actions: Readonly<
    Record<
      | ("confirm" | "reject" | "attach" | "dismiss")
      | ("assign" | "release" | "ask" | "attachOther" | "close" | "reassign" | "note"),
      FormAction
    >
  >;
  /** The records and requests before and after this one. */
  previous: string | null;
  next: string | null;
  /** Which record of how many. */
  place: string;
};

/** Everything a custodian can do with a request and its selected record, beside the evidence. */
export function Decision(props: DecisionProps) {
  const { request, item, reader, actions, previous, next, place } = props;
  const router = useRouter();
  const [mode, setMode] = useState<Mode>(props.start);
  const open = (to: Mode) => () => setMode(to);
  const step = (to: string | null) => () => to && router.push(to, { scroll: false });
  useHotkey("j", step(next));
  useHotkey("k", step(previous));
  useHotkey("escape", open("decide"));
  const elsewhere = request.custodian && request.custodian.id !== reader ? request.custodian : null;
  const form: PartProps = { ...props, back: open("decide"), here: { item: item?.id ?? "" } };
  const Form = mode === "decide" ? null : FORMS[mode];
  return (
    <Card as="section" aria-label="Decision" className="lg:sticky lg:top-4">
      <CardBody className="flex flex-col gap-4 pt-4 md:p-4">
        {request.status === "withdrawn" ? <p className="text-muted">The claimant withdrew this request.</p> : null}
        {elsewhere ? (
          <Callout
            tone="waiting"
            title={`${elsewhere.name} works on this request`}
            actions={<ActionForm action={actions.release} label="Put it back" size="sm" shortcut="w" />}
          >
            Until <Time at={elsewhere.until} as="datetime" />, or until it is put back. Do that only if they are away.
          </Callout>
        ) : null}
        {Form ? <Form {...form} /> : <Decide {...props} isClosed={elsewhere !== null} open={open} />}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-muted">{place}</span>
          <span className="flex gap-2">
            {previous ? <StepLink to={previous}>Previous</StepLink> : null}
            {next ? <StepLink to={next}>Next</StepLink> : null}
          </span>
        </div>
      </CardBody>
      <PressKeys keys={["t", "d", "w"]} />
    </Card>
  );
}

/** Opening a record writes to the ledger, so the link isn't prefetched. */
const StepLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link href={to} prefetch={false} scroll={false} className={buttonStyles({ size: "sm" })}>
    {children}
  </Link>
);

type DecideProps = DecisionProps & { isClosed: boolean; open: (mode: Mode) => () => void };

/** The record's decision, and what else to do with the request. */
function Decide({ request, statuses, item, reader, isClosed, actions, open }: DecideProps) {
  const isOpen = request.status === "open" && !isClosed;
  const here = { item: item?.id ?? "" };
  const hrefOf = (act: Mode) => requestHref(request, { ...here, act });
  const isMine = request.custodian?.id === reader;
  const hasOpen = statuses.includes("open");
  const closing = isOpen && !hasOpen ? closingOf({ request, statuses, reader }) : null;
  const mayAttach = request.status !== "withdrawn" && !isClosed;
  useHotkey("q", () => isOpen && open("ask")());
  useHotkey("i", () => mayAttach && open("attach")());
  useHotkey("e", () => closing?.label && open("close")());
  useHotkey("h", () => isOpen && open("reassign")());
  useHotkey("n", () => request.status !== "withdrawn" && open("note")());
  return (
    <div className="flex flex-col gap-4">
      {item ? <OfItem {...{ request, item, reader, isClosed, actions, open, hrefOf }} /> : null}
      {closing?.note}
      {closing?.label ? (
        <Choice label={closing.label} name="e" variant="primary" href={hrefOf("close")} onClick={open("close")} />
      ) : null}
      {request.status === "withdrawn" ? null : (
        <div className="grid grid-cols-2 gap-2">
          <Choice label="Ask" name="q" disabled={!isOpen} href={hrefOf("ask")} onClick={open("ask")} />
          <Choice label="Attach" name="i" disabled={!mayAttach} href={hrefOf("attach")} onClick={open("attach")} />
          <Choice label="Reassign" name="h" disabled={!isOpen} href={hrefOf("reassign")} onClick={open("reassign")} />
          <Choice label="Note" name="n" href={hrefOf("note")} onClick={open("note")} />
          {isOpen ? (
            <div className="col-span-2">
              <ActionForm
                action={isMine ? actions.release : actions.assign}
                label={isMine ? "Put back for others" : "Take this request"}
                shortcut="w"
              />
            </div>
          ) : null}
        </div>
      )}
      {request.askedAt && request.status === "open" ? (
        <p className="text-muted text-xs">The claimant hasn’t answered a question yet. The deadline stays.</p>
      ) : null}
    </div>
  );
}

type OfItemProps = Pick<DecideProps, "request" | "reader" | "isClosed" | "actions" | "open"> & {
  item: RequestItem;
  hrefOf: (act: Mode) => string;
};

function OfItem({ request, item, reader, isClosed, actions, open, hrefOf }: OfItemProps) {
  const { status } = item;
  // After an appeal, they only agree with another custodian's rejection.
  const tookPart = item.rejectedByIds.includes(reader);
  const isSecond = needsTwo(request.legalBasis) && item.proposedById !== null && item.proposedById !== reader;
  const isOpen = status === "open" && request.status === "open" && !isClosed;
  const mayConfirm = isOpen && !tookPart;
  const mayReject = isOpen && item.proposedById !== reader && (!tookPart || isSecond);
  const proposes = needsTwo(request.legalBasis) && !item.proposedById;
  useHotkey("c", () => mayConfirm && open("confirm")());
  useHotkey("x", () => mayReject && open("reject")());
  if (request.status === "withdrawn") return null;
  if (status === "suggested" || status === "dismissed") {
    return <Suggestion item={item} isClosed={isClosed} actions={actions} />;
  }
  if (status !== "open") return <Decided item={item} />;
  return (
    <>
      {item.freezesAt ? (
        <Callout
          tone="waiting"
          title={
            <>
              Frozen <Time at={item.freezesAt} /> without a decision
            </>
          }
          actions={isClosed ? null : <ActionForm action={actions.attach} label="Freeze now" size="sm" />}
        >
          The claimant isn’t among its performers. Its platforms were asked to take it down. Freezing it makes it
          “Takedown pending”, and stops the producer from sealing.
        </Callout>
      ) : null}
      {tookPart && !isSecond ? (
        <Callout title="You took part in rejecting this record before the appeal">
          Another custodian must decide the appeal{needsTwo(request.legalBasis) ? ", or propose to reject it" : null}.
        </Callout>
      ) : item.rejectedBy ? (
        <p>{item.rejectedBy} rejected it before the appeal.</p>
      ) : null}
      {item.proposedBy ? (
        <Callout
          tone={item.proposedById === reader ? "neutral" : "waiting"}
          title={
            item.proposedById === reader ? "You proposed to reject this" : `${item.proposedBy} proposes to reject this`
          }
        >
          “{item.proposedReason}”{item.proposedById === reader ? <p>Another custodian must agree.</p> : null}
        </Callout>
      ) : null}
      {mayConfirm || mayReject ? (
        <div className="grid gap-2">
          <Choice
            label="Confirm removal"
            name="c"
            variant="primary"
            disabled={!mayConfirm}
            href={hrefOf("confirm")}
            onClick={open("confirm")}
          />
          <Choice
            label={proposes ? "Propose rejection" : "Reject"}
            name="x"
            disabled={!mayReject}
            href={hrefOf("reject")}
            onClick={open("reject")}
          />
        </div>
      ) : null}
    </>
  );
}

type SuggestionProps = Pick<DecideProps, "isClosed" | "actions"> & { item: RequestItem };

const Suggestion = ({ item, isClosed, actions }: SuggestionProps) => (
  <>
    <p>
      {item.status === "dismissed" ? "A custodian dismissed this record. " : "This record may be meant. "}
      If it is, attach it to the request, then decide.
      {item.kind === "production" ? " Its platforms are asked to take it down as soon as you attach it." : null}
    </p>
    {isClosed ? null : (
      <div className="flex flex-wrap gap-2">
        <ActionForm action={actions.attach} label="Attach to request" variant="primary" shortcut="t" />
        {item.status === "suggested" ? <ActionForm action={actions.dismiss} label="Dismiss" shortcut="d" /> : null}
      </div>
    )}
  </>
);

const Decided = ({ item: { status, decidedBy, decidedAt, reason } }: { item: RequestItem }) => (
  <Callout
    tone={status === "rejected" || status === "withdrawn" ? "neutral" : "done"}
    title={
      <>
        {DECIDED[status] ?? "Decided"}
        {decidedBy ? ` by ${decidedBy}` : null} {decidedAt ? <Time at={decidedAt} /> : null}
      </>
    }
  >
    <span className="whitespace-pre-line">{reason}</span>
  </Callout>
);

const DECIDED: Partial<Record<RequestItem["status"], string>> = {
  confirmed: "Confirmed",
  rejected: "Rejected",
  already_removed: "Already removed by its platform",
  withdrawn: "Withdrawn by the claimant",
};

type Closing = Pick<DecisionProps, "request" | "statuses" | "reader">;

/** How a request in which nothing is open ends. About intimate images, two custodians must agree. */
function closingOf({ request, statuses, reader }: Closing): { note: ReactNode; label?: string } {
  const { legalBasis, closingBy, closingReason, closedByIds } = request;
  const isUndecided = statuses.every((status) => status === "suggested" || status === "dismissed");
  const needsOther = needsTwo(legalBasis);
  if (isUndecided && closedByIds.includes(reader) && !(needsOther && closingBy)) {
    return {
      note: <Callout title="You took part in closing this before the appeal">Another custodian must close it.</Callout>,
    };
  }
  const proposal = isUndecided && needsOther ? closingBy : null;
  if (proposal?.id === reader) {
    return { note: <Callout title="You proposed to close this request">Another custodian must agree.</Callout> };
  }
  return {
    note: proposal ? (
      <Callout tone="waiting" title={`${proposal.name} proposes to close this request`}>
        “{closingReason}”
      </Callout>
    ) : null,
    label: isUndecided && needsOther && !proposal ? "Propose to close" : "Close request",
  };
}

type PartProps = DecisionProps & { back: () => void; here: { item: string } };

type PostedProps = Pick<PartProps, "request" | "back" | "here"> & {
  action: FormAction;
  title: string;
  label: string;
  tone?: "danger" | "primary";
  children: (state: FormState) => ReactNode;
};

/** A form of the panel. It posts without scripts, and keeps what was entered when it is refused. */
function Posted({ action, request, here, title, label, tone, back, children }: PostedProps) {
  const { state, pending, ...form } = useFormAction(action, {});
  return (
    <PanelForm
      {...{ title, label, back }}
      {...(tone && { tone })}
      form={form}
      pending={pending}
      backHref={requestHref(request, here)}
    >
      <ErrorSummary errors={state.errors} message={state.message} />
      {children(state)}
    </PanelForm>
  );
}

type WordsProps = { label: string; hint: string; state: FormState; onWrite: (text: string) => void };

const NOTE_MAX = REASON_MAX - 100;

/** The custodian's own words to the claimant. */
const Words = ({ label, hint, state, onWrite }: WordsProps) => (
  <Field name="note" label={label} hint={hint} optional error={state.errors?.note}>
    <Textarea
      rows={2}
      maxLength={NOTE_MAX}
      defaultValue={state.values?.note}
      onChange={(event) => onWrite(event.target.value)}
    />
  </Field>
);

type ReadProps = { outcome: string; text: string; note: string; after: string[] };

/** What the claimant will read on their page. */
const Read = ({ outcome, text, note, after }: ReadProps) => (
  <Preview
    name="Preview for the claimant"
    says="The claimant’s page says:"
    letter={{ subject: outcome, before: text ? [text] : [], note: note.trim() || null, after }}
  />
);

function Confirm({ item, isHeld, actions, ...part }: PartProps) {
  const [reason, setReason] = useState<ConfirmReason | null>(null);
  const [note, setNote] = useState("");
  if (!item) return null;
  return (
    <Posted {...part} action={actions.confirm} title="Confirm removal" label="Confirm and take down" tone="danger">
      {(state) => (
        <>
          <Numbered
            name="reason"
            legend="Why"
            options={CONFIRM_REASONS.map((value) => ({ value, label: confirmWordings[value].label }))}
            value={reason}
            onChoose={setReason}
          />
          <Words
            label="Your words"
            hint="The claimant reads them. The platform doesn’t."
            {...{ state }}
            onWrite={setNote}
          />
          {reason || note.trim() ? (
            <Read
              outcome="Confirmed"
              text={reason ? confirmWordings[reason].text : ""}
              note={note}
              after={["We email that it is decided, without these words."]}
            />
          ) : null}
          <Consequences item={item} isHeld={isHeld} />
        </>
      )}
    </Posted>
  );
}

function Consequences({ item, isHeld }: { item: RequestItem; isHeld: boolean }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-muted text-xs">
      {item.kind === "production" ? (
        <li>Its certificates are revoked for good. Each linked platform must take it down by its deadline.</li>
      ) : (
        <li>
          We notify {item.partnerName ?? "its platform"} now. It must take this down by{" "}
          <Time at={item.takeDownBy} as="datetime" />.
        </li>
      )}
      {item.kind === "content" ? (
        <li>
          {isHeld
            ? "The record is marked as removed. Its legal hold keeps it from being erased."
            : "The record is marked as removed, or erased if its seven years are over."}
        </li>
      ) : null}
      {item.kind === "production" ? null : (
        <li>Copies of the same file, on every platform, are added to this request.</li>
      )}
      <li>This can’t be undone.</li>
    </ul>
  );
}

function Reject({ item, actions, ...part }: PartProps) {
  const [reason, setReason] = useState<RejectReason | null>(null);
  const [note, setNote] = useState("");
  if (!item) return null;
  const { request } = part;
  const proposes = needsTwo(request.legalBasis) && !item.proposedById;
  const label = proposes ? "Propose rejection" : "Reject";
  const appeal = request.appealedAt === null ? ["They can appeal once."] : [];
  return (
    <Posted {...part} action={actions.reject} title={label} label={label}>
      {(state) => (
        <>
          <Numbered
            name="reason"
            legend={item.proposedReason === null ? "Why" : "Why, if not for the proposed reason"}
            options={REJECT_REASONS.map((value) => ({ value, label: rejectWordings[value].label }))}
            value={reason}
            onChoose={setReason}
          />
          <Words
            label="Your words"
            hint="The claimant reads them. The platform doesn’t."
            {...{ state }}
            onWrite={setNote}
          />
          {reason || note.trim() || item.proposedReason ? (
            <Read
              outcome="Rejected"
              text={reason ? rejectWordings[reason].text : note.trim() ? "" : (item.proposedReason ?? "")}
              note={note}
              after={["We don’t ask platforms to take it down.", ...appeal]}
            />
          ) : null}
          <p className="text-muted text-xs">
            {proposes
              ? "Rejections about intimate images need two custodians. Nothing changes until another one agrees."
              : "The record stays as it is. We don’t notify its platform."}
          </p>
        </>
      )}
    </Posted>
  );
}

type MessageProps = { name: string; label: string; hint: string; state: FormState; optional?: boolean };

const Message = ({ name, label, hint, state, optional }: MessageProps) => (
  <Field name={name} label={label} hint={hint} optional={optional} error={state.errors?.[name]}>
    <Textarea rows={4} maxLength={MESSAGE_MAX} defaultValue={state.values?.[name]} />
  </Field>
);

const Ask = ({ actions, ...part }: PartProps) => (
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

function Close({ actions, statuses, reader, ...part }: PartProps) {
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

const AttachOther = ({ actions, ...part }: PartProps) => (
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

function Reassign({ actions, colleagues, ...part }: PartProps) {
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

const Note = ({ actions, ...part }: PartProps) => (
  <Posted {...part} action={actions.note} title="Note" label="Save">
    {(state) => <StaffNote label="Note" error={state.errors?.note} value={state.values?.note} />}
  </Posted>
);

const FORMS: Readonly<Record<DecisionForm, (part: PartProps) => ReactNode>> = {
  confirm: Confirm,
  reject: Reject,
  ask: Ask,
  attach: AttachOther,
  close: Close,
  reassign: Reassign,
  note: Note,
};
