import { ActionForm } from "@/components/ui/action-form";
import { SectionCard } from "@/components/ui/card";
import type { FormState } from "@/components/ui/form";
import { counted, moneyText, savedCardText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Billing, ShownSceneFee } from "@/lib/domain/billing";
import { failureText } from "@/lib/domain/billing/scene-fees/labels";

type Action = (state: FormState, form: FormData) => Promise<FormState>;
type SceneFeesProps = {
  fees: { owed: readonly ShownSceneFee[]; paid: readonly ShownSceneFee[] };
  card: Billing["card"];
  /** Whether paying is the one thing to do. */
  isNext: boolean;
  /** Charges the saved card, or opens the page where one is saved. */
  pay: (feeId: string, state: FormState, form: FormData) => Promise<FormState>;
  saveCard: Action;
};

/** What the creator's scenes cost: unpaid fees with a button to pay, and the latest paid ones. Nothing if there are none. */
export function SceneFees({ fees: { owed, paid }, card, isNext, pay, saveCard }: SceneFeesProps) {
  if (owed.length + paid.length === 0) return null;
  const unpaid = owed.filter(({ status }) => status === "unpaid").length;
  return (
    <SectionCard
      id="scene-fees"
      title={unpaid > 0 ? counted(unpaid, "unpaid scene fee") : "Scene fees"}
      description="We charge your saved card when a platform creates a scene for your upload. An unpaid fee doesn’t stop the scene."
      body="flex flex-col gap-6"
    >
      {owed.length > 0 ? (
        <ul className="flex flex-col gap-6">
          {owed.map((fee, index) => (
            <li key={fee.id} className="flex flex-col gap-3">
              <div className="flex flex-col gap-1">
                <p className="wrap-anywhere">
                  <strong className="font-medium tabular-nums">{moneyText(fee.totalCents)}</strong> for “{fee.title}”,{" "}
                  {fee.platform}
                </p>
                <p className="max-w-prose text-muted">{stateOf(fee)}</p>
              </div>
              {fee.status === "charging" ? null : card ? (
                <ActionForm
                  action={pay.bind(null, fee.id)}
                  label={`Pay now with ${savedCardText(card)}`}
                  pendingLabel="Paying"
                  variant={isNext && index === 0 ? "primary" : "secondary"}
                />
              ) : (
                <ActionForm
                  action={saveCard}
                  label="Save a card to pay"
                  pendingLabel="One moment"
                  variant={isNext && index === 0 ? "primary" : "secondary"}
                />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {paid.length > 0 ? (
        <details>
          <summary className="cursor-pointer">Paid fees</summary>
          <ul className="mt-2 flex flex-col divide-y divide-line border-line border-y text-sm">
            {paid.map((fee) => (
              <li key={fee.id} className="flex justify-between gap-4 py-2">
                <span className="wrap-anywhere min-w-0">
                  “{fee.title}”, {fee.platform}
                  {fee.paidAt ? (
                    <>
                      , <Time at={fee.paidAt} as="date" />
                    </>
                  ) : null}
                </span>
                <span className="tabular-nums">{moneyText(fee.totalCents)}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </SectionCard>
  );
}

function stateOf({ status, failure }: ShownSceneFee): string {
  if (status === "charging") return "Your payment is processing. You are never charged twice.";
  return failureText(failure);
}
