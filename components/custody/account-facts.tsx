import { KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ViewedAccount } from "@/lib/domain/custody";

const LINKS: Record<ViewedAccount["link"], string> = {
  linked: "Linked, as the first to name the address",
  pending: "Asked, not answered",
  approved: "Asked, and approved",
  declined: "Asked, and declined",
};

/** What stands about an account, for a custodian. */
export function AccountFacts({ account }: { account: ViewedAccount }) {
  const { id, externalUserId, email, partner, link, checkId, createdAt, verifiedAt, suspendedAt, isLeft } = account;
  return (
    <KeyValue
      narrow
      items={[
        { label: "Account id", value: <CopyId value={id} label="account id" /> },
        { label: "Partner", value: partner.name },
        { label: "Their id", value: <CopyId value={externalUserId} label="their user id" /> },
        { label: "Email", value: <span className="break-all">{email}</span> },
        { label: "Person", value: isLeft ? "Was linked, and took it back" : LINKS[link] },
        { label: "Who pays", value: paying(account) },
        {
          label: "Identity",
          value: checkId ? (
            <TextLink href={`/custodian/identities/${checkId}`}>Latest check</TextLink>
          ) : (
            "No check begun"
          ),
        },
        { label: "Provisioned", value: <Time at={createdAt} as="datetime" /> },
        ...(verifiedAt ? [{ label: "ID verified", value: <Time at={verifiedAt} as="date" /> }] : []),
        ...(suspendedAt ? [{ label: "Suspended", value: <Time at={suspendedAt} as="datetime" /> }] : []),
      ]}
    />
  );
}

function paying({ fundedBy, subscribed, partner }: ViewedAccount): string {
  if (fundedBy === "platform") return partner.feeLapsedAt ? `${partner.name}, whose fee is unpaid` : partner.name;
  return subscribed ? "The creator, paid up" : subscribed === null ? "The creator, not begun" : "The creator, lapsed";
}
