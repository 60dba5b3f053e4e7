import type { ReactNode } from "react";
import { PanelForm } from "@/components/desk/panel";
import { requestHref } from "@/components/shell/addresses";
import { ErrorSummary, type FormState, useFormAction } from "@/components/ui/form";
import type { RequestItem, ViewedRequest } from "@/lib/domain/removals/custody";
import type { DecisionForm } from "@/lib/domain/removals/deciding/labels";
import type { Opened } from "../selection";

// What the panel and its forms share.

type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

export type Mode = DecisionForm | "decide";

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

export type DecisionProps = {
  request: Request;
  /** Its records' statuses. */
  statuses: readonly RequestItem["status"][];
  item: RequestItem | undefined;
  /** The records that look like it, with it: one decision is about all of them. Empty if it is about this one. */
  alike: readonly RequestItem[];
  /** The page with the records that look alike one by one, or together. */
  otherwise: string | null;
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
      | ("confirmAll" | "rejectAll" | "attachAll" | "dismissAll")
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

/** What each choice of the panel has. `isClosed`: a colleague works on the request. */
export type DecideProps = DecisionProps & { isClosed: boolean; open: (mode: Mode) => () => void };

/** What each form of the panel has. */
export type PartProps = DecisionProps & { back: () => void; here: Opened };

type PostedProps = Pick<PartProps, "request" | "back" | "here"> & {
  action: FormAction;
  title: string;
  label: string;
  tone?: "danger" | "primary";
  children: (state: FormState) => ReactNode;
};

/** A form of the panel. It posts without scripts, and keeps what was entered when it is refused. */
export function Posted({ action, request, here, title, label, tone, back, children }: PostedProps) {
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
