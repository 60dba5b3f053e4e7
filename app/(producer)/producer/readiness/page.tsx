import type { Metadata } from "next";
import { requireProducer } from "@/app/session";
import type { SearchParams } from "@/components/lists/list-address";
import { GapList } from "@/components/readiness/gap-list";
import { ReadinessPage } from "@/components/readiness/readiness";
import { ownGapList, readReadiness } from "@/lib/domain/readiness";

export const metadata: Metadata = { title: "Readiness" };

type Props = { searchParams: SearchParams };

/** What an inspection today would find missing in the producer’s productions. */
export default async function ProducerReadinessPage({ searchParams }: Props) {
  const ctx = await requireProducer();
  const [readiness, list] = await Promise.all([readReadiness(ctx), ownGapList.open(ctx, await searchParams)]);
  return (
    <ReadinessPage area="producer" readiness={readiness} whose="your productions">
      <GapList area="producer" {...list} />
    </ReadinessPage>
  );
}
