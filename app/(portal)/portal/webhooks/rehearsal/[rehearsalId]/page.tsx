import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { KeepRefreshing } from "@/components/live/refresh";
import { RehearsalFacts, RehearsalSteps, SentEvents } from "@/components/rehearsals/rehearsal";
import { ActionForm } from "@/components/ui/action-form";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { listReceivers } from "@/lib/domain/events";
import { findRehearsal } from "@/lib/domain/rehearsals";
import { endRehearsalAction, rehearseAction } from "../actions";

export const metadata: Metadata = { title: "Rehearsal" };

/** One rehearsal: its steps, and the events that they sent. */
export default async function RehearsalPage({ params }: PageProps<"rehearsalId">) {
  const ctx = await requirePortalUser("manage_integration");
  const { rehearsalId } = await params;
  const rehearsal = await findRehearsal(ctx, { rehearsalId });
  if (!rehearsal) notFound();
  const receiver = (await listReceivers(ctx)).find(({ id }) => id === rehearsal.endpointId);
  const isMoving =
    rehearsal.clockAt !== null ||
    rehearsal.sent.some(({ deliveries }) => deliveries.some((one) => one.status === "pending"));
  return (
    <>
      <PageHeader
        title="Rehearsal"
        description={
          <>
            Nothing here is real. It ends <Time at={rehearsal.endsAt} />.
          </>
        }
        back={{ href: "/portal/webhooks/rehearsal", label: "Rehearsals" }}
        actions={<ActionForm action={endRehearsalAction.bind(null, rehearsal.id)} label="End rehearsal" />}
      />
      {isMoving ? <KeepRefreshing onlyWithScripts /> : null}
      <div className="flex flex-col gap-8">
        <RehearsalSteps rehearsal={rehearsal} take={rehearseAction.bind(null, rehearsal.id)} />
        <SentEvents events={rehearsal.sent} hasEndpoint={rehearsal.endpointId !== null} />
        <RehearsalFacts rehearsal={rehearsal} receiver={receiver} />
      </div>
    </>
  );
}
