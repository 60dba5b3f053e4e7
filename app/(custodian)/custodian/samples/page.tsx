import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { SampleList } from "@/components/examinations/samples";
import type { SearchParams } from "@/components/lists/list-address";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { allSampleList } from "@/lib/domain/examinations";

export const metadata: Metadata = { title: "Samples" };

type Props = { searchParams: SearchParams };

/** Samples of partners’ records, drawn for their acquirers. */
export default async function SamplesPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const list = await allSampleList.open(ctx, await searchParams);
  return (
    <>
      <PageHeader
        title="Samples"
        description="Random records of a partner for its acquirer. Enter an examination to open one."
        actions={
          <ButtonLink href="/custodian/samples/new" variant="primary">
            Ask for a sample
          </ButtonLink>
        }
      />
      <SampleList area="custodian" {...list} />
    </>
  );
}
