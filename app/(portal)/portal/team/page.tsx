import type { Metadata } from "next";
import { stepPage } from "@/app/current-actor";
import { requirePortalUser, requireSession } from "@/app/session";
import { InvitationList } from "@/components/parties/team/invitations";
import { InviteForm } from "@/components/parties/team/invite-form";
import { MemberList, RequireFactor } from "@/components/parties/team/member-list";
import { PageHeader } from "@/components/ui/page-header";
import { TitledCard } from "@/components/ui/section";
import { listTeam } from "@/lib/domain/parties/partners";
import { isFresh, may } from "@/lib/domain/parties/people";
import {
  changeRoleAction,
  inviteAction,
  removeMemberAction,
  requireFactorAction,
  withdrawInvitationAction,
} from "./actions";

export const metadata: Metadata = { title: "Team" };

/** The partner’s team, roles and invitations. Owners manage it; anyone may leave. */
export default async function TeamPage() {
  const ctx = await requirePortalUser();
  const { members, invitations, secondFactorRequired } = await listTeam(ctx);
  const mayManage = may(ctx.actor.role, "manage_team");
  return (
    <>
      <PageHeader
        title="Team"
        description={
          mayManage ? "Who can use this portal, and what they can do." : "Owners manage the team. You can leave it."
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
          <RequireFactor
            members={members}
            required={secondFactorRequired}
            set={requireFactorAction}
            confirm={isFresh(await requireSession()) ? null : stepPage("factor", "/portal/team")}
          />
        ) : null}
        {mayManage ? (
          <TitledCard title="Invite a person" description="We email them an invitation. It expires in seven days.">
            <InviteForm invite={inviteAction} label="Email" hasRole />
          </TitledCard>
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
