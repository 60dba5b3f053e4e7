import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { DeadlineRehearsals, RunningDeadline } from "@/components/rehearsals/deadline-rehearsal";
import { DeadlineStart } from "@/components/rehearsals/deadline-start";
import { TAKEDOWNS_PATH } from "@/components/shell/addresses";
import { PageHeader } from "@/components/ui/page-header";
import { listReceivers } from "@/lib/domain/events";
import { may } from "@/lib/domain/parties/people";
import { findRunningRehearsal, listDeadlineRehearsals } from "@/lib/domain/rehearsals";
import { startDeadlineAction } from "./actions";

export const metadata: Metadata = { title: "Deadline rehearsals" };

/** Starts a rehearsed takedown, and lists how long the team took for those before. */
export default async function DeadlineRehearsalsPage() {
  const ctx = await requirePortalUser();
  const mayStart = may(ctx.actor.role, "manage_records");
  const [rehearsals, running, receivers] = await Promise.all([
    listDeadlineRehearsals(ctx),
    findRunningRehearsal(ctx),
    mayStart ? listReceivers(ctx) : [],
  ]);
  return (
    <>
      <PageHeader
        title="Deadline rehearsals"
        description="Measure your team before the law does. No record, figure or report includes a rehearsal."
        back={{ href: TAKEDOWNS_PATH, label: "Takedowns" }}
      />
      <div className="flex flex-col gap-8">
        {running ? <RunningDeadline running={running} /> : null}
        {mayStart && !running ? (
          <DeadlineStart
            start={startDeadlineAction}
            receivers={receivers.filter(({ status }) => status === "enabled")}
          />
        ) : null}
        <DeadlineRehearsals rehearsals={rehearsals} />
      </div>
    </>
  );
}
