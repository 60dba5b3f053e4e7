import { Clapperboard } from "lucide-react";
import { Section } from "@/components/portal/section";
import { StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { type Column, DataList } from "@/components/ui/data-list";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { ListedInvitation, ListedProducer } from "@/lib/domain/producers";
import { ResendInvitation } from "./invite-form";

const PRODUCER_COLUMNS: Column<ListedProducer>[] = [
  {
    id: "name",
    header: "Producer",
    primary: true,
    cell: ({ name }) => <span className="wrap-anywhere font-medium">{name}</span>,
  },
  { id: "email", header: "Email", cell: ({ email }) => <span className="break-all">{email}</span> },
  { id: "since", header: "Since", align: "end", cell: ({ joinedAt }) => <Time at={joinedAt} as="date" /> },
];

/** The producers that accepted the partner's invitation. */
export const ProducerList = ({ producers, mayManage }: { producers: ListedProducer[]; mayManage: boolean }) => (
  <DataList
    caption="Producers, newest first"
    rows={producers}
    rowKey={({ id }) => id}
    columns={PRODUCER_COLUMNS}
    empty={
      <EmptyState title="No producers yet" icon={<Clapperboard />}>
        {mayManage
          ? "Invite one below. They appear here once they accept."
          : "Owners and admins invite producers. They appear here once they accept."}
      </EmptyState>
    }
  />
);

type Manage = Record<"resend" | "withdraw", (invitationId: string) => Promise<ActionResult>>;

/** The partner's invitations that wait for an answer. `manage` is null for those who may not change them. */
export function ProducerInvitations({
  invitations,
  manage,
}: {
  invitations: ListedInvitation[];
  manage: Manage | null;
}) {
  const columns: Column<ListedInvitation>[] = [
    {
      id: "email",
      header: "Invited",
      primary: true,
      cell: ({ email }) => <span className="break-all font-medium">{email}</span>,
    },
    {
      id: "status",
      header: "Status",
      cell: ({ expired }) => <StatusBadge ended={expired}>{expired ? "Expired" : "Invited"}</StatusBadge>,
    },
    { id: "expires", header: "Expires", cell: ({ expiresAt }) => <Time at={expiresAt} as="date" /> },
    {
      id: "sent",
      header: "Sent",
      cell: ({ sentAt, invitedBy }) => (
        <span className="flex flex-col">
          <Time at={sentAt} />
          {invitedBy ? <span className="break-all text-muted text-xs">{invitedBy}</span> : null}
        </span>
      ),
    },
    ...(manage ? [actionsOf(manage)] : []),
  ];
  return (
    <Section id="invitations" title="Invitations" className="gap-4">
      <DataList caption="Invitations" rows={invitations} rowKey={({ id }) => id} columns={columns} />
    </Section>
  );
}

const actionsOf = ({ resend, withdraw }: Manage): Column<ListedInvitation> => ({
  id: "actions",
  header: "Actions",
  align: "end",
  cell: ({ id, email }) => (
    <span className="flex w-full gap-2 md:justify-end">
      <ResendInvitation email={email} resend={resend.bind(null, id)} />
      <ConfirmAction
        trigger={
          <Button size="sm" aria-label={`Withdraw the invitation of ${email}`}>
            Withdraw
          </Button>
        }
        title="Withdraw the invitation?"
        confirmLabel="Withdraw"
        action={withdraw.bind(null, id)}
        success="The invitation is withdrawn"
      >
        <p>
          The link in the mail to <strong className="break-all">{email}</strong> stops working. We don’t notify them.
        </p>
      </ConfirmAction>
    </span>
  ),
});
