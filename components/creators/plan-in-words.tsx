import type { ChangePlan } from "@/lib/domain/roster";
import type { ChangeKind } from "@/lib/domain/roster/schemas";

const number = (count: number): string => count.toLocaleString("en");
const some = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`;

/** What a deactivation or reactivation of many creators will do, with its numbers. */
export function PlanInWords({ kind, plan }: { kind: ChangeKind; plan: ChangePlan }) {
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
