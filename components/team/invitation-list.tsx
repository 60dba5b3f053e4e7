import { MailPlus } from "lucide-react";
import { Section } from "@/components/portal/section";
import { StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { type Column, DataList } from "@/components/ui/data-list";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { TeamInvitation } from "@/lib/domain/partners/queries";
import { ROLE_LABELS } from "@/lib/domain/people/roles";
import { type Invite, InviteAgain } from "./invite-form";

export type InvitationListProps = {
  invitations: TeamInvitation[];
  mayManage: boolean;
  withdraw: (invitationId: string) => Promise<ActionResult>;
  invite: Invite;
};

/** Invitations not accepted yet. */
export function InvitationList({ invitations, mayManage, withdraw, invite }: InvitationListProps) {
  const columns: Column<TeamInvitation>[] = [
    {
      id: "email",
      header: "Invited",
      primary: true,
      cell: ({ email }) => <span className="break-all font-medium">{email}</span>,
    },
    { id: "role", header: "Role", cell: ({ role }) => ROLE_LABELS[role].name },
    {
      id: "state",
      header: "Expires",
      cell: ({ expired, expiresAt }) =>
        expired ? <StatusBadge>Expired</StatusBadge> : <Time at={expiresAt} as="date" />,
    },
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
    ...(mayManage ? [actionsOf(withdraw, invite)] : []),
  ];
  return (
    <Section id="invitations" title="Invitations" className="gap-4">
      <DataList
        caption="Invitations"
        rows={invitations}
        rowKey={({ id }) => id}
        columns={columns}
        empty={
          <EmptyState title="No open invitations" icon={<MailPlus />}>
            {mayManage ? "People you invite appear here until they join." : "Owners invite people to the team."}
          </EmptyState>
        }
      />
    </Section>
  );
}

const actionsOf = (withdraw: InvitationListProps["withdraw"], invite: Invite): Column<TeamInvitation> => ({
  id: "actions",
  header: "Actions",
  align: "end",
  cell: ({ id, email, role }) => (
    <span className="flex w-full gap-2 md:justify-end">
      <InviteAgain email={email} role={role} invite={invite} />
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
