import { CodeBlock } from "@/components/ui/code-block";
import type { CallError } from "@/lib/api/reference/calls";
import { InlineText, Section } from "./section";
import { FactsTable } from "./tables";

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

const ERROR_BODY = `{
  "error": "email must be an email address",
  "code": "invalid_field",
  "field": "email"
}`;

/** The one shape of every error, and those that any call can answer. */
export function Errors({ errors }: { errors: readonly CallError[] }) {
  return (
    <Section id="errors" title="Errors">
      <p className="max-w-3xl">
        <InlineText text="Every error has this one flat shape. The HTTP status is what to rely on. `code` narrows it down where there is more than one cause; treat an unknown `code` as its status. `field` names the field at fault, as a dotted path. The text of `error` is for people and may change." />
      </p>
      <CodeBlock label="400" code={ERROR_BODY} />
      <p className="max-w-3xl">
        Any call can answer these. What is particular to a call stands with it. After a 500, or when nothing answers,
        try again with growing pauses: calls that may be repeated are listed under{" "}
        <a href="#repeating" className="text-accent-text underline underline-offset-4">
          Repeating a call
        </a>
        .
      </p>
      <FactsTable
        caption="Errors of every call"
        columns={["Status", "Code", "When"]}
        rows={errors.map(({ status, code, when }) => [String(status), code ? `\`${code}\`` : "none", when])}
      />
    </Section>
  );
}

const CALLS = [
  [
    "Provision a solo account",
    "Your `externalUserId`, then the address",
    "200 with the account that exists. If it is active, `solo_account.verified` is sent again.",
  ],
  ["Deactivate", "The account", "200 with `deactivated: false`."],
  ["Reactivate", "The account", "200 with `reactivated: false`."],
  [
    "Log content",
    "Your `externalContentId`; without one, the `contentUrl`",
    "200 with `duplicate: true`, also when the content was taken down since. Nothing of the record changes, whatever else the body says.",
  ],
  ["Confirm a compliance copy", "The content", "200 with what is kept. Nobody is told again."],
  ["Take content down", "Your `externalContentId`", "200 with `deleted: false`."],
] as const;

/** Which calls can be sent twice, and what tells us that they are the same. */
export function Repeating() {
  return (
    <Section id="repeating" title="Repeating a call">
      <p className="max-w-3xl">
        <InlineText text="There is no idempotency header, and one that you send is not read. These calls are recognised by what they are about: a repeat changes nothing and answers with the record that exists." />
      </p>
      <FactsTable
        caption="Calls that may be repeated"
        columns={["Call", "Recognised by", "Answer to a repeat"]}
        rows={CALLS}
      />
    </Section>
  );
}
