import { FactsTable } from "../facts-table";
import { InlineText } from "../inline-text";
import { Section } from "../section";

const STATUSES = [
  ["`pending_id_verification`", "Not active yet, for whatever reason.", "Send the creator to `onboardingUrl`."],
  [
    "`subscribed_pending_id`",
    "Paid for, the ID is not verified.",
    "Send the creator to `onboardingUrl`. No uploads yet.",
  ],
  ["`active`", "Paid for and verified: we hold the records.", "Allow uploads. No other status does."],
  ["`suspended`", "Out of custody; `suspendReason` says why.", "Take upload access away."],
] as const;

const REASONS = [
  ["`subscription_lapsed`", "The creator's own subscription ended.", "The creator pays again."],
  ["`platform_lapsed`", "Your platform fee lapsed.", "You pay the fee."],
  ["`partner_deactivated`", "You deactivated the creator.", "Your reactivate call, and nothing else."],
  ["`platform_deactivated`", "We suspended the account.", "We lift it."],
  ["`manual_suspension`", "We suspended the account.", "We lift it."],
] as const;

/** The statuses a partner sees, and what to do about each. */
export function Statuses() {
  return (
    <Section id="statuses" title="Statuses of a solo account">
      <p className="max-w-3xl">
        <InlineText text="Four values are ever sent. Code against these, and treat anything but `active` as closed. None of them tells whether a person was known to us before, or agreed to be linked to you. Only calls on a creator's content do: they are refused with `CONSENT_PENDING` or `CONSENT_DECLINED` where somebody was asked and has not agreed." />
      </p>
      <FactsTable caption="Statuses" columns={["Status", "Meaning", "What you do"]} rows={STATUSES} />
      <h3 className="font-semibold">Why an account is suspended</h3>
      <FactsTable caption="Suspend reasons" columns={["suspendReason", "Meaning", "What clears it"]} rows={REASONS} />
    </Section>
  );
}
