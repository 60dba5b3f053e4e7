import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { ExaminationList } from "@/components/examinations/list";
import { readListAddress, type SearchParams } from "@/components/lists/list-address";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { listExaminations } from "@/lib/domain/examinations";

export const metadata: Metadata = { title: "Examinations" };

type Props = { searchParams: SearchParams };

/** Every time that records are opened to an inspector, an acquirer, a court or a regulator. */
export default async function ExaminationsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  return (
    <>
      <PageHeader
        title="Examinations"
        description="Records opened to an inspector, acquirer, court or regulator for a limited time."
        actions={
          <ButtonLink href="/custodian/examinations/new" variant="primary">
            Enter an examination
          </ButtonLink>
        }
      />
      <ExaminationList {...(await listExaminations(ctx, { cursor }))} />
    </>
  );
}
