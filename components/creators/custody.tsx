import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";

import type { Creator } from "@/lib/domain/roster";
import { CLEARED_BY } from "./solo-status";

/** What the partner may do about a creator's custody. */
export type CustodyOffer = "deactivate" | "reactivate" | "pays" | "otherwise";

/**
 * As the API would answer: who is deactivated may be taken back, unless there is another reason or the platform's fee is
 * unpaid; who pays themselves stays.
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
            <li>They are active now, and may not upload any more.</li>
            <li>They leave your next platform invoice.</li>
          </>
        ) : null}
        {status === "suspended" ? <li>They stay suspended, also when the other reason is gone.</li> : null}
        {status !== "active" && status !== "suspended" ? <li>They cannot go on with onboarding.</li> : null}
        <li>Their records stay in custody.</li>
        {status === "suspended" ? null : (
          <li>
            Your program is told by <code className="font-mono text-xs">solo_account.suspended</code>.
          </li>
        )}
      </ul>
      <p className="text-muted">You can take them back whenever you like, without a new ID check.</p>
    </>
  );
}

function Reactivation({ creator: { verifiedAt, paysThemselves } }: { creator: Creator }) {
  return verifiedAt ? (
    <ul className="flex list-disc flex-col gap-2 pl-5">
      <li>They are active at once. No new ID check runs.</li>
      {paysThemselves ? null : <li>They are on your next platform invoice again.</li>}
      <li>
        Your program is told by <code className="font-mono text-xs">solo_account.verified</code>.
      </li>
    </ul>
  ) : (
    <p>They go on with onboarding where they were.</p>
  );
}

const OTHERWISE = {
  fee: " Your platform fee is unpaid: you can take them back once it is paid.",
  hold: " You deactivated them as well; you can take them back once that is cleared.",
};

/** Why they are suspended and who can end it; why there is nothing to deactivate. */
export function CustodyNotes({ creator }: { creator: Creator }) {
  const { suspendReason } = creator;
  const offer = custodyOffer(creator);
  return (
    <>
      {suspendReason ? (
        <Callout tone="harm" title={`Suspended: ${suspendReason}`}>
          {CLEARED_BY[suspendReason]}
          {offer === "otherwise" ? OTHERWISE[suspendReason === "partner_deactivated" ? "fee" : "hold"] : null}
        </Callout>
      ) : null}
      {offer === "pays" ? (
        <Callout title="They pay for their own subscription">
          Only they can end it, so you can neither deactivate nor reactivate them: the API answers{" "}
          <code className="break-all font-mono text-xs">CREATOR_PAYS_OWN_SUBSCRIPTION</code>. To keep them from
          publishing, stop them on your own platform.
        </Callout>
      ) : null}
    </>
  );
}
