import { Choice } from "@/components/desk/panel";
import { ActionForm } from "@/components/ui/action-form";
import { Callout } from "@/components/ui/callout";
import { useHotkey } from "@/components/ui/hotkeys";
import { Time } from "@/components/ui/time";
import type { RequestItem } from "@/lib/domain/removals/custody";
import { needsTwo } from "@/lib/domain/removals/labels";
import type { DecideProps, Mode } from "./posted";

type OfItemProps = Pick<DecideProps, "request" | "reader" | "isClosed" | "actions" | "open"> & {
  item: RequestItem;
  hrefOf: (act: Mode) => string;
};

/** What to decide about the selected record, or what was decided. */
export function OfItem({ request, item, reader, isClosed, actions, open, hrefOf }: OfItemProps) {
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
      {item.status === "dismissed"
        ? "A custodian dismissed this record. If the claimant means it after all, attach it to the request, then decide."
        : "The claimant may mean this record. If so, attach it to the request, then decide."}
      {item.kind === "production" ? " Its platforms are asked to take it down as soon as you attach it." : null}
    </p>
    {isClosed ? null : (
      <div className="flex flex-wrap gap-2">
        <ActionForm
          action={actions.attach}
          label="Attach to request"
          variant={item.status === "suggested" ? "primary" : "secondary"}
          shortcut="t"
        />
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
