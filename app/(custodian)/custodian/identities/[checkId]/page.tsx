import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireCustodian } from "@/app/session";
import { CheckFacts } from "@/components/identity/check-facts";
import { CheckHistory } from "@/components/identity/check-history";
import { Decision } from "@/components/identity/decision";
import { Evidence } from "@/components/identity/evidence";
import { OpenEvidence } from "@/components/identity/open-evidence";
import { OwnRecord } from "@/components/identity/own-record";
import { StatusBadge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { type CheckForReview, findNeighbours, getCheckForReview, listCheckHistory } from "@/lib/domain/identity";
import type { PhotoKind } from "@/lib/domain/identity/documents";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";
import { AppError, NotFound } from "@/lib/platform/errors";
import { approve, openPhotos, reject } from "./actions";
import { currentGrant } from "./evidence";

export const metadata: Metadata = { title: "Identity check" };

/** One check: the photos, what the creator said, and the decision. */
export default async function CheckPage({ params }: { params: Promise<{ checkId: string }> }) {
  const ctx = await requireCustodian();
  const { checkId } = await params;
  const check = await getCheckForReview(ctx, checkId).catch(whyNot);
  if (check === null) return <OwnRecord />;
  const waiting = check.status === "submitted";
  const [history, neighbours, held] = await Promise.all([
    listCheckHistory(checkId),
    findNeighbours(check, ctx.actor.userId),
    currentGrant(checkId, ctx.actor.userId),
  ]);
  // A review ends with its decision, and with it the right that it gave.
  const grant = waiting || held?.purpose !== "identity_review" ? held : null;
  const decidable = waiting && check.driver === "custodian_review";
  return (
    <>
      <PageHeader
        title={check.legalName ?? "Identity check"}
        back={{ href: "/custodian/identities", label: "Identities" }}
        meta={<Status check={check} />}
        description={check.askedBy ? `Asked for by ${check.askedBy}` : undefined}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="min-w-0">
          {check.photos.length === 0 ? (
            <Callout title="No photos">
              {check.driver === "stripe_identity"
                ? "Stripe Identity made this check. The images are in its dashboard, under the report named in the history."
                : "This person was verified elsewhere and brought in without an image."}
            </Callout>
          ) : grant ? (
            <Evidence
              checkId={checkId}
              photos={sideBySide(check.photos)}
              until={grant.expiresAt}
              purpose={grant.purpose}
            />
          ) : (
            <OpenEvidence action={openPhotos.bind(null, checkId)} waiting={waiting} count={check.photos.length} />
          )}
        </div>
        <div className="flex flex-col gap-6 lg:sticky lg:top-6 lg:row-span-2">
          {check.status === "rejected" ? (
            <Callout tone="neutral" title={`Rejected: ${rejectionWording(check.rejectionReason).label}`}>
              {check.rejectionNote}
            </Callout>
          ) : null}
          <CheckFacts check={check} />
          <Decision
            decidable={decidable}
            seen={grant !== null}
            name={check.legalName ?? "this person"}
            approve={approve.bind(null, checkId)}
            reject={reject.bind(null, checkId)}
            previous={neighbours.previous}
            next={neighbours.next}
            waiting={neighbours.waiting}
          />
        </div>
        <div className="min-w-0">
          <CheckHistory entries={history} />
        </div>
      </div>
    </>
  );
}

/** The face on the document beside the face of the person. */
function sideBySide(photos: CheckForReview["photos"]): { id: string; kind: PhotoKind }[] {
  const order: readonly PhotoKind[] = ["document_front", "person", "document_back"];
  return order.flatMap((kind) => photos.filter((photo) => photo.kind === kind).map(({ id }) => ({ id, kind })));
}

function Status({ check }: { check: CheckForReview }) {
  if (check.status === "submitted") {
    return (
      <StatusBadge tone={check.driver === "custodian_review" ? "waiting" : "neutral"}>
        Sent {check.submittedAt ? <Time at={check.submittedAt} /> : null}
      </StatusBadge>
    );
  }
  const by = check.decidedBy ? ` by ${check.decidedBy.name ?? check.decidedBy.email}` : "";
  return (
    <StatusBadge tone={check.status === "approved" ? "done" : "neutral"}>
      {check.status === "approved" ? "Approved" : "Rejected"}
      {by} {check.decidedAt ? <Time at={check.decidedAt} /> : null}
    </StatusBadge>
  );
}

/** Null for the custodian's own record; the page for nothing for what is not there. */
function whyNot(error: unknown): null {
  if (error instanceof NotFound) notFound();
  if (error instanceof AppError && error.code === "own_record") return null;
  throw error;
}
