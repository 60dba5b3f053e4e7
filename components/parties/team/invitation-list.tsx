import { MailPlus } from "lucide-react";
import type { Column } from "@/components/lists/data-list";
import { StatusBadge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { TeamInvitation } from "@/lib/domain/parties/partners/queries";
import { ROLE_LABELS } from "@/lib/domain/parties/people/roles";
import { Invitations } from "./invitations";
import { type Invite, InviteAgain } from "./invite-form";

const COLUMNS: Column<TeamInvitation>[] = [
  { id: "role", header: "Role", cell: ({ role }) => ROLE_LABELS[role].name },
  {
    id: "state",
    header: "Expires",
    cell: ({ expired, expiresAt }) =>
      expired ? <StatusBadge>Expired</StatusBadge> : <Time at={expiresAt} as="date" />,
  },
];

type InvitationListProps = {
  invitations: TeamInvitation[];
  mayManage: boolean;
  withdraw: (invitationId: string) => Promise<ActionResult>;
  invite: Invite;
};

/** Invitations to the team that are not accepted yet. */
export const InvitationList = ({ invitations, mayManage, withdraw, invite }: InvitationListProps) => (
  <Invitations
    rows={invitations}
    columns={COLUMNS}
    manage={
      mayManage
        ? { withdraw, again: ({ email, role }) => <InviteAgain email={email} role={role} invite={invite} /> }
        : null
    }
    empty={
      <EmptyState title="No open invitations" icon={<MailPlus />}>
        {mayManage ? "People you invite appear here until they join." : "Owners invite people to the team."}
      </EmptyState>
    }
  />
);
