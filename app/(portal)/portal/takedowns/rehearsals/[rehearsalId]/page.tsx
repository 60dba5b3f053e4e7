import type { Metadata } from "next";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import {
  DeadlineFacts,
  DeadlineStatus,
  DeadlineStep,
  RehearsedRecord,
} from "@/components/rehearsals/deadline-rehearsal";
import { DEADLINE_REHEARSALS_PATH } from "@/components/shell/addresses";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { viewDeadlineRehearsal } from "@/lib/domain/rehearsals";
import { REHEARSED_TITLE } from "@/lib/domain/rehearsals/labels";
import { cancelDeadlineAction, markRehearsedAction } from "../actions";

export const metadata: Metadata = { title: "Deadline rehearsal" };

/** One rehearsed takedown, laid out as a real one. */
export default async function DeadlineRehearsalPage({ params }: PageProps<"rehearsalId">) {
  const ctx = await requirePortalUser();
  const rehearsal = await viewDeadlineRehearsal(ctx, (await params).rehearsalId).catch(orNotFound);
  const { role } = ctx.actor;
  const mayManage = may(role, "manage_records");
  return (
    <>
      <PageHeader
        title={REHEARSED_TITLE}
        description="A rehearsal. Nothing here is real."
        back={{ href: DEADLINE_REHEARSALS_PATH, label: "Deadline rehearsals" }}
        meta={<DeadlineStatus status={rehearsal.status} />}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <DeadlineStep
            rehearsal={rehearsal}
            mark={mayManage ? markRehearsedAction.bind(null, rehearsal.id) : null}
            cancel={mayManage ? cancelDeadlineAction.bind(null, rehearsal.id) : null}
          />
          <RehearsedRecord rehearsal={rehearsal} />
        </div>
        <DeadlineFacts rehearsal={rehearsal} showsEvents={may(role, "manage_integration")} />
      </div>
    </>
  );
}
