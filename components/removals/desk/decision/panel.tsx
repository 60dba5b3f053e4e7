"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Choice } from "@/components/desk/panel";
import { requestHref } from "@/components/shell/addresses";
import { ActionForm } from "@/components/ui/action-form";
import { buttonStyles } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody } from "@/components/ui/card";
import { KeyHint, PressKeys, useHotkey } from "@/components/ui/hotkeys";
import { Time } from "@/components/ui/time";
import type { DecisionForm } from "@/lib/domain/removals/deciding/labels";
import type { Opened } from "../selection";
import { closingOf } from "./closing";
import { Ask, AttachOther, Close, Note, Reassign } from "./forms";
import { OfItem } from "./item";
import type { DecideProps, DecisionProps, Mode, PartProps } from "./posted";
import { ConfirmAll, OfCluster, RejectAll } from "./together";
import { Confirm, Reject } from "./verdict";

const FORMS: Readonly<Record<DecisionForm, (part: PartProps) => ReactNode>> = {
  confirm: Confirm,
  reject: Reject,
  ask: Ask,
  attach: AttachOther,
  close: Close,
  reassign: Reassign,
  note: Note,
};

/** The same about all records that look alike. */
const FORMS_TOGETHER: typeof FORMS = { ...FORMS, confirm: ConfirmAll, reject: RejectAll };

/** What the panel is about, as the page's URL has it. */
const hereOf = ({ item, alike }: Pick<DecisionProps, "item" | "alike">): Opened => ({
  item: item?.id ?? "",
  ...(alike.length > 0 && { all: "1" }),
});

/** Everything a custodian can do with a request and its selected record, beside the evidence. */
export function Decision(props: DecisionProps) {
  const { request, reader, actions, previous, next, place } = props;
  const router = useRouter();
  const [mode, setMode] = useState<Mode>(props.start);
  const open = (to: Mode) => () => setMode(to);
  const step = (to: string | null) => () => to && router.push(to, { scroll: false });
  useHotkey("j", step(next));
  useHotkey("k", step(previous));
  useHotkey("escape", open("decide"));
  const elsewhere = request.custodian && request.custodian.id !== reader ? request.custodian : null;
  const form: PartProps = { ...props, back: open("decide"), here: hereOf(props) };
  const Form = mode === "decide" ? null : (props.alike.length > 0 ? FORMS_TOGETHER : FORMS)[mode];
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
      <PressKeys keys={["t", "d", "w", "a"]} />
    </Card>
  );
}

/** Opening a record writes to the ledger, so the link isn't prefetched. */
const StepLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link href={to} prefetch={false} scroll={false} className={buttonStyles({ size: "sm" })}>
    {children}
  </Link>
);

/** The record's decision, and what else to do with the request. */
function Decide({ request, statuses, item, alike, otherwise, reader, isClosed, actions, open }: DecideProps) {
  const isOpen = request.status === "open" && !isClosed;
  const here = hereOf({ item, alike });
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
      {alike.length > 0 ? (
        <OfCluster {...{ request, alike, reader, isClosed, actions, open, hrefOf }} />
      ) : item ? (
        <OfItem {...{ request, item, reader, isClosed, actions, open, hrefOf }} />
      ) : null}
      {otherwise ? (
        <Link
          href={otherwise}
          prefetch={false}
          scroll={false}
          aria-keyshortcuts="a"
          className={buttonStyles({ variant: "ghost", size: "sm" })}
        >
          {alike.length > 0 ? "Decide one by one" : "Decide all that look alike"} <KeyHint name="a" />
        </Link>
      ) : null}
      {closing?.note}
      {closing?.label ? (
        <Choice
          label={closing.label}
          name="e"
          // A suggestion is attached first.
          variant={item?.status === "suggested" ? "secondary" : "primary"}
          href={hrefOf("close")}
          onClick={open("close")}
        />
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
