import { MailPlus } from "lucide-react";
import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { StatusBadge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { PageSection } from "@/components/ui/page-header";
import { RowButton } from "@/components/ui/row-button";
import { Time } from "@/components/ui/time";
import type { TeamInvitation } from "@/lib/domain/parties/partners/queries";
import { ROLE_LABELS } from "@/lib/domain/parties/people/roles";
import { type Invite, InviteAgain } from "./invite-form";

const COLUMNS: Column<TeamInvitation>[] = [
  { header: "Role", cell: ({ role }) => ROLE_LABELS[role].name },
  {
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

type Invitation = { id: string; email: string; sentAt: Date; invitedBy: string | null };

type InvitationsProps<Row> = {
  rows: readonly Row[];
  /** What is shown between the address and when it was sent. */
  columns: readonly Column<Row>[];
  /** Withdraws one, and the button that sends one again; null for those who may not change them. */
  manage: { withdraw: (invitationId: string) => Promise<ActionResult>; again: (row: Row) => ReactNode } | null;
  empty?: ReactNode;
};

/** Invitations that wait for an answer. */
export const Invitations = <Row extends Invitation>({ rows, columns, manage, empty }: InvitationsProps<Row>) => (
  <PageSection id="invitations" title="Invitations" className="gap-4">
    <DataList
      caption="Invitations"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          header: "Invited",
          primary: true,
          cell: ({ email }) => <span className="break-all font-medium">{email}</span>,
        },
        ...columns,
        {
          header: "Sent",
          cell: ({ sentAt, invitedBy }) => (
            <span className="flex flex-col">
              <Time at={sentAt} />
              {invitedBy ? <span className="break-all text-muted text-xs">{invitedBy}</span> : null}
            </span>
          ),
        },
        ...(manage ? [actionsOf(manage)] : []),
      ]}
      empty={empty}
    />
  </PageSection>
);

const actionsOf = <Row extends Invitation>({
  withdraw,
  again,
}: NonNullable<InvitationsProps<Row>["manage"]>): Column<Row> => ({
  header: "Actions",
  align: "end",
  cell: (row) => (
    <span className="flex w-full gap-2 md:justify-end">
      {again(row)}
      <ConfirmAction
        trigger={<RowButton verb="Withdraw" about={`the invitation of ${row.email}`} />}
        title="Withdraw the invitation?"
        confirmLabel="Withdraw"
        action={withdraw.bind(null, row.id)}
        success="The invitation is withdrawn"
      >
        <p>
          The link in the mail to <strong className="break-all">{row.email}</strong> stops working. We don’t notify
          them.
        </p>
      </ConfirmAction>
    </span>
  ),
});
