import type { ReactNode } from "react";
import { KeepRefreshing } from "@/components/live/refresh";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Input, Textarea } from "@/components/ui/field";
import { type ActionResult, type FormState, SubmitButton } from "@/components/ui/form";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Pickable, ScopeFigures, ViewedExamination } from "@/lib/domain/examinations";
import { SEES, scopeLabel, scopeOpens } from "@/lib/domain/examinations/labels";
import type { viewPackage } from "@/lib/domain/examinations/packages";

/** What a form of an examination does. */
export type Act = (state: FormState, form: FormData) => Promise<FormState>;
type Item = { kind: string; itemId: string };

type ScopeProps = Pick<ViewedExamination, "scope"> & {
  /** Removes one, while it isn't confirmed. */
  remove?: ((item: Item) => Act) | undefined;
};

/** What was added, and what was removed again. */
export const ScopeList = ({ scope, remove }: ScopeProps) =>
  scope.length === 0 ? (
    <p className="text-muted">Nothing in scope yet.</p>
  ) : (
    <ul className="flex flex-col">
      {scope.map(({ kind, itemId, title, removedAt }) => (
        <li
          key={`${kind} ${itemId}`}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0"
        >
          <span className="wrap-anywhere min-w-0">
            <span className="text-muted">{scopeLabel(kind)}: </span>
            {removedAt ? <s>{title}</s> : title}
            {removedAt ? (
              <span className="text-muted">
                {" "}
                removed <Time at={removedAt} />
              </span>
            ) : null}
          </span>
          {remove && !removedAt ? (
            <ActionForm
              size="sm"
              label={
                <>
                  Remove<span className="sr-only"> {title}</span>
                </>
              }
              action={remove({ kind, itemId })}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );

type PickerProps = {
  /** What was searched, and what it found. */
  text: string;
  found: readonly Pickable[] | null;
  path: string;
  isIn: (item: Item) => boolean;
  add: (item: Item) => Act;
};

/** Searches for what an examination may open, and adds it. Works without scripts. */
export const ScopePicker = ({ text, found, path, isIn, add }: PickerProps) => (
  <div className="flex flex-col gap-4">
    <form action={path} className="flex flex-wrap items-end gap-3">
      <Field
        name="q"
        label="Search records"
        hint="A title, a name, an email address, a partner or a web address."
        className="min-w-0 grow"
      >
        <Input type="search" defaultValue={text} maxLength={200} autoComplete="off" />
      </Field>
      <SubmitButton variant="secondary">Search</SubmitButton>
    </form>
    {found?.length === 0 ? <p className="text-muted">Nothing found.</p> : null}
    {found && found.length > 0 ? (
      <ul className="flex flex-col" aria-label="Found">
        {found.map(({ kind, id, title, about }) => (
          <li
            key={`${kind} ${id}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0"
          >
            <span className="wrap-anywhere min-w-0">
              <span className="text-muted">{scopeLabel(kind)}: </span>
              {title}
              <span className="block text-muted text-xs">
                {about}. {scopeOpens(kind)}
              </span>
            </span>
            {isIn({ kind, itemId: id }) ? (
              <span className="text-muted text-sm">Added</span>
            ) : (
              <ActionForm
                size="sm"
                label={
                  <>
                    Add<span className="sr-only"> {title}</span>
                  </>
                }
                action={add({ kind, itemId: id })}
              />
            )}
          </li>
        ))}
      </ul>
    ) : null}
  </div>
);

type ConfirmOpeningProps = {
  /** The custodian who entered it can't confirm it. */
  isOwn: boolean;
  label: string;
  title: string;
  success: string;
  /** What to check first. */
  check: ReactNode;
  /** What confirming does. */
  children: ReactNode;
  confirm: (form: FormData) => Promise<ActionResult>;
};

/** What the second custodian does before records are opened or handed over; the first one reads that another must. */
const ConfirmOpening = ({ isOwn, label, title, success, check, children, confirm }: ConfirmOpeningProps) =>
  isOwn ? (
    <Callout tone="waiting" title="Another custodian must confirm">
      Ask a colleague to open this page. Until then, nothing is open.
    </Callout>
  ) : (
    <Callout
      tone="waiting"
      title="Check and confirm"
      actions={
        <ConfirmAction
          trigger={<Button variant="primary">{label}</Button>}
          {...{ title, confirmLabel: label, tone: "neutral", success, action: confirm }}
        >
          {children}
        </ConfirmAction>
      }
    >
      {check}
    </Callout>
  );

/** How much something opens, as a phrase: "1 production, 5 scenes, and 2 depictions, of 3 performers". */
function opensText({ isMore, productions, scenes, depictions, people }: ScopeFigures): string {
  const kinds = [
    [productions, "production"],
    [scenes, "scene"],
    [depictions, "depiction"],
  ] as const;
  const some = kinds.filter(([count]) => count > 0).map(([count, kind]) => counted(count, kind));
  const records = some.length > 0 ? new Intl.ListFormat("en").format(some) : "no records";
  return `${isMore ? "at least " : ""}${records}, of ${isMore ? "at least " : ""}${counted(people, "performer")}`;
}

type ConfirmProps = Pick<ViewedExamination, "agency" | "examiner" | "opens" | "isOwn" | "profile" | "order"> & {
  confirm: (form: FormData) => Promise<ActionResult>;
};

/** Confirms an examination. */
export const ConfirmExamination = ({ agency, examiner, opens, isOwn, profile, order, confirm }: ConfirmProps) =>
  profile === "court" && !order ? (
    <Callout tone="waiting" title="The court’s order is missing">
      {isOwn ? "Add its file here. " : "The custodian who entered this examination must add its file. "}
      Then another custodian can confirm.
    </Callout>
  ) : (
    <ConfirmOpening
      {...{ isOwn, confirm }}
      label="Confirm examination"
      title={SEES[profile].indexes.length > 0 ? "Open these records?" : "Open these figures?"}
      success="Confirmed. Print the link and the code."
      check={
        <>
          {order ? <OrderOpened openedAt={order.openedAt} /> : null}
          {order && !order.openedAt ? <KeepRefreshing onlyWithScripts /> : null}
          Compare the credential and the authority with the examiner’s papers. Then check that the scope has only what
          they may view.
        </>
      }
    >
      <p>
        {examiner} ({agency}){" "}
        {SEES[profile].indexes.length > 0
          ? `will be able to read ${opensText(opens)}, during the window.`
          : `will see how the service works and figures of ${opensText(opens)}, during the window. They see no records, names or IDs.`}
      </p>
      <p>You can narrow or end it at any time, but you can’t add to it.</p>
    </ConfirmOpening>
  );

const OrderOpened = ({ openedAt }: { openedAt: Date | null }) => (
  <p className="mb-2">
    {openedAt ? (
      <>
        You opened the order <Time at={openedAt} as="datetime" />.
      </>
    ) : (
      <strong>You haven’t opened the order yet. Download it and read it, then confirm.</strong>
    )}
  </p>
);

type ConfirmPackageProps = {
  pack: Pick<Awaited<ReturnType<typeof viewPackage>>, "requester" | "opens" | "isOwn">;
  confirm: (form: FormData) => Promise<ActionResult>;
};

/** Confirms a package, which starts making it. */
export const ConfirmPackage = ({ pack: { requester, opens, isOwn }, confirm }: ConfirmPackageProps) => (
  <ConfirmOpening
    {...{ isOwn, confirm }}
    label="Confirm package"
    title="Hand over these records?"
    success="Confirmed. We’re making the package."
    check="Compare the authority with the request’s papers. Then check that the scope has only what they may get."
  >
    <p>
      {requester} will get a copy of {opensText(opens)}. You can’t take it back.
    </p>
  </ConfirmOpening>
);

/** Ends an examination at once, or withdraws one that isn't confirmed. */
export const EndExamination = ({
  isConfirmed,
  end,
}: {
  isConfirmed: boolean;
  end: (form: FormData) => Promise<ActionResult>;
}) => (
  <ConfirmAction
    trigger={<Button variant="danger">{isConfirmed ? "End examination" : "Withdraw examination"}</Button>}
    title={isConfirmed ? "End this examination now?" : "Withdraw this examination?"}
    confirmLabel={isConfirmed ? "End examination" : "Withdraw examination"}
    success={isConfirmed ? "Ended. Everything that was open is closed." : "Withdrawn."}
    action={end}
  >
    {isConfirmed ? (
      <p>
        Every page, photo and download closes within a second, and you can’t reopen the examination. We then sign the
        report.
      </p>
    ) : null}
    <Field name="reason" label="Reason" hint="Kept in the report.">
      <Textarea rows={3} maxLength={500} required />
    </Field>
  </ConfirmAction>
);
