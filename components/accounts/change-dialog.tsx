"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { changeHref } from "@/components/shell/addresses";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { counted } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/progress";
import type { ChangePlan, ChangeStart } from "@/lib/domain/accounts/roster";
import type { ChangeKind, Selection } from "@/lib/domain/accounts/roster/schemas";

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
const AWAY = { ok: false, error: "The service didn’t answer. Try again." } as const;

/** Confirms a bulk deactivation or reactivation, with its numbers, then opens its progress page. */
export function ChangeDialog({ kind, selection, plan, start, close }: ChangeDialogProps) {
  const router = useRouter();
  const [planned, setPlanned] = useState<Answer<ChangePlan> | null>(null);
  const [problem, setProblem] = useState<{ error: string; underWay?: string }>();
  const [pending, startTransition] = useTransition();
  const verb = VERB[kind];
  const changes = planned?.ok ? planned.value.changes : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog is remounted for each kind and selection
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
      setProblem({ error: "Another change is running. Start this one when it finishes.", underWay: changeId });
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
              {verb} {counted(changes, "creator")}
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
                  View progress
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
    ? `${verb} ${counted(changes, "creator")}?`
    : `None of ${counted(total, "creator")} can be ${verb.toLowerCase()}d`;
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
    "Their records stay in custody. You can reactivate them at any time without a new ID check. Each one sends solo_account.suspended to your webhooks.",
  reactivate: "Each creator who becomes active sends solo_account.verified to your webhooks.",
};

function deactivation({ changes, active, invoiced, already, creatorPays }: ChangePlan): string[] {
  return [
    ...(changes > 0 ? [`${counted(changes, "is", "are")} suspended until you reactivate them.`] : []),
    ...(active > 0 ? [`${counted(active, "of them is", "of them are")} active now and can no longer upload.`] : []),
    ...(invoiced > 0 ? [`${counted(invoiced, "comes", "come")} off your next platform invoice.`] : []),
    ...(already > 0 ? [`${counted(already, "is", "are")} already deactivated. Nothing changes for them.`] : []),
    ...(creatorPays > 0
      ? [
          `${counted(creatorPays, "pays", "pay")} for their own subscription, which only they can end. Nothing changes for them.`,
        ]
      : []),
  ];
}

function reactivation(plan: ChangePlan): string[] {
  const { changes, active, invoiced, already, creatorPays, otherwise, neverSuspended } = plan;
  const waiting = changes - active;
  return [
    ...(active > 0 ? [`${counted(active, "becomes", "become")} active immediately, with the existing ID check.`] : []),
    ...(waiting > 0 ? [`${counted(waiting, "continues", "continue")} onboarding where they left off.`] : []),
    ...(invoiced > 0 ? [`${counted(invoiced, "is", "are")} on your next platform invoice again.`] : []),
    ...(already > 0 ? [`${counted(already, "is", "are")} not deactivated. Nothing changes for them.`] : []),
    ...(otherwise > 0
      ? [`${counted(otherwise, "stays", "stay")} suspended for another reason, which must be cleared first.`]
      : []),
    ...(neverSuspended > 0 ? [`${counted(neverSuspended, "was", "were")} never deactivated.`] : []),
    ...(creatorPays > 0
      ? [`${counted(creatorPays, "pays", "pay")} for their own subscription. Nothing changes for them.`]
      : []),
  ];
}
