import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import type { SearchParams } from "@/components/lists/list-address";
import { MatchList } from "@/components/removals/exchange/match-list";
import { SourceList } from "@/components/removals/exchange/source-list";
import { EXCHANGE_PATH, NEW_SOURCE_PATH } from "@/components/shell/addresses";
import { SectionCard } from "@/components/ui/card";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader, PageSection } from "@/components/ui/page-header";
import { listSources, matchList } from "@/lib/domain/removals/exchange";
import { decideMatchAction } from "./actions";

export const metadata: Metadata = { title: "Hash exchange" };

type Props = { searchParams: SearchParams };

/** Hashes of intimate images that others list, what they matched, and ours of confirmed copies. */
export default async function ExchangePage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const [sources, list] = await Promise.all([listSources(ctx), matchList.open(ctx, await searchParams)]);
  return (
    <>
      <PageHeader
        title="Hash exchange"
        description="Hashes of intimate images shared without consent. Partners and claimants see nothing of this."
        actions={
          <ButtonLink href={NEW_SOURCE_PATH} variant="primary">
            Add a source
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-8">
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
          <SourceList sources={sources} />
          <SectionCard
            id="ours"
            title="Hashes of confirmed copies"
            description="Only those that adults had taken down, each under a random id. We record each download. A downloaded file can’t be recalled."
            body="flex flex-wrap gap-2"
          >
            <ButtonLink href={`${EXCHANGE_PATH}/export?format=stopncii`}>For StopNCII (JSON)</ButtonLink>
            <ButtonLink href={`${EXCHANGE_PATH}/export?format=threatexchange`}>For ThreatExchange (CSV)</ButtonLink>
          </SectionCard>
        </div>
        <PageSection id="matches" title="Matches">
          <MatchList {...list} decide={decideMatchAction} />
        </PageSection>
      </div>
    </>
  );
}
