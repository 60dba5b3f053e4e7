import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { LegalHolds } from "@/components/custody/holds/legal-holds";
import { ReservedPage } from "@/components/custody/record-link";
import { CopyBadge, CopyFacts } from "@/components/records/content/copies";
import { DepictionHistory, Retention } from "@/components/records/content/depiction";
import { RecordCopy } from "@/components/records/index-search/record-copy";
import { IndexKeeping, RecordFacts } from "@/components/records/index-search/record-facts";
import { ListedCard } from "@/components/removals/exchange/listed-card";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { type ViewedRecord, viewRecord } from "@/lib/domain/records/content";
import { findListed } from "@/lib/domain/removals/exchange";
import { decideMatchAction } from "../../exchange/actions";
import { nullIfReserved } from "../../null-if-reserved";
import { liftHoldAction, placeHoldAction, showCopyForAction } from "./actions";

export const metadata: Metadata = { title: "Record" };

const BACK = { href: "/custodian/index", label: "Index" };

type Props = { params: Promise<{ depictionId: string }> };

/** One depiction of any partner, as shown to an inspector. Each view is recorded in the ledger. */
export default async function RecordPage({ params }: Props) {
  const ctx = await requireCustodian();
  const { depictionId } = await params;
  const viewed = await viewRecord(ctx, depictionId).catch(nullIfReserved(ctx));
  if (viewed === null) return <ReservedPage title="Record" back={BACK} />;
  const { logged } = viewed;
  const listed = await findListed(ctx, { depictionId });
  return (
    <>
      <PageHeader
        title={viewed.title ?? "Untitled"}
        back={BACK}
        meta={<State logged={logged} />}
        description={`Logged by ${viewed.partner.name}. Your view is recorded in the ledger.`}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          {logged?.removal ? (
            <Callout
              title={
                <>
                  Removed <Time at={logged.removal.at} /> by {logged.removal.by}
                </>
              }
            >
              {logged.removal.reason}
            </Callout>
          ) : null}
          <SectionCard id="record" title="Record">
            <RecordFacts viewed={viewed} />
          </SectionCard>
          {logged ? (
            <SectionCard id="copy" title="Compliance copy" body="flex flex-col gap-4">
              <CopyFacts copy={logged.copy} removed={logged.removal !== null} comparison={logged.comparison} />
              {logged.copy.opens && logged.copy.mimeType ? (
                <RecordCopy
                  address={`/custodian/records/${viewed.id}/copy`}
                  mimeType={logged.copy.mimeType}
                  title={viewed.title ?? "Untitled"}
                  show={showCopyForAction.bind(null, viewed.id)}
                />
              ) : null}
            </SectionCard>
          ) : null}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ListedCard listed={listed} decide={decideMatchAction} />
          <LegalHolds
            holds={viewed.holds}
            title={viewed.title ?? "Untitled"}
            place={placeHoldAction.bind(null, viewed.id)}
            lift={liftHoldAction.bind(null, viewed.id)}
          />
          {logged ? <Retention {...logged.retention} /> : null}
          <IndexKeeping {...viewed.index} />
          <DepictionHistory {...viewed} />
        </div>
      </div>
    </>
  );
}

function State({ logged }: Pick<ViewedRecord, "logged">) {
  if (!logged) return <Badge>Erased after seven years</Badge>;
  return logged.removal ? <Badge>Removed</Badge> : <CopyBadge copy={logged.copy.status} />;
}
