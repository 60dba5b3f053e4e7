import { ProveMailbox } from "@/components/acts/prove-mailbox";
import { ExpiredLink } from "@/components/creators/onboarding/expired-link";
import { Introduction } from "@/components/creators/onboarding/introduction";
import { NotAccepted } from "@/components/creators/onboarding/stages";
import { LargeSubmit } from "@/components/ui/form";
import { moneyText } from "@/components/ui/format";
import { hasLiveCode } from "@/lib/domain/acts";
import { maskAddress, readMailedRejection } from "@/lib/domain/creators/onboarding";

import { env } from "@/lib/platform/env";
import { confirmCodeAction, mailCodeAction, renewLinkAction, startAction, startByMailAction } from "./actions";
import type { Visitor } from "./visitor";

/** The introduction, with the button that starts the check. */
export function Start({ action, visitor }: { action: () => Promise<void>; visitor: Visitor }) {
  return (
    <Introduction
      partnerName={visitor.onboarding.partner.name}
      custodian={env().custodianName}
      price={priceFor(visitor)}
    >
      <form action={action}>
        <LargeSubmit>Start</LargeSubmit>
      </form>
    </Introduction>
  );
}

/** By the platform's plan and not this account's payer, so that the page reads the same for every creator. */
const priceFor = ({ onboarding: { partner } }: Visitor): string | null =>
  partner.plan === "creator_pays" ? moneyText(env().prices.creatorSubscriptionCents) : null;

/** The page before the mailbox is proven. Behind the platform's link it is the same for everyone. */
export async function Welcome({ visitor }: { visitor: Visitor }) {
  const { token, onboarding, visit } = visitor;
  const { kind, expired, account, partner } = onboarding;
  const codeSent = visit !== null && hasLiveCode(visit);
  if (expired) return <ExpiredLink partnerName={partner.name} action={renewLinkAction.bind(null, token)} />;
  if (kind === "mail") return ByOwnMail({ visitor });
  return (
    <Introduction partnerName={partner.name} custodian={env().custodianName} price={priceFor(visitor)} brief={codeSent}>
      <ProveMailbox
        address={maskAddress(account.email)}
        codeSent={codeSent}
        mailCode={mailCodeAction.bind(null, token)}
        confirmCode={confirmCodeAction.bind(null, token)}
      >
        {codeSent ? (
          <p className="text-muted text-sm">
            No email after a minute? Check your spam folder. The link in our own email works without a code.
          </p>
        ) : null}
      </ProveMailbox>
    </Introduction>
  );
}

/** The page of a mailed link before its button proves the mailbox: the introduction, or the last rejection. */
export async function ByOwnMail({ visitor }: { visitor: Visitor }) {
  const { token, onboarding } = visitor;
  const rejected = await readMailedRejection(onboarding);
  if (!rejected) return <Start action={startByMailAction.bind(null, token)} visitor={visitor} />;
  return (
    <NotAccepted
      partnerName={onboarding.partner.name}
      reason={rejected.rejectionReason}
      note={rejected.rejectionNote}
      action={startAction.bind(null, token)}
    />
  );
}
