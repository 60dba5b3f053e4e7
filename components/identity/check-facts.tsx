import { Check, CircleAlert } from "lucide-react";
import { NamesAdded } from "@/components/custody/names-added";
import { RecordLink } from "@/components/custody/record-link";
import { Callout, EmptyState } from "@/components/ui/callout";
import { Card, CardBody, CardHeader, FactsCard, SectionCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CopyId } from "@/components/ui/copy";
import { dateText, inSentence } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { TextLink } from "@/components/ui/link";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { CheckHistory as Read, ViewedCheck } from "@/lib/domain/identity";
import {
  countryName,
  type DocumentType,
  documentLabels,
  isPhotoKind,
  issuerName,
  photoSubjects,
  stateName,
} from "@/lib/domain/identity/documents";
import { copyHolder } from "@/lib/domain/identity/labels";
import {
  faultWordings,
  isPhotoFault,
  isRejectionReason,
  rejectionWording,
  rejectionWordings,
} from "@/lib/domain/identity/rejection-reasons";
import { isViewPurpose, purposeLabels } from "@/lib/domain/identity/view-purposes";

/** The person beside their document: what only we know. Without a purpose, it shows no personal data. */
export function CheckFacts({ check }: { check: ViewedCheck }) {
  const { documentType, details } = check;
  const copy = copyHolder(check);
  return (
    <FactsCard
      id="facts"
      title="Details"
      description={details ? undefined : "Open them to see names, birth date and document number."}
      narrow
      items={[
        details && {
          label: "Other names",
          value: details.otherNames.length > 0 ? details.otherNames.join(", ") : "None",
        },
        details &&
          details.addedNames.length > 0 && {
            label: "Also registered",
            value: <NamesAdded names={details.addedNames} />,
          },
        !details && { label: "Document", value: documentType ? documentLabels[documentType] : "—" },
        !details && { label: "Issued by", value: issuerName(check) || "—" },
        copy !== null && { label: "Copy of the ID", value: copy },
        { label: "Email", value: check.email },
        { label: "Check", value: <CopyId value={check.id} label="check id" short /> },
        check.earlier.length > 0 && { label: "Earlier checks", value: <Earlier check={check} /> },
        check.refusals.length > 0 && { label: "Refused before", value: <Refusals at={check.refusals} /> },
      ]}
    />
  );
}

type Details = NonNullable<ViewedCheck["details"]>;
type Compared = Details["compared"][number];

const FIELDS: Record<Compared["field"], string> = {
  legalName: "Legal name",
  birthDate: "Date of birth",
  documentType: "Document",
  documentCountry: "Issued by",
  documentState: "State",
  documentNumber: "Number",
  documentExpiry: "Expires",
};

/** What the person entered, what we read from the document, and whether that is the same. Differences come first. */
export function Comparison({ details }: { details: Pick<Details, "compared" | "age"> }) {
  const rank = ({ same }: Compared) => (same === false ? 0 : same === null ? 1 : 2);
  const rows = details.compared.toSorted((a, b) => rank(a) - rank(b));
  const differ = rows.filter(({ same }) => same === false).length;
  const isRead = rows.some(({ same }) => same !== null);
  return (
    <Card as="section" aria-labelledby="comparison">
      <CardHeader
        id="comparison"
        title={
          !isRead
            ? "As entered. Nothing was read from the document."
            : differ === 0
              ? "As entered and as read"
              : `${differ} ${differ === 1 ? "difference" : "differences"}`
        }
      />
      <CardBody className="overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-1 pr-4 font-normal">
                Field
              </th>
              <th scope="col" className="py-1 pr-4 font-normal">
                Entered
              </th>
              <th scope="col" className="py-1 pr-4 font-normal">
                Read from the document
              </th>
              <th scope="col" className="py-1 font-normal">
                Same?
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.field} className={cn("border-line border-t", row.same === false && "bg-harm-soft")}>
                <th scope="row" className="py-1 pr-4 font-normal text-muted">
                  {FIELDS[row.field]}
                </th>
                <td className="wrap-anywhere py-1 pr-4">
                  <Said field={row.field} value={row.entered} />
                  {row.field === "birthDate" && details.age !== null ? (
                    <span className="text-muted">, age {details.age}</span>
                  ) : null}
                </td>
                <td className="wrap-anywhere py-1 pr-4">
                  {row.same === null ? (
                    <span className="text-muted">—</span>
                  ) : (
                    <Said field={row.field} value={row.read} />
                  )}
                </td>
                <td className="whitespace-nowrap py-1">
                  <Same same={row.same} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  );
}

function Said({ field, value }: Pick<Compared, "field"> & { value: Compared["entered"] }) {
  if (value === null) return field === "documentExpiry" ? "Never" : "—";
  if (value instanceof Date) return dateText(value.getTime());
  if (field === "documentCountry") return countryName(value);
  if (field === "documentState") return stateName(value);
  if (field === "documentType") return isDocumentType(value) ? documentLabels[value] : value;
  return field === "documentNumber" ? <span className="font-mono">{value}</span> : value;
}

const isDocumentType = (text: string): text is DocumentType => Object.hasOwn(documentLabels, text);

function Same({ same }: Pick<Compared, "same">) {
  if (same === null) return <span className="text-muted">Not read</span>;
  return same ? (
    <span className="inline-flex items-center gap-1 text-done">
      <Check className="size-4" aria-hidden /> Same
    </span>
  ) : (
    <strong className="inline-flex items-center gap-1 font-semibold text-harm">
      <CircleAlert className="size-4" aria-hidden /> Different
    </strong>
  );
}

const NOTED: Record<ViewedCheck["notes"][number]["kind"], string> = {
  note: "wrote",
  reassigned: "reassigned it",
  opinion_asked: "asked for a second opinion",
  opinion_withdrawn: "withdrew the question",
  agreed: "agreed",
  disagreed: "disagreed",
};

/** What custodians wrote about a check, newest first. */
export function CheckNotes({ notes }: Pick<ViewedCheck, "notes">) {
  if (notes.length === 0) return null;
  return (
    <SectionCard id="notes" title="Notes" description="Only custodians read them.">
      <ol className="flex flex-col gap-3 text-sm">
        {notes.toReversed().map(({ id, kind, recommends, by, at, text }) => (
          <li key={id}>
            <span className="text-muted">
              {by} {recommends ? `recommended ${recommends}` : NOTED[kind]}, <Time at={at} />
            </span>
            <p className="whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ol>
    </SectionCard>
  );
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
    moreOf={({ detail: { kind, status }, reason }) =>
      [kind && isPhotoKind(kind) ? inSentence(photoSubjects[kind]) : null, status ? READ[status] : null, why(reason)]
        .filter(Boolean)
        .join(", ") || null
    }
  />
);

/** What came of a reading, by its status. */
const READ: Readonly<Record<string, string>> = {
  read: "text found",
  nothing: "nothing found",
  failed: "it could not be read",
};

function why(reason: string | null): string | null {
  if (reason === null) return null;
  if (reason === "own_draft") return "their own draft";
  if (isViewPurpose(reason)) return inSentence(purposeLabels[reason]);
  if (isPhotoFault(reason)) return inSentence(faultWordings[reason].label);
  return isRejectionReason(reason) ? inSentence(rejectionWordings[reason].label) : reason;
}
