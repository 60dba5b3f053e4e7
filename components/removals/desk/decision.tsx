import { ActionForm } from "@/components/ui/action-form";
import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import type { FormState } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { RequestItem, ViewedRequest } from "@/lib/domain/removals/custody";
import { needsTwo, REASON_MAX } from "@/lib/domain/removals/labels";
import { WordsForm } from "./words-form";

export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

type DecisionProps = {
  request: ViewedRequest;
  item: RequestItem;
  /** The id of the custodian who reads. */
  reader: string;
  actions: Readonly<Record<"confirm" | "reject" | "attach" | "dismiss", FormAction>>;
};

/** What a custodian can do with the selected record, or how it was decided. */
export function Decision({ request, item, reader, actions }: DecisionProps) {
  return (
    <SectionCard id="decision" title="Decision" body="flex flex-col gap-4">
      {request.status === "withdrawn" ? (
        <p className="text-muted">The claimant withdrew this request.</p>
      ) : item.status === "suggested" || item.status === "dismissed" ? (
        <Suggestion item={item} actions={actions} />
      ) : item.status === "open" ? (
        <Undecided request={request} item={item} reader={reader} actions={actions} />
      ) : (
        <Decided item={item} />
      )}
    </SectionCard>
  );
}

const Suggestion = ({ item, actions }: Pick<DecisionProps, "item" | "actions">) => (
  <>
    <p>
      {item.status === "dismissed" ? "A custodian dismissed this record. " : "This record may be meant. "}
      If it is, attach it to the request, then decide.
      {item.kind === "production" ? " Its platforms are asked to take it down as soon as you attach it." : null}
    </p>
    <div className="flex flex-wrap gap-3">
      <ActionForm action={actions.attach} label="Attach to request" variant="primary" shortcut="t" />
      {item.status === "suggested" ? <ActionForm action={actions.dismiss} label="Dismiss" shortcut="d" /> : null}
    </div>
  </>
);

const Decided = ({ item: { status, decidedBy, decidedAt, reason } }: Pick<DecisionProps, "item">) => (
  <Callout
    tone={status === "rejected" || status === "withdrawn" ? "neutral" : "done"}
    title={
      <>
        {DECIDED[status] ?? "Decided"}
        {decidedBy ? ` by ${decidedBy}` : null} {decidedAt ? <Time at={decidedAt} /> : null}
      </>
    }
  >
    {reason}
  </Callout>
);

const DECIDED: Partial<Record<RequestItem["status"], string>> = {
  confirmed: "Confirmed",
  rejected: "Rejected",
  already_removed: "Already removed by its platform",
  withdrawn: "Withdrawn by the claimant",
};

function Undecided({ request, item, reader, actions }: DecisionProps) {
  // After an appeal, they only agree with another custodian's rejection.
  const tookPart = item.rejectedByIds.includes(reader);
  if (tookPart && !(needsTwo(request.legalBasis) && item.proposedById)) {
    return (
      <Callout title="You took part in rejecting this record before the appeal">
        Another custodian must decide the appeal{needsTwo(request.legalBasis) ? ", or propose to reject it" : null}.
      </Callout>
    );
  }
  const isProposer = item.proposedById === reader;
  const proposes = needsTwo(request.legalBasis) && !item.proposedById;
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
          actions={<ActionForm action={actions.attach} label="Freeze now" />}
        >
          The claimant isn’t among its performers. Its platforms were asked to take it down, and its status hasn’t
          changed. Freezing it makes it “Takedown pending”, and stops the producer from sealing.
        </Callout>
      ) : null}
      {item.rejectedBy ? <p>{item.rejectedBy} rejected it before the appeal.</p> : null}
      {item.proposedBy ? (
        <Callout
          tone={isProposer ? "neutral" : "waiting"}
          title={isProposer ? "You proposed to reject this" : `${item.proposedBy} proposes to reject this`}
        >
          “{item.proposedReason}”{isProposer ? <p>Another custodian must agree.</p> : null}
        </Callout>
      ) : null}
      <div className="flex flex-wrap items-start gap-3">
        {tookPart ? null : (
          <WordsForm
            title="Confirm removal"
            keys="c"
            isMain
            action={actions.confirm}
            name="confirmReason"
            label="Reason to confirm"
            hint="The claimant reads this. The platform doesn’t."
            submit="Confirm and take down"
            variant="danger"
            max={REASON_MAX}
          >
            <Consequences item={item} />
          </WordsForm>
        )}
        {isProposer ? null : (
          <WordsForm
            title={proposes ? "Propose rejection" : "Reject"}
            keys="r"
            action={actions.reject}
            name="rejectReason"
            label="Why you reject"
            hint={hintOf({ canAppeal: request.appealedAt === null, isSecond: item.proposedReason !== null })}
            isOptional={item.proposedReason !== null}
            submit={proposes ? "Propose rejection" : "Reject"}
            max={REASON_MAX}
          >
            <p className="text-muted">
              {proposes
                ? "Rejections about intimate images need two custodians. Nothing changes until another one agrees."
                : "The record stays as it is. We don’t notify its platform."}
            </p>
          </WordsForm>
        )}
      </div>
    </>
  );
}

type Rejecting = { canAppeal: boolean; isSecond: boolean };

const hintOf = ({ canAppeal, isSecond }: Rejecting): string =>
  `The claimant reads this${canAppeal ? ", and can appeal once" : ""}.${isSecond ? " Leave it empty to use the proposed reason." : ""}`;

function Consequences({ item }: Pick<DecisionProps, "item">) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {item.kind === "production" ? (
        <li>Its certificates are revoked for good. Each linked platform must take it down by its deadline.</li>
      ) : (
        <li>
          We notify {item.partnerName ?? "its platform"} now. It must take this down by{" "}
          <Time at={item.takeDownBy} as="datetime" />.
        </li>
      )}
      {item.kind === "content" ? (
        <li>The record is marked as removed, or erased if its seven years are over.</li>
      ) : null}
      {item.kind === "production" ? null : (
        <li>Copies of the same file, on every platform, are added to this request.</li>
      )}
      <li>This can’t be undone.</li>
    </ul>
  );
}
