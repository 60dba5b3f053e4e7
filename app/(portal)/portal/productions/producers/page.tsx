import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { listHref, readListAddress } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { ProducerInvitations, ProducerList } from "@/components/parties/producers/producer-list";
import { InviteForm } from "@/components/parties/team/invite-form";
import { ProductionTabs } from "@/components/productions/production";
import { PRODUCERS_PATH } from "@/components/productions/production-address";
import { PageHeader } from "@/components/ui/page-header";
import { TitledCard } from "@/components/ui/section";
import { may } from "@/lib/domain/parties/people";
import { listProducers } from "@/lib/domain/parties/producers";
import { inviteProducerAction, resendProducerInvitationAction, withdrawProducerInvitationAction } from "./actions";

export const metadata: Metadata = { title: "Producers" };

/** The producers that the partner works with, and its open invitations. Admins and owners invite. */
export default async function ProducersPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const { producers, invitations } = await listProducers(ctx, { cursor });
  const mayManage = may(ctx.actor.role, "manage_records");
  const { rows, newer, older } = producers;
  return (
    <>
      <PageHeader
        title="Productions"
        description="Producers document who is in their productions and seal the records. Invite each one by email."
      />
      <div className="flex flex-col gap-6">
        <ProductionTabs current={PRODUCERS_PATH} />
        {rows.length > 0 || invitations.length === 0 ? <ProducerList producers={rows} mayManage={mayManage} /> : null}
        <Pager
          newer={newer && listHref(PRODUCERS_PATH, { cursor: newer })}
          older={older && listHref(PRODUCERS_PATH, { cursor: older })}
        />
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
