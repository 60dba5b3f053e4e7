import { NamesAdded } from "@/components/custody/names-added";
import { RecordLink } from "@/components/custody/record-link";
import { Callout, EmptyState } from "@/components/ui/callout";
import { FactsCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { dateText, inSentence } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { TextLink } from "@/components/ui/link";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { CheckHistory as Read, ViewedCheck } from "@/lib/domain/identity";
import { documentLabels, isPhotoKind, issuerName, type PhotoKind, photoLabels } from "@/lib/domain/identity/documents";
import { isRejectionReason, rejectionWording, rejectionWordings } from "@/lib/domain/identity/rejection-reasons";
import { isViewPurpose, purposeLabels } from "@/lib/domain/identity/view-purposes";

/** What the person entered, to compare with the photos. Without a purpose, it shows no personal data. */
export function CheckFacts({ check }: { check: ViewedCheck }) {
  const { documentType, details } = check;
  return (
    <FactsCard
      id="facts"
      title="Details"
      description={details ? undefined : "Give a reason to see names, birth date and document number."}
      narrow
      items={[
        ...(details ? personal(details) : []),
        { label: "Document", value: documentType ? documentLabels[documentType] : "—" },
        { label: "Issued by", value: issuerName(check) || "—" },
        ...(details ? numbered(details, documentType !== null) : []),
        { label: "Email", value: check.email },
        { label: "Check", value: <CopyId value={check.id} label="check id" short /> },
        check.earlier.length > 0 && { label: "Earlier checks", value: <Earlier check={check} /> },
        check.refusals.length > 0 && { label: "Refused before", value: <Refusals at={check.refusals} /> },
      ]}
    />
  );
}

type Details = NonNullable<ViewedCheck["details"]>;

function personal({ legalName, birthDate, age, otherNames, addedNames }: Details) {
  return [
    { label: "Legal name", value: <strong className="font-medium">{legalName}</strong> },
    {
      label: "Date of birth",
      value: birthDate ? (
        <>
          <strong className="font-medium">{dateText(birthDate.getTime())}</strong>
          <span className="text-muted">, age {age}</span>
        </>
      ) : null,
    },
    { label: "Other names", value: otherNames.length > 0 ? otherNames.join(", ") : "None" },
    addedNames.length > 0 && { label: "Also registered", value: <NamesAdded names={addedNames} /> },
  ];
}

/** For the decision: each name they signed with that isn't on the ID. */
export function OtherSignatures({ details }: { details: Pick<Details, "legalName" | "signatures"> }) {
  return details.signatures.map(({ id, name, at, sceneId }) => (
    <Callout key={id} tone="waiting" title={`Signed as “${name}”; the ID says “${details.legalName}”`}>
      <Time at={at} as="datetime" />
      {sceneId ? (
        <>
          , in <RecordLink href={`/custodian/scenes/${sceneId}`}>this scene</RecordLink>
        </>
      ) : null}
      . Approve only if the person on the ID is the one who signed.
    </Callout>
  ));
}

function numbered({ documentNumber, documentExpiry }: Details, hasDocument: boolean) {
  return [
    { label: "Number", value: <span className="font-mono">{documentNumber ?? "—"}</span> },
    { label: "Expires", value: documentExpiry ? dateText(documentExpiry.getTime()) : hasDocument ? "Never" : "—" },
  ];
}

function Earlier({ check }: { check: ViewedCheck }) {
  return (
    <ul className="flex flex-col gap-1">
      {check.earlier.map(({ id, status, decidedAt, rejectionReason }) => (
        <li key={id}>
          <TextLink href={`/custodian/identities/${id}`}>
            {status === "approved" ? "Approved" : rejectionWording(rejectionReason).label}
          </TextLink>{" "}
          {decidedAt ? <Time at={decidedAt} className="text-muted" /> : null}
        </li>
      ))}
    </ul>
  );
}

function Refusals({ at }: { at: readonly Date[] }) {
  return (
    <ul className="flex flex-col gap-1 text-waiting">
      {at.map((moment) => (
        <li key={moment.toISOString()}>
          Entered an age below 18, <Time at={moment} />
        </li>
      ))}
    </ul>
  );
}

type UnreadableCheckProps = Pick<PageHeaderProps, "title" | "back"> & { checkId: string };

/** Shown in place of a check whose data was changed or whose key is missing. */
export function UnreadableCheck({ checkId, ...header }: UnreadableCheckProps) {
  return (
    <>
      <PageHeader {...header} />
      <EmptyState title="This check can’t be read">
        Its data was changed, or its key is missing. Give your operators this check id:{" "}
        <CopyId value={checkId} label="check id" short />
      </EmptyState>
    </>
  );
}

/** A check's changes and views, from the ledger. */
export const CheckHistory = ({ rows, total }: Read) => (
  <History
    lines={rows}
    total={total}
    moreOf={({ detail: { kind }, reason }) =>
      [kind && isPhotoKind(kind) ? photoOf(kind) : null, why(reason)].filter(Boolean).join(", ") || null
    }
  />
);

// The labels address the person, so that the photo of the person is called "You".
const photoOf = (kind: PhotoKind): string => (kind === "person" ? "the person" : inSentence(photoLabels[kind]));

function why(reason: string | null): string | null {
  if (reason === null) return null;
  if (reason === "own_draft") return "their own draft";
  if (isViewPurpose(reason)) return inSentence(purposeLabels[reason]);
  return isRejectionReason(reason) ? inSentence(rejectionWordings[reason].label) : reason;
}
