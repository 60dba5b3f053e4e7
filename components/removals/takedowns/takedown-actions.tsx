import { ActionForm } from "@/components/creators/own/action-form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult, FormState } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { TakedownRow, TakedownView } from "@/lib/domain/removals";
import type { TakedownKind } from "@/lib/domain/removals/labels";

type NextStepProps = {
  takedown: TakedownView;
  /** Marks it as taken down; null for a role that only reads. */
  mark: (() => Promise<ActionResult>) | null;
  /** Checks the URL; null for a role that only reads. */
  check: ((state: FormState, form: FormData) => Promise<FormState>) | null;
};

/** What the partner has to do now, or how the takedown ended. */
export function NextStep({ takedown, mark, check }: NextStepProps) {
  const { status, deadlineAt, closedAt, url, whyUncheckable } = takedown;
  if (closedAt && status === "canceled") {
    return <Callout title="Canceled">You don’t have to take it down. It is no longer asked for.</Callout>;
  }
  if (closedAt) {
    return (
      <Callout
        tone="done"
        title={
          <>
            {status === "taken_down" ? "Taken down" : "Already removed"} <Time at={closedAt} />
          </>
        }
      >
        {closedAt > deadlineAt ? "After the deadline. " : null}Don’t publish it again.
        <LastCheck takedown={takedown} />
      </Callout>
    );
  }
  return (
    <Callout
      tone={status === "breached" ? "harm" : "waiting"}
      title={
        <>
          Take it down: <Time at={deadlineAt} as="left" />
        </>
      }
      actions={
        mark || check ? (
          <>
            {mark ? <MarkDone kind={takedown.kind} action={mark} /> : null}
            {check && url && !whyUncheckable ? (
              <ActionForm action={check} size="sm" label="Check URL" pendingLabel="Checking" />
            ) : null}
          </>
        ) : undefined
      }
    >
      <p>Take the content down on your platform, with identical copies. Then mark it as taken down here.</p>
      {mark ? null : <p>Owners and admins can mark it.</p>}
      {check && whyUncheckable ? <p className="text-muted">{whyUncheckable}</p> : null}
      <LastCheck takedown={takedown} />
    </Callout>
  );
}

function LastCheck({ takedown: { checkedAt, checkedStatus } }: { takedown: TakedownRow }) {
  if (!checkedAt) return null;
  return (
    <p>
      {checkedStatus === 200
        ? "The URL still answered 200"
        : checkedStatus
          ? `The URL answered ${checkedStatus}`
          : "The URL didn’t answer"}{" "}
      <Time at={checkedAt} />.
    </p>
  );
}

const MARKED: Record<TakedownKind, string> = {
  content: "The deadline is met, and we stop emailing you about it.",
  publication: "We record the publication as removed and tell the scene’s owner.",
  production: "We record that you took the production down. Once every linked platform has, it is complete.",
};

const MarkDone = ({ kind, action }: { kind: TakedownKind; action: () => Promise<ActionResult> }) => (
  <ConfirmAction
    trigger={
      <Button size="sm" variant="primary">
        Mark as taken down
      </Button>
    }
    title="Mark as taken down?"
    confirmLabel="Mark as taken down"
    tone="neutral"
    action={action}
    success="Marked as taken down."
  >
    <p>Only mark it once it is gone from your platform. {MARKED[kind]}</p>
    <p className="font-medium">This cannot be undone.</p>
  </ConfirmAction>
);
