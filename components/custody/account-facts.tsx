import { reasonForService } from "@/components/accounts/solo-status";
import { type Column, DataList } from "@/components/lists/data-list";
import { StatusBadge } from "@/components/ui/badge";
import { Callout, EmptyState } from "@/components/ui/callout";
import { KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { ViewedAccount } from "@/lib/domain/accounts/custody";

const LINKS: Record<ViewedAccount["link"], string> = {
  linked: "Linked at provisioning",
  pending: "Waiting for answer",
  approved: "Approved",
  declined: "Declined",
};

/** The facts of an account, for a custodian. */
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
        { label: "Link", value: isLeft ? "Unlinked" : LINKS[link] },
        { label: "Who pays", value: paying(account) },
        {
          label: "Identity",
          value: checkId ? (
            <TextLink href={`/custodian/identities/${checkId}`}>Latest check</TextLink>
          ) : (
            "No ID check yet"
          ),
        },
        { label: "Provisioned", value: <Time at={createdAt} as="datetime" /> },
        verifiedAt && { label: "ID verified", value: <Time at={verifiedAt} as="date" /> },
        suspendedAt && { label: "Suspended", value: <Time at={suspendedAt} as="datetime" /> },
      ]}
    />
  );
}

function paying({ fundedBy, subscribed, partner }: ViewedAccount): string {
  if (fundedBy === "platform") return partner.feeLapsedAt ? `${partner.name}, fee unpaid` : partner.name;
  return `Creator, ${subscribed ? "paid" : subscribed === null ? "not subscribed" : "ended"}`;
}

type Suspension = ViewedAccount["suspensions"][number];

const COLUMNS: Column<Suspension>[] = [
  {
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
    header: "Status",
    cell: ({ liftedAt }) => (
      <StatusBadge tone={liftedAt ? "neutral" : "harm"}>{liftedAt ? "Lifted" : "Suspended"}</StatusBadge>
    ),
  },
  { header: "Since", cell: ({ placedAt }) => <Time at={placedAt} /> },
  { header: "Lifted", align: "end", cell: ({ liftedAt }) => (liftedAt ? <Time at={liftedAt} /> : "–") },
];

/** Every suspension of an account, newest first. The account stays suspended until all are lifted. */
export const AccountSuspensions = ({ suspensions }: { suspensions: readonly Suspension[] }) => (
  <PageSection id="suspensions" title="Suspensions">
    <DataList
      caption="Suspensions, newest first"
      rows={suspensions}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      empty={
        <EmptyState title="Never suspended">
          Neither we, the partner nor a missed payment ever suspended this account.
        </EmptyState>
      }
    />
  </PageSection>
);

/** Why lifting suspensions does not reactivate the account: its creator unlinked the platform. */
export const PersonLeft = ({ account: { partner } }: { account: ViewedAccount }) => (
  <Callout tone="waiting" title="The creator unlinked this platform" className="mb-6">
    That is why the account is suspended. Only the creator can reactivate it, by approving {partner.name} again.{" "}
    {partner.name} sees a suspension by the service. Don’t tell them more.
  </Callout>
);
