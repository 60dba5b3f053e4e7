import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { InvitationList } from "@/components/team/invitation-list";
import { InviteForm } from "@/components/team/invite-form";
import { MemberList } from "@/components/team/member-list";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { listTeam } from "@/lib/domain/partners";
import { may } from "@/lib/domain/people";
import { changeRoleAction, inviteAction, removeMemberAction, withdrawInvitationAction } from "./actions";

export const metadata: Metadata = { title: "Team" };

/** Who works for the partner here, with which role, and who is invited. Owners change it; everybody may leave. */
export default async function TeamPage() {
  const ctx = await requirePortalUser();
  const { members, invitations } = await listTeam(ctx);
  const mayManage = may(ctx.actor.role, "manage_team");
  return (
    <>
      <PageHeader
        title="Team"
        description={
          mayManage ? "Who may enter this portal, and what they may do." : "Owners change the team; you may leave it."
        }
      />
      <div className="flex flex-col gap-8">
        <MemberList
          members={members}
          me={ctx.actor.userId}
          mayManage={mayManage}
          changeRole={changeRoleAction}
          remove={removeMemberAction}
        />
        {mayManage ? (
          <Card as="section">
            <CardHeader title="Invite somebody" description="They get a mail. The invitation stands for seven days." />
            <CardBody>
              <InviteForm invite={inviteAction} />
            </CardBody>
          </Card>
        ) : null}
        <InvitationList
          invitations={invitations}
          mayManage={mayManage}
          withdraw={withdrawInvitationAction}
          invite={inviteAction}
        />
      </div>
    </>
  );
}
