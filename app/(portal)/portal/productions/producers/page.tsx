import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { ProducerInvitations, ProducerList } from "@/components/parties/producers/producer-list";
import { InviteForm } from "@/components/parties/team/invite-form";
import { ProductionTabs } from "@/components/productions/production";
import { PRODUCERS_PATH } from "@/components/shell/addresses";
import { PageHeader } from "@/components/ui/page-header";
import { TitledCard } from "@/components/ui/section";
import { may } from "@/lib/domain/parties/people";
import { linkedProducerList, listProducerInvitations } from "@/lib/domain/parties/producers";
import { inviteProducerAction, resendProducerInvitationAction, withdrawProducerInvitationAction } from "../actions";

export const metadata: Metadata = { title: "Producers" };

/** The producers that the partner works with, and its open invitations. Admins and owners invite. */
export default async function ProducersPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const [list, invitations] = await Promise.all([
    linkedProducerList.open(ctx, await searchParams),
    listProducerInvitations(ctx),
  ]);
  const mayManage = may(ctx.actor.role, "manage_records");
  return (
    <>
      <PageHeader
        title="Productions"
        description="Producers document who is in their productions and seal the records. Invite each one by email."
      />
      <div className="flex flex-col gap-6">
        <ProductionTabs current={PRODUCERS_PATH} />
        {list.rows.length > 0 || invitations.length === 0 ? <ProducerList {...list} mayManage={mayManage} /> : null}
        {mayManage ? (
          <TitledCard title="Invite a producer" description="We email them an invitation. It expires in seven days.">
            <InviteForm invite={inviteProducerAction} label="Producer’s email" />
          </TitledCard>
        ) : null}
        {invitations.length > 0 ? (
          <ProducerInvitations
            invitations={invitations}
            manage={
              mayManage ? { resend: resendProducerInvitationAction, withdraw: withdrawProducerInvitationAction } : null
            }
          />
        ) : null}
      </div>
    </>
  );
}
