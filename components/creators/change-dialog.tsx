"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/progress";
import type { ChangePlan, ChangeStart } from "@/lib/domain/roster";
import type { ChangeKind, Selection } from "@/lib/domain/roster/schemas";
import { changeHref, creatorsText } from "./creator-words";

type Answer<T> = { ok: true; value: T } | { ok: false; error: string };
export type PlanChange = (kind: ChangeKind, selection: Selection) => Promise<Answer<ChangePlan>>;
export type StartChange = (kind: ChangeKind, selection: Selection) => Promise<Answer<ChangeStart>>;

export type ChangeDialogProps = {
  kind: ChangeKind;
  selection: Selection;
  plan: PlanChange;
  start: StartChange;
  close: () => void;
};

const VERB: Record<ChangeKind, string> = { deactivate: "Deactivate", reactivate: "Reactivate" };
const AWAY = { ok: false, error: "The service did not answer. Try it again." } as const;

/** Asks before many creators are deactivated or reactivated, with the numbers of this case, and leads to the progress. */
export function ChangeDialog({ kind, selection, plan, start, close }: ChangeDialogProps) {
  const router = useRouter();
  const [planned, setPlanned] = useState<Answer<ChangePlan> | null>(null);
  const [problem, setProblem] = useState<{ error: string; underWay?: string }>();
  const [pending, startTransition] = useTransition();
  const verb = VERB[kind];
  const changes = planned?.ok ? planned.value.changes : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening, which is a dialog of its own
  useEffect(() => {
    let isHere = true;
    plan(kind, selection)
      .catch(() => AWAY)
      .then((answer) => isHere && setPlanned(answer));
    return () => {
      isHere = false;
    };
  }, []);

  function confirm() {
    startTransition(async () => {
      const answer = await start(kind, selection).catch(() => AWAY);
      if (!answer.ok) return setProblem(answer);
      const { changeId, isNew } = answer.value;
      if (isNew) return router.push(changeHref({ id: changeId }));
      setProblem({ error: "Another change is under way. Begin this one when it is over.", underWay: changeId });
    });
  }

  return (
    <Dialog
      size="sm"
      title={titleOf(verb, planned)}
      open
      onOpenChange={(open) => !open && close()}
      dismissible={!pending}
      footer={
        <>
          <Button onClick={close} disabled={pending}>
            {changes > 0 ? "Cancel" : "Close"}
          </Button>
          {changes > 0 ? (
            <Button
              variant={kind === "deactivate" ? "danger" : "primary"}
              loading={pending}
              disabled={problem?.underWay !== undefined}
              onClick={confirm}
            >
              {verb} {creatorsText(changes)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4" aria-live="polite" aria-busy={planned === null}>
        {problem ? (
          <Callout
            tone="harm"
            live
            actions={
              problem.underWay ? (
                <Button size="sm" onClick={() => router.push(changeHref({ id: problem.underWay ?? "" }))}>
                  Follow it
                </Button>
              ) : null
            }
          >
            {problem.error}
          </Callout>
        ) : null}
        {planned === null ? <Counting /> : null}
        {planned && !planned.ok ? <Callout tone="harm">{planned.error}</Callout> : null}
        {planned?.ok ? <PlanSummary kind={kind} plan={planned.value} /> : null}
      </div>
    </Dialog>
  );
}

function titleOf(verb: string, planned: Answer<ChangePlan> | null): string {
  if (!planned?.ok) return verb;
  const { changes, total } = planned.value;
  return changes > 0
    ? `${verb} ${creatorsText(changes)}?`
    : `None of ${creatorsText(total)} can be ${verb.toLowerCase()}d`;
}

function Counting() {
  return (
    <div className="flex flex-col gap-3">
      <span className="sr-only">Counting</span>
      <Skeleton className="w-4/5" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-2/3" />
    </div>
  );
}

const some = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** What a deactivation or reactivation of many creators will do, with its numbers. */
function PlanSummary({ kind, plan }: { kind: ChangeKind; plan: ChangePlan }) {
  const points = kind === "deactivate" ? deactivation(plan) : reactivation(plan);
  return (
    <>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {(kind === "deactivate" ? plan.changes : plan.active) > 0 ? (
        <p className="text-muted">{AFTERWARDS[kind]}</p>
      ) : null}
    </>
  );
}

const AFTERWARDS: Record<ChangeKind, string> = {
  deactivate:
    "Their records stay in custody. You can take them back whenever you like, without a new ID check. Your program is told of each by solo_account.suspended.",
  reactivate: "Your program is told of each who becomes active by solo_account.verified.",
};

function deactivation({ changes, active, invoiced, already, creatorPays }: ChangePlan): string[] {
  return [
    ...(changes > 0 ? [`${some(changes, "is", "are")} suspended, until you take them back.`] : []),
    ...(active > 0 ? [`${some(active, "of them is", "of them are")} active now, and may not upload any more.`] : []),
    ...(invoiced > 0 ? [`${some(invoiced, "leaves", "leave")} your next platform invoice.`] : []),
    ...(already > 0 ? [`${some(already, "is", "are")} deactivated already. Nothing changes for them.`] : []),
    ...(creatorPays > 0
      ? [
          `${some(creatorPays, "stays as they are: they pay", "stay as they are: they pay")} for their own subscription, and only they can end it.`,
        ]
      : []),
  ];
}

function reactivation(plan: ChangePlan): string[] {
  const { changes, active, invoiced, already, creatorPays, otherwise, neverSuspended } = plan;
  const waiting = changes - active;
  return [
    ...(active > 0 ? [`${some(active, "is", "are")} active at once, with the ID check from before.`] : []),
    ...(waiting > 0 ? [`${some(waiting, "goes", "go")} on with onboarding where they were.`] : []),
    ...(invoiced > 0 ? [`${some(invoiced, "is", "are")} on your next platform invoice again.`] : []),
    ...(already > 0 ? [`${some(already, "is", "are")} not deactivated. Nothing changes for them.`] : []),
    ...(otherwise > 0
      ? [`${some(otherwise, "stays", "stay")} suspended: there is another reason, which has to be cleared first.`]
      : []),
    ...(neverSuspended > 0 ? [`${some(neverSuspended, "was", "were")} never deactivated.`] : []),
    ...(creatorPays > 0
      ? [
          `${some(creatorPays, "stays as they are: they pay", "stay as they are: they pay")} for their own subscription.`,
        ]
      : []),
  ];
}
