import { ExpiredLink } from "@/components/onboarding/expired-link";
import { Introduction } from "@/components/onboarding/introduction";
import { NotAccepted } from "@/components/onboarding/not-accepted";
import { ProveMailbox } from "@/components/onboarding/prove-mailbox";
import { hasLiveCode, maskAddress, readMailedRejection } from "@/lib/domain/onboarding";
import { env } from "@/lib/platform/env";
import { begin, confirmCode, mailCode, renewLink, start } from "./actions";
import { priceFor, Start } from "./start";
import type { Visitor } from "./visitor";

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
