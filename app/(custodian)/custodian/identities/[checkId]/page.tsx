import type { Metadata } from "next";
import { evidenceGrant } from "@/app/(custodian)/custodian/evidence-file";
import { requireCustodian } from "@/app/session";
import { Acts } from "@/components/custody/attestation";
import { RecordLink, ReservedPage } from "@/components/custody/record-link";
import {
  CheckFacts,
  CheckHistory,
  CheckNotes,
  Comparison,
  OtherSignatures,
  UnreadableCheck,
} from "@/components/identity/check-facts";
import { Decision } from "@/components/identity/decision/panel";
import { Evidence, OpenEvidence } from "@/components/identity/evidence";
import { KnownOutcome } from "@/components/identity/known-cases";
import { Risks } from "@/components/identity/risks";
import { StatusBadge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Ctx } from "@/lib/domain/core/context";
import {
  findKnownCaseOutcome,
  findNeighbors,
  listCheckHistory,
  listColleagues,
  type ViewedCheck,
  viewCheck,
} from "@/lib/domain/identity";
import type { PhotoKind } from "@/lib/domain/identity/documents";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";
import { AppError } from "@/lib/platform/errors";
import { nullIfReserved } from "../../null-if-reserved";
import { approveAction, askPhotosAction, openPhotosAction, reassignAction, rejectAction, writeAction } from "./actions";

const HEADER = { title: "Identity check", back: { href: "/custodian/identities", label: "Identities" } };

export const metadata: Metadata = { title: HEADER.title };

type Props = {
  params: Promise<{ checkId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** One check: photos, details and decision. Each view is recorded in the ledger. */
export default async function CheckPage({ params, searchParams }: Props) {
  const ctx = await requireCustodian();
  const { checkId } = await params;
  const { known } = await searchParams;
  const decided = await findKnownCaseOutcome(ctx, checkId);
  if (decided) {
    return (
      <>
        <PageHeader {...HEADER} />
        <KnownOutcome outcome={decided} />
      </>
    );
  }
  const check = await viewCheck(ctx, { checkId, grant: await evidenceGrant() }).catch(whyNot(ctx));
  if (check === null) return <ReservedPage {...HEADER} />;
  if (check === "check_unreadable") return <UnreadableCheck checkId={checkId} {...HEADER} />;
  const [history, neighbors, colleagues] = await Promise.all([
    listCheckHistory(ctx, checkId),
    findNeighbors(ctx, check),
    check.underReview ? listColleagues(ctx) : [],
  ]);
  const { open, details, photos, underReview } = check;
  return (
    <>
      <PageHeader
        title={details?.legalName ?? HEADER.title}
        back={HEADER.back}
        meta={<Status check={check} />}
        description={<AskedBy check={check} />}
      />
      {typeof known === "string" ? <KnownOutcome outcome={await findKnownCaseOutcome(ctx, known)} /> : null}
      <Risks risks={check.risks} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-4">
          {open ? (
            <Evidence
              checkId={checkId}
              photos={sideBySide(photos)}
              until={open.expiresAt}
              purpose={open.purpose}
              empty={<NoPhotos driver={check.driver} />}
            />
          ) : (
            <OpenEvidence
              action={openPhotosAction.bind(null, checkId)}
              underReview={underReview}
              mustProve={check.mustProve}
              count={photos.length}
            />
          )}
          {details ? <Comparison details={details} /> : null}
        </div>
        <div className="flex flex-col gap-4 lg:row-span-2">
          {check.status === "rejected" ? (
            <Callout tone="neutral" title={`Rejected: ${rejectionWording(check.rejectionReason).label}`}>
              {check.rejectionNote}
            </Callout>
          ) : null}
          {details ? <OtherSignatures details={details} /> : null}
          <Decision
            key={checkId}
            decidable={underReview}
            seen={open !== null}
            name={details?.legalName ?? "this person"}
            role={check.sceneId ? "performer" : "creator"}
            partnerName={check.askedBy}
            documentType={check.documentType}
            signatures={details?.signatures.map(({ name }) => name) ?? []}
            confirmed={details?.confirmed ?? []}
            asked={check.asked}
            opinion={check.opinion}
            colleagues={colleagues}
            approve={approveAction.bind(
              null,
              checkId,
              details?.signatures.map(({ name }) => name),
            )}
            reject={rejectAction.bind(null, checkId)}
            askPhotos={askPhotosAction.bind(null, checkId)}
            reassign={reassignAction.bind(null, checkId)}
            write={writeAction.bind(null, checkId)}
            previous={neighbors.previous}
            next={neighbors.next}
            waiting={neighbors.waiting}
          />
          <CheckNotes notes={check.notes} />
          <CheckFacts check={check} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {check.declarations.length > 0 ? (
            <Acts
              id="declaration"
              title="Declaration"
              description="What they declared when they sent the check, and with each better photo."
              acts={check.declarations}
              textLabel="Text of the declaration"
            />
          ) : null}
          <CheckHistory {...history} />
        </div>
      </div>
    </>
  );
}

function AskedBy({ check: { askedBy, sceneId } }: { check: ViewedCheck }) {
  if (!askedBy) return null;
  if (!sceneId) return <>Asked for by {askedBy}</>;
  return (
    <>
      Performer in a scene of {askedBy}. <RecordLink href={`/custodian/scenes/${sceneId}`}>Open the scene</RecordLink>
    </>
  );
}

/** The face on the document beside the face of the person. */
function sideBySide(photos: ViewedCheck["photos"]): { id: string; kind: PhotoKind }[] {
  const order: readonly PhotoKind[] = ["document_front", "person", "document_back"];
  return order.flatMap((kind) => photos.filter((photo) => photo.kind === kind).map(({ id }) => ({ id, kind })));
}

function NoPhotos({ driver }: Pick<ViewedCheck, "driver">) {
  return (
    <Callout title="No photos">
      {driver === "stripe_identity"
        ? "Stripe Identity made this check. The images are in its dashboard, under the report named in the history."
        : "This person was verified elsewhere and imported without images."}
    </Callout>
  );
}

function Status({ check }: { check: ViewedCheck }) {
  if (check.status === "submitted") {
    return (
      <StatusBadge tone={check.isNearlyDue ? "waiting" : "neutral"}>
        Sent {check.submittedAt ? <Time at={check.submittedAt} /> : null}
      </StatusBadge>
    );
  }
  const by = check.decidedBy ? ` by ${check.decidedBy}` : "";
  return (
    <StatusBadge tone={check.status === "approved" ? "done" : "neutral"}>
      {check.status === "approved" ? "Approved" : "Rejected"}
      {by} {check.decidedAt ? <Time at={check.decidedAt} /> : null}
    </StatusBadge>
  );
}

/** Why a check isn't shown: null if it is reserved for another custodian, or the code of the error. Throws every other error. */
const whyNot =
  (ctx: Ctx) =>
  (error: unknown): "check_unreadable" | null =>
    error instanceof AppError && error.code === "check_unreadable" ? error.code : nullIfReserved(ctx)(error);
