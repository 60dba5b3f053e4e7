import { WebhookNote } from "@/components/events/webhook-note";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { counted, moneyText, shortTitle } from "@/components/ui/format";
import type { JobView } from "@/lib/domain/productions/verification-jobs";

type CancelJobProps = { job: JobView; action: () => Promise<ActionResult> };

/** Cancels a pending verification job, after explaining what that does. */
export const CancelJob = ({ job, action }: CancelJobProps) => (
  <ConfirmAction
    trigger={<Button>Cancel job</Button>}
    title={`Cancel “${shortTitle(job.title)}”?`}
    confirmLabel="Cancel job"
    dismissLabel="Keep job"
    success="Job canceled."
    action={action}
  >
    <CancelConsequences job={job} />
  </ConfirmAction>
);

export function CancelConsequences({ job: { performers, productionId, fees } }: Pick<CancelJobProps, "job">) {
  const pending = performers.filter(({ status }) => status === "pending" || status === "forms_signed").length;
  const verified = performers.filter(({ status }) => status === "id_verified").length;
  return (
    <>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {pending > 0 ? <li>{counted(pending, "performer")} can no longer finish.</li> : null}
        {verified > 0 ? (
          <li>
            {counted(verified, "performer")} finished. Their signed releases stay on record, and they keep their copies.
          </li>
        ) : null}
        {productionId ? (
          <li>The production can’t be sealed with this job’s scene. Its producer can remove it.</li>
        ) : null}
        <li>{feeText(fees)}</li>
        <WebhookNote type="verification.cancelled" />
      </ul>
      <p className="font-medium">This cannot be undone.</p>
    </>
  );
}

function feeText({ totalCents, charged, billedTo }: JobView["fees"]): string {
  const total = moneyText(totalCents);
  if (billedTo === "platform_invoice") return `The fees of ${total} stay on your platform invoice.`;
  return charged ? `The fees of ${total} aren’t refunded.` : `You still owe the fees of ${total}.`;
}
