import type { Metadata } from "next";
import { requireProducer } from "@/app/session";
import { countFilters, listHref, type SearchParams } from "@/components/lists/list-address";
import { RevokedLately } from "@/components/productions/certificates";
import { NEW_PRODUCTION_PATH, PRODUCTIONS_PATH } from "@/components/productions/producer/production-address";
import { OwnProductionList } from "@/components/productions/producer/production-list";
import { ReadinessFigure } from "@/components/readiness/readiness";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { countRevokedLately, ownProductionList, REVOKED_COUNTED_AT_MOST } from "@/lib/domain/productions";
import { readReadiness } from "@/lib/domain/readiness";
import { clock } from "@/lib/platform/clock";

export const metadata: Metadata = { title: "Productions" };

type Props = { searchParams: SearchParams };

/** The producer's productions, newest first, with what each one waits for. */
export default async function ProducerPage({ searchParams }: Props) {
  const ctx = await requireProducer();
  const [list, revoked, readiness] = await Promise.all([
    ownProductionList.open(ctx, await searchParams),
    countRevokedLately(ctx),
    readReadiness(ctx),
  ]);
  const hasNone = list.rows.length === 0 && countFilters(list.address) === 0;
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
      <OwnProductionList
        {...list}
        now={clock.now()}
        above={
          list.address.status === "revoked" ? null : (
            <>
              <ReadinessFigure area="producer" readiness={readiness} />
              <RevokedLately
                count={revoked}
                most={REVOKED_COUNTED_AT_MOST}
                href={listHref(PRODUCTIONS_PATH, { status: "revoked" })}
                text={`Linked platforms must take ${revoked === 1 ? "it" : "them"} down. ${revoked === 1 ? "It" : "They"} can’t be certified again.`}
              />
            </>
          )
        }
      />
    </>
  );
}
