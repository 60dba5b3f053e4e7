import { CodeBlock } from "@/components/ui/code-block";
import type { CallError } from "@/lib/api/reference/calls";
import { Prose, Section } from "./section";
import { ErrorsTable, FactsTable } from "./tables";

const STATUSES = [
  ["`pending_id_verification`", "Not active yet, for any reason.", "Send the creator to `onboardingUrl`."],
  [
    "`subscribed_pending_id`",
    "Paid for, but the ID is not verified yet.",
    "Send the creator to `onboardingUrl`. No uploads yet.",
  ],
  ["`active`", "Paid for and verified. We keep the records.", "Allow uploads, in this status only."],
  ["`suspended`", "Suspended. `suspendReason` says why.", "Block uploads."],
] as const;

const REASONS = [
  ["`subscription_lapsed`", "The creator’s own subscription ended.", "The creator pays again."],
  ["`platform_lapsed`", "Your platform fee lapsed.", "You pay the fee."],
  ["`partner_deactivated`", "You deactivated the creator.", "Only your reactivate call."],
  ["`platform_deactivated`", "We suspended the account.", "We lift it."],
  ["`manual_suspension`", "We suspended the account.", "We lift it."],
] as const;

/** The statuses of an account, and what to do about each. */
export function Statuses() {
  return (
    <Section id="statuses" title="Statuses of a solo account">
      <Prose text="There are four values. Block uploads for every status except `active`. A status never reveals whether the person already had an account with us, or agreed to be linked to you. Only calls about a creator’s content do: if we asked the person and they have not agreed, we refuse with `CONSENT_PENDING` or `CONSENT_DECLINED`." />
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

/** The format of errors, and the errors that any call can return. */
export function Errors({ errors }: { errors: readonly CallError[] }) {
  return (
    <Section id="errors" title="Errors">
      <Prose text="Every error has this format. Rely on the HTTP status. `code` tells causes of the same status apart; treat an unknown `code` like its status. `field` is the dotted path of the invalid field. The text of `error` is for people and may change." />
      <CodeBlock label="400" code={ERROR_BODY} />
      <p className="max-w-3xl">
        Any call can return these errors. Others are listed with their call. After a 500 or a timeout, retry with
        exponential backoff. The calls that are safe to repeat are listed under{" "}
        <a href="#repeating" className="text-accent-text underline underline-offset-4">
          Repeating a call
        </a>
        .
      </p>
      <ErrorsTable caption="Errors of every call" errors={errors} />
    </Section>
  );
}

const CALLS = [
  [
    "Provision a solo account",
    "Your `externalUserId`, then the email address",
    "200 with the existing account. If it is active, we send `solo_account.verified` again.",
  ],
  ["Deactivate", "The account", "200 with `deactivated: false`."],
  ["Reactivate", "The account", "200 with `reactivated: false`."],
  [
    "Log content",
    "Your `externalContentId`; without one, the `contentUrl`",
    "200 with `duplicate: true`, even if the content was taken down since. The record doesn’t change, whatever the body says.",
  ],
  ["Confirm a compliance copy", "The content", "200 with the stored copy. We send no second event."],
  ["Take content down", "Your `externalContentId`", "200 with `deleted: false`."],
  [
    "Create a scene",
    "Nothing: each call creates one",
    "A second scene, with its own fee and invitations. After a timeout, look for `collab_scene.created` before you call again.",
  ],
  ["Cancel a scene", "The scene", "200 with the first `cancelledAt`."],
  ["Extend a scene", "The scene and you", "200. An unpaid fee is tried again; a paid one is never charged twice."],
  [
    "Register a publication",
    "Your `contentUrl`",
    "409 `duplicate_publication`, even if the publication was removed since.",
  ],
  ["Create an upload session", "Nothing: each call creates one", "A second session. Both links work."],
  ["Remove a publication", "The publication", "200 with the first `removedAt` and a `message`."],
] as const;

/** Which calls are safe to repeat, and how we recognize a repeat. */
export function Repeating() {
  return (
    <Section id="repeating" title="Repeating a call">
      <Prose text="There is no idempotency header; we ignore one if you send it. We recognize a repeat by what the call is about. It changes nothing and returns the existing record." />
      <FactsTable
        caption="Calls that may be repeated"
        columns={["Call", "Recognized by", "Response to a repeat"]}
        rows={CALLS}
      />
    </Section>
  );
}
