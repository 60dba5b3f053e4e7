import { ExpiredLink } from "@/components/onboarding/expired-link";
import { Introduction } from "@/components/onboarding/introduction";
import { ProveMailbox } from "@/components/onboarding/prove-mailbox";
import { NotAccepted } from "@/components/onboarding/stages";
import { moneyText } from "@/components/ui/money";
import { SubmitButton } from "@/components/ui/submit-button";
import { hasLiveCode, maskAddress, readMailedRejection } from "@/lib/domain/onboarding";
import { env } from "@/lib/platform/env";
import { begin, confirmCode, mailCode, renewLink, start } from "./actions";
import type { Visitor } from "./visitor";

/** Who asks, why and what it takes, with the button that begins. */
export function Start({ action, visitor }: { action: () => Promise<void>; visitor: Visitor }) {
  return (
    <Introduction
      partnerName={visitor.onboarding.partner.name}
      custodian={env().custodianName}
      price={priceFor(visitor)}
    >
      <form action={action}>
        <SubmitButton size="lg" className="max-sm:w-full">
          Start
        </SubmitButton>
      </form>
    </Introduction>
  );
}

/** By the platform's plan and not by who pays for this account: the page reads the same whoever the creator is. */
export const priceFor = ({ onboarding: { partner } }: Visitor): string | null =>
  partner.plan === "creator_pays" ? moneyText(env().prices.creatorSubscriptionCents) : null;

/** What a visitor sees before proving the mailbox: behind the platform's link, the same for everyone. */
export async function Stranger({ visitor }: { visitor: Visitor }) {
  const { token, onboarding, visit } = visitor;
  const { kind, expired, account, partner } = onboarding;
  if (expired) return <ExpiredLink partnerName={partner.name} action={renewLink.bind(null, token)} />;
  if (kind === "mail") return ByOwnMail({ visitor });
  return (
    <Introduction
      partnerName={partner.name}
      custodian={env().custodianName}
      price={priceFor(visitor)}
      brief={visit !== null && hasLiveCode(visit)}
    >
      <ProveMailbox
        address={maskAddress(account.email)}
        codeSent={visit !== null && hasLiveCode(visit)}
        mailCode={mailCode.bind(null, token)}
        confirmCode={confirmCode.bind(null, token)}
      />
    </Introduction>
  );
}

/** What a mailed link shows before its button proves the mailbox: how to start, or why the last try was not accepted. */
export async function ByOwnMail({ visitor }: { visitor: Visitor }) {
  const { token, onboarding } = visitor;
  const rejected = await readMailedRejection(onboarding);
  if (!rejected) return <Start action={begin.bind(null, token)} visitor={visitor} />;
  return (
    <NotAccepted
      partnerName={onboarding.partner.name}
      reason={rejected.rejectionReason}
      note={rejected.rejectionNote}
      action={start.bind(null, token)}
    />
  );
}
