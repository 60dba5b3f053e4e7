import type { Metadata } from "next";
import { requireProducer } from "@/app/session";
import { pagesOf, type SearchParams, unreadNames } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { RevokedLately } from "@/components/productions/certificates";
import {
  NEW_PRODUCTION_PATH,
  NoProductions,
  OwnProductionFilters,
  ownProductionsHref,
} from "@/components/productions/producer/production-filters";
import { OwnProductionList } from "@/components/productions/producer/production-list";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { countRevokedLately, listProductions, REVOKED_COUNTED_AT_MOST } from "@/lib/domain/productions";
import { ProductionPageQuery } from "@/lib/domain/productions/portal/schemas";
import { clock } from "@/lib/platform/clock";

export const metadata: Metadata = { title: "Productions" };

type Props = { searchParams: SearchParams };

/** The producer's productions, newest first, with what each one waits for. */
export default async function ProducerPage({ searchParams }: Props) {
  const ctx = await requireProducer();
  const sent = await searchParams;
  const { q, status, cursor } = ProductionPageQuery.parse(sent);
  const address = { q, status, cursor };
  const [{ rows, newer, older }, revoked] = await Promise.all([listProductions(ctx, address), countRevokedLately(ctx)]);
  const filtered = q !== undefined || status !== undefined;
  const hasNone = rows.length === 0 && !filtered;
  const at = (there: string) => ownProductionsHref({ ...address, cursor: there });
  return (
    <>
      <PageHeader
        title="Productions"
        description="Document who is in a production, seal its records once, and get a certificate that every platform can check."
        actions={
          hasNone ? undefined : (
            <ButtonLink variant="primary" href={NEW_PRODUCTION_PATH}>
              Create production
            </ButtonLink>
          )
        }
      />
      <div className="flex flex-col gap-4">
        {status === "revoked" ? null : (
          <RevokedLately
            count={revoked}
            most={REVOKED_COUNTED_AT_MOST}
            href={ownProductionsHref({ status: "revoked" })}
            text="Linked platforms must take them down. They can’t be certified again."
          />
        )}
        {hasNone ? null : (
          <OwnProductionFilters address={address} unread={unreadNames(sent, ["q", "status"], address)} />
        )}
        <OwnProductionList rows={rows} now={clock.now()} empty={<NoProductions filtered={filtered} />} />
        <Pager {...pagesOf({ newer, older }, at)} />
      </div>
    </>
  );
}
