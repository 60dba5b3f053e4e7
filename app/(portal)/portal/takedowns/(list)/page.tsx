import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { RunningDeadline } from "@/components/rehearsals/deadline-rehearsal";
import { TakedownList } from "@/components/removals/takedowns/takedown-list";
import { DEADLINE_REHEARSALS_PATH, TAKEDOWN_REPORTS_PATH } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { findRunningRehearsal } from "@/lib/domain/rehearsals";
import { countOpenTakedowns, TAKEDOWNS_COUNTED_AT_MOST, takedownList } from "@/lib/domain/removals";

export const metadata: Metadata = { title: "Takedowns" };

/** What the partner must take down, by deadline. */
export default async function TakedownsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const [list, { open, breached }, running] = await Promise.all([
    takedownList.open(ctx, await searchParams),
    countOpenTakedowns(ctx),
    findRunningRehearsal(ctx),
  ]);
  return (
    <>
      <PageHeader
        title="Takedowns"
        description="Your content named in removal requests. We never say who asked."
        actions={
          <>
            <ButtonLink href={DEADLINE_REHEARSALS_PATH}>Rehearse a deadline</ButtonLink>
            <ButtonLink href={TAKEDOWN_REPORTS_PATH}>Monthly report</ButtonLink>
          </>
        }
      />
      {running ? <RunningDeadline running={running} /> : null}
      <TakedownList {...list} open={open} breached={breached} most={TAKEDOWNS_COUNTED_AT_MOST} />
    </>
  );
}
