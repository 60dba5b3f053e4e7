import { reasonForService } from "@/components/creators/solo-status";
import { StatusBadge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import type { Column } from "@/components/ui/column";
import { CopyId } from "@/components/ui/copy-id";
import { DataList } from "@/components/ui/data-list";
import { EmptyState } from "@/components/ui/empty-state";
import { KeyValue } from "@/components/ui/key-value";
import { TextLink } from "@/components/ui/text-link";
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

type Hold = ViewedAccount["holds"][number];

const COLUMNS: Column<Hold>[] = [
  {
    id: "reason",
    header: "Reason",
    primary: true,
    cell: ({ reason }) => (
      <span className="flex flex-col">
        <span className="first-letter:uppercase">{reasonForService(reason)}</span>
        <code className="break-all font-mono font-normal text-muted text-xs">{reason}</code>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    cell: ({ liftedAt }) => (
      <StatusBadge tone={liftedAt ? "neutral" : "harm"}>{liftedAt ? "Lifted" : "Stands"}</StatusBadge>
    ),
  },
  { id: "placed", header: "Placed", cell: ({ placedAt }) => <Time at={placedAt} /> },
  { id: "lifted", header: "Lifted", align: "end", cell: ({ liftedAt }) => (liftedAt ? <Time at={liftedAt} /> : "–") },
];

/** Every hold that stands or stood on an account, the latest first. The account is suspended while any stands. */
export const AccountHolds = ({ holds }: { holds: readonly Hold[] }) => (
  <section aria-labelledby="holds" className="flex flex-col gap-3">
    <h2 id="holds" className="font-semibold text-base">
      Holds
    </h2>
    <DataList
      caption="Holds, the latest first"
      rows={holds}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      empty={
        <EmptyState title="Never held">
          Neither the service, nor its partner, nor a missing payment has held this account.
        </EmptyState>
      }
    />
  </section>
);

/** Why an account is suspended that no release can bring back. */
export const PersonLeft = ({ account: { partner } }: { account: ViewedAccount }) => (
  <Callout tone="waiting" title="The creator took this platform’s link back" className="mb-6">
    That is why the account is suspended, and no release ends it: only the creator can, by approving {partner.name}{" "}
    again in their own room. To {partner.name} it looks like a suspension by the service; do not tell it otherwise.
  </Callout>
);
