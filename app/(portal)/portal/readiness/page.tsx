import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { GapList } from "@/components/readiness/gap-list";
import { ReadinessPage } from "@/components/readiness/readiness";
import { gapList, readReadiness } from "@/lib/domain/readiness";

export const metadata: Metadata = { title: "Readiness" };

/** What an inspection today would find missing in the partner’s records, and in productions that are linked to it. */
export default async function PartnerReadinessPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const [readiness, list] = await Promise.all([readReadiness(ctx), gapList.open(ctx, await searchParams)]);
  return (
    <ReadinessPage area="portal" readiness={readiness} whose="your records and linked productions">
      <GapList area="portal" {...list} />
    </ReadinessPage>
  );
}
