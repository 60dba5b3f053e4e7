import type { Metadata } from "next";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { CopyBadge, CopyFacts, UploadSteps } from "@/components/records/content/copies";
import { DepictionFacts, DepictionHistory, MatchedRemoval, Retention } from "@/components/records/content/depiction";
import { StoredCopy } from "@/components/records/content/stored-copy";
import { TakeDown } from "@/components/records/content/take-down";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { may } from "@/lib/domain/parties/people";
import { getDepiction } from "@/lib/domain/records/content";
import { env } from "@/lib/platform/env";
import { removeContentAction, showCopyAction } from "../actions";

export const metadata: Metadata = { title: "Content record" };

/** One depiction: its facts, copy, retention and history. */
export default async function DepictionPage({ params }: PageProps<"depictionId">) {
  const ctx = await requirePortalUser();
  const { depictionId } = await params;
  const depiction = await getDepiction(ctx, depictionId).catch(orNotFound);
  const mayManage = may(ctx.actor.role, "manage_records");
  const { id, title, copy, removal, match } = depiction;
  // Without a content id, the copy can't be confirmed.
  const isStuck = copy.status === "pending" && depiction.externalContentId === null && removal === null;
  return (
    <>
      <PageHeader
        title={title}
        back={{ href: "/portal/content", label: "Content" }}
        meta={removal ? <Badge>Removed</Badge> : <CopyBadge copy={copy.status} />}
        actions={
          mayManage && !removal ? (
            <TakeDown
              title={title}
              record={{ retention: depiction.retention, copy: { status: copy.status } }}
              action={removeContentAction.bind(null, id)}
            />
          ) : undefined
        }
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          {removal ? (
            <Callout
              title={
                <>
                  Removed <Time at={removal.at} /> by {removal.by}
                </>
              }
            >
              {removal.reason}
            </Callout>
          ) : match ? (
            <MatchedRemoval {...match} />
          ) : null}
          {copy.status === "late" || isStuck ? <UploadSteps depiction={depiction} baseUrl={env().baseUrl} /> : null}
          <SectionCard id="copy" title="Compliance copy" body="flex flex-col gap-4">
            <CopyFacts copy={copy} removed={removal !== null} />
            {copy.opens && copy.mimeType && mayManage ? (
              <StoredCopy
                address={`/api/portal/content/${id}/copy`}
                mimeType={copy.mimeType}
                title={title}
                show={showCopyAction.bind(null, id)}
              />
            ) : copy.status === "stored" && !copy.opens ? (
              <p className="text-muted text-sm">Only a custodian can open the copy of removed content.</p>
            ) : null}
          </SectionCard>
          <SectionCard id="record" title="Record">
            <DepictionFacts depiction={depiction} />
          </SectionCard>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Retention {...depiction.retention} />
          <DepictionHistory {...depiction} proofsHref={`/api/portal/content/${id}/proofs`} />
        </div>
      </div>
    </>
  );
}
