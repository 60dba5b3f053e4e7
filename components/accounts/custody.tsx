import { WebhookNote } from "@/components/events/webhook-note";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import type { Creator } from "@/lib/domain/accounts/roster";
import { REASON_WORDS } from "@/lib/domain/accounts/states";
import { CLEARED_BY } from "./solo-status";

/** What the partner can do with a creator. */
export type CustodyOffer = "deactivate" | "reactivate" | "pays" | "otherwise";

/**
 * What the API would allow: reactivating a deactivated creator, unless another reason or an unpaid platform fee prevents it,
 * and no change of one who pays themselves.
 */
export function custodyOffer({ isDeactivated, paysThemselves, feeUnpaid, suspendReason }: Creator): CustodyOffer {
  if (isDeactivated) return suspendReason === "partner_deactivated" && !feeUnpaid ? "reactivate" : "otherwise";
  return paysThemselves ? "pays" : "deactivate";
}

type CustodyProps = {
  creator: Creator;
  deactivate: () => Promise<ActionResult>;
  reactivate: () => Promise<ActionResult>;
};

/** The button to deactivate or reactivate a creator, with what that changes for them. */
export function CustodyButton({ creator, deactivate, reactivate }: CustodyProps) {
  const offer = custodyOffer(creator);
  if (offer !== "deactivate" && offer !== "reactivate") return null;
  const isDeactivation = offer === "deactivate";
  const verb = isDeactivation ? "Deactivate" : "Reactivate";
  const name = creator.externalUserId;
  return (
    <ConfirmAction
      trigger={<Button variant={isDeactivation ? undefined : "primary"}>{verb}</Button>}
      title={`${verb} “${name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name}”?`}
      confirmLabel={verb}
      tone={isDeactivation ? "harm" : "neutral"}
      success={`${verb}d.`}
      action={isDeactivation ? deactivate : reactivate}
    >
      {isDeactivation ? <Deactivation creator={creator} /> : <Reactivation creator={creator} />}
    </ConfirmAction>
  );
}

const NAME_SHOWN = 60;

function Deactivation({ creator: { status } }: { creator: Creator }) {
  return (
    <>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {status === "active" ? (
          <>
            <li>They’re active now and can no longer upload.</li>
            <li>They come off your next platform invoice.</li>
          </>
        ) : null}
        {status === "suspended" ? <li>They stay suspended even after the other reason is cleared.</li> : null}
        {status !== "active" && status !== "suspended" ? <li>They can’t continue onboarding.</li> : null}
        <li>Their records stay in custody.</li>
        {status === "suspended" ? null : <WebhookNote type="solo_account.suspended" />}
      </ul>
      <p className="text-muted">You can reactivate them at any time without a new ID check.</p>
    </>
  );
}

function Reactivation({ creator: { verifiedAt, paysThemselves } }: { creator: Creator }) {
  return verifiedAt ? (
    <ul className="flex list-disc flex-col gap-2 pl-5">
      <li>They become active immediately, without a new ID check.</li>
      {paysThemselves ? null : <li>They’re on your next platform invoice again.</li>}
      <WebhookNote type="solo_account.verified" />
    </ul>
  ) : (
    <p>They continue onboarding where they left off.</p>
  );
}

const OTHERWISE = {
  fee: " Your platform fee is unpaid. You can reactivate them once it’s paid.",
  otherReason: " You deactivated them as well. You can reactivate them once that is cleared.",
};

/** Why the creator is suspended and who can end it, or why they can't be deactivated. */
export function CustodyNotes({ creator }: { creator: Creator }) {
  const { suspendReason } = creator;
  const offer = custodyOffer(creator);
  return (
    <>
      {suspendReason ? (
        <Callout tone="harm" title={`Suspended: ${REASON_WORDS[suspendReason]}`}>
          {CLEARED_BY[suspendReason]}
          {offer === "otherwise" ? OTHERWISE[suspendReason === "partner_deactivated" ? "fee" : "otherReason"] : null}
        </Callout>
      ) : null}
      {offer === "pays" ? (
        <Callout title="They pay for their own subscription">
          Only they can end it, so you can’t deactivate or reactivate them. The API answers{" "}
          <code className="break-all font-mono text-xs">CREATOR_PAYS_OWN_SUBSCRIPTION</code>. To stop them from
          publishing, block them on your own platform.
        </Callout>
      ) : null}
    </>
  );
}
