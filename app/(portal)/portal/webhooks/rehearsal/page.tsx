import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { WebhookTabs } from "@/components/events/webhooks/endpoint";
import { RehearsalIntro, RehearsalStart, RunningRehearsals } from "@/components/rehearsals/rehearsal-start";
import { PageHeader } from "@/components/ui/page-header";
import { listReceivers } from "@/lib/domain/events";
import { listRehearsals } from "@/lib/domain/rehearsals";
import { startRehearsalAction } from "./actions";

export const metadata: Metadata = { title: "Rehearsal" };

/** Starts a rehearsal, and lists those that run. */
export default async function RehearsalsPage() {
  const ctx = await requirePortalUser("manage_integration");
  const [rehearsals, receivers] = await Promise.all([listRehearsals(ctx), listReceivers(ctx)]);
  return (
    <>
      <PageHeader title="Webhooks" description="Press what happens to a made-up creator, and get the real events." />
      <WebhookTabs current="rehearsal" />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <RehearsalStart
            start={startRehearsalAction}
            receivers={receivers.filter(({ status }) => status === "enabled")}
          />
          <RunningRehearsals rehearsals={rehearsals} receivers={receivers} />
        </div>
        <RehearsalIntro />
      </div>
    </>
  );
}
