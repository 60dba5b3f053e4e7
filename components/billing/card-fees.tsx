import { Pager } from "@/components/lists/pager";
import { SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { SubmitButton } from "@/components/ui/form";
import { counted, moneyText, savedCardText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { CardFees as Fees, PlatformFee } from "@/lib/domain/billing";
import { failureText } from "@/lib/domain/billing/scene-fees/labels";

type CardFeesProps = {
  fees: Fees;
  /** The URL of another page of unpaid fees. */
  at: (cursor: string) => string;
  card: PlatformFee["card"];
  pay: (feeId: string) => Promise<void>;
  addCard: () => Promise<void>;
};

/**
 * What the partner's card pays for extensions and verification jobs: unpaid fees with a button to pay, and the latest paid ones.
 * Nothing if there are none.
 */
export function CardFees({ fees, at, card, pay, addCard }: CardFeesProps) {
  const { owed, unpaid, charging, paid, morePaid } = fees;
  const owes = unpaid.fees + charging > 0;
  if (!owes && paid.length === 0) return null;
  return (
    <SectionCard
      id="card-fees"
      title="Card fees"
      description="We charge your saved card when you extend a scene or start a verification job. An unpaid fee ends neither."
      body="flex flex-col gap-6"
    >
      {owes ? (
        <div className="flex flex-col gap-4">
          <p className="text-sm">
            {unpaid.fees > 0 ? (
              <>
                <span className="font-medium tabular-nums">{moneyText(unpaid.cents)}</span> unpaid for{" "}
                {counted(unpaid.fees, "fee")}.{" "}
              </>
            ) : null}
            {charging > 0 ? `${counted(charging, "payment")} processing. ` : ""}
            {owed.newer || owed.older ? "Oldest first." : ""}
          </p>
          {card || unpaid.fees === 0 ? null : (
            <form action={addCard}>
              <SubmitButton size="sm">Add a card to pay</SubmitButton>
            </form>
          )}
          <ul className="flex flex-col divide-y divide-line border-line border-y text-sm">
            {owed.rows.map((fee) => (
              <li key={fee.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
                <div className="flex min-w-0 flex-col gap-1">
                  <Fee fee={fee} />
                  <span className="text-muted">
                    {fee.status === "charging"
                      ? "Your payment is processing. You are never charged twice."
                      : failureText(fee.failure)}
                  </span>
                </div>
                {card && fee.status === "unpaid" ? (
                  <form action={pay.bind(null, fee.id)}>
                    <SubmitButton size="sm" variant="secondary" pendingLabel="Paying">
                      Pay now with {savedCardText(card)}
                    </SubmitButton>
                  </form>
                ) : null}
              </li>
            ))}
          </ul>
          <Pager
            newer={owed.newer && at(owed.newer)}
            older={owed.older && at(owed.older)}
            first="oldest"
            name="Pages of unpaid fees"
          />
        </div>
      ) : null}
      {paid.length > 0 ? (
        <details>
          <summary className="cursor-pointer">Paid fees{morePaid ? `, the newest ${paid.length}` : ""}</summary>
          <ul className="mt-2 flex flex-col divide-y divide-line border-line border-y text-sm">
            {paid.map((fee) => (
              <li key={fee.id} className="py-2">
                <Fee fee={fee} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </SectionCard>
  );
}

/** A fee's amount, what it is for and the day it was paid or due. */
const Fee = ({ fee: { sceneId, jobId, totalCents, createdAt, paidAt } }: { fee: Fees["paid"][number] }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <span className="font-medium tabular-nums">{moneyText(totalCents)}</span>
    <span className="text-muted">{jobId === null ? "Extension" : "Verification job"}</span>
    {jobId === null ? (
      <CopyId value={sceneId} label="scene id" short className="whitespace-nowrap" />
    ) : (
      <CopyId value={jobId} label="job id" className="break-all" />
    )}
    <Time at={paidAt ?? createdAt} as="date" />
  </span>
);
