import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { TakedownList } from "@/components/removals/takedowns/takedown-list";
import { TAKEDOWN_REPORTS_PATH } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { countOpenTakedowns, TAKEDOWNS_COUNTED_AT_MOST, takedownList } from "@/lib/domain/removals";

export const metadata: Metadata = { title: "Takedowns" };

/** What the partner must take down, by deadline. */
export default async function TakedownsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const [list, { open, breached }] = await Promise.all([
    takedownList.open(ctx, await searchParams),
    countOpenTakedowns(ctx),
  ]);
  return (
    <>
      <PageHeader
        title="Takedowns"
        description="Your content named in removal requests. We never say who asked."
        actions={<ButtonLink href={TAKEDOWN_REPORTS_PATH}>Monthly report</ButtonLink>}
      />
      <TakedownList {...list} open={open} breached={breached} most={TAKEDOWNS_COUNTED_AT_MOST} />
    </>
  );
}
