import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { KnownCaseList } from "@/components/identity/known-cases";
import type { SearchParams } from "@/components/lists/list-address";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { knownCaseList } from "@/lib/domain/identity";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Known cases" };

/** Known cases, which are planted in custodians' queues to count how often they are right. */
export default async function KnownCasesPage({ searchParams }: { searchParams: SearchParams }) {
  const ctx = await requireCustodian();
  const list = await knownCaseList.open(ctx, await searchParams);
  const every = env().goldenCheckEvery;
  return (
    <>
      <PageHeader
        title="Known cases"
        description={
          every > 0
            ? `Planted in the queue of ID checks. A custodian gets one after ${every} decisions, and each one once.`
            : "No known cases appear until an operator sets GOLDEN_CHECK_EVERY."
        }
        actions={
          <ButtonLink href="/custodian/known-cases/new" variant="primary">
            Make a known case
          </ButtonLink>
        }
      />
      <KnownCaseList {...list} />
    </>
  );
}
