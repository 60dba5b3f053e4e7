import { Clapperboard } from "lucide-react";
import type { Column } from "@/components/lists/data-list";
import { ListView } from "@/components/lists/list-view";
import { Invitations } from "@/components/parties/team/invitations";
import { SendAgain } from "@/components/parties/team/invite-form";
import { PRODUCERS_PATH } from "@/components/shell/addresses";
import { StatusBadge } from "@/components/ui/badge";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { ListedInvitation, ListedProducer, linkedProducerList } from "@/lib/domain/parties/producers";

const PRODUCER_COLUMNS: Column<ListedProducer>[] = [
  {
    header: "Producer",
    primary: true,
    cell: ({ name }) => <span className="wrap-anywhere font-medium">{name}</span>,
  },
  { header: "Email", cell: ({ email }) => <span className="break-all">{email}</span> },
  { header: "Since", align: "end", cell: ({ joinedAt }) => <Time at={joinedAt} as="date" /> },
];

type ProducerListProps = Listed<typeof linkedProducerList> & { mayManage: boolean };

export const ProducerList = ({ mayManage, ...list }: ProducerListProps) => (
  <ListView
    {...list}
    path={PRODUCERS_PATH}
    caption="Producers, newest first"
    columns={PRODUCER_COLUMNS}
    empty={{
      title: "No producers yet",
      icon: <Clapperboard />,
      children: mayManage
        ? "Invite one below. They appear here once they accept."
        : "Owners and admins invite producers. They appear here once they accept.",
    }}
  />
);

const INVITATION_COLUMNS: Column<ListedInvitation>[] = [
  {
    header: "Status",
    cell: ({ expired }) => <StatusBadge ended={expired}>{expired ? "Expired" : "Invited"}</StatusBadge>,
  },
  { header: "Expires", cell: ({ expiresAt }) => <Time at={expiresAt} as="date" /> },
];

type ProducerInvitationsProps = {
  invitations: ListedInvitation[];
  /** Null for those who may not change them. */
  manage: Record<"resend" | "withdraw", (invitationId: string) => Promise<ActionResult>> | null;
};

/** The partner's invitations that wait for an answer. */
export const ProducerInvitations = ({ invitations, manage }: ProducerInvitationsProps) => (
  <Invitations
    rows={invitations}
    columns={INVITATION_COLUMNS}
    manage={
      manage && {
        withdraw: manage.withdraw,
        again: ({ id, email }: ListedInvitation) => <SendAgain email={email} send={manage.resend.bind(null, id)} />,
      }
    }
  />
);
