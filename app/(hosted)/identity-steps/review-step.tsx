import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { ActForm, CheckField, RadioField } from "@/components/acts/act-form";
import { Heading } from "@/components/acts/parts";
import { KeyValue } from "@/components/ui/card";
import { LargeSubmit } from "@/components/ui/form";
import { dateText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { type ReadingField, readDifferences, readDocumentNumber } from "@/lib/domain/identity";
import {
  countryName,
  DECLARATION,
  documentLabels,
  issuerName,
  photosNeeded,
  photoTitle,
  stateName,
} from "@/lib/domain/identity/documents";
import { sendAction } from "./actions";
import { nextStep, type OpenDraft, type StepName } from "./host";
import { answerField } from "./save-steps";

/** Everything the person sends, and the declaration that it is true. */
export async function reviewStep({ area, token, start, check }: OpenDraft) {
  const missing = nextStep(check);
  if (missing !== "review" || !check.legalName || !check.birthDate) redirect(`${start}/${missing}`);
  const { legalName, birthDate, otherNames, documentType, documentExpiry } = check;
  const byVendor = check.driver === "stripe_identity";
  return (
    <ActForm action={sendAction.bind(null, area, token)} className="flex flex-col gap-8">
      <Heading title={byVendor ? "Verify your ID" : "Review and send"}>
        {byVendor
          ? "Next, Stripe takes photos of your document and your face. We record your name and date of birth as shown on the document."
          : "Check that everything is correct. You can’t change it after you send it."}
      </Heading>
      <Part title="Your details" href={`${start}/details`}>
        <KeyValue
          items={[
            { label: "Legal name", value: legalName },
            { label: "Date of birth", value: dateText(birthDate.getTime()) },
            { label: "Other names", value: otherNames.length > 0 ? otherNames.join(", ") : "None" },
          ]}
        />
      </Part>
      {documentType && !byVendor ? (
        <>
          <Part title="Your document" href={`${start}/document`}>
            <KeyValue
              items={[
                { label: "Type", value: documentLabels[documentType] },
                { label: "Issued by", value: issuerName(check) },
                {
                  label: "Number",
                  value: <span className="font-mono">{(await readDocumentNumber(check)) ?? ""}</span>,
                },
                { label: "Expires", value: documentExpiry ? dateText(documentExpiry.getTime()) : "Never" },
              ]}
            />
          </Part>
          <Part title="Photos" href={`${start}/photos`}>
            <ul className="grid grid-cols-2 gap-3 pt-3 sm:grid-cols-3">
              {photosNeeded(documentType).map((kind) => (
                <li key={kind} className="flex flex-col gap-1">
                  {/* biome-ignore lint/performance/noImgElement: an ID is never cached, resized or proxied */}
                  <img
                    src={`${start}/photos/${kind}?v=${check.photos.find((photo) => photo.kind === kind)?.id ?? ""}`}
                    alt=""
                    className="aspect-4/3 w-full rounded-md bg-sunken object-contain"
                  />
                  <span className="text-muted text-sm">{photoTitle(kind, documentType)}</span>
                </li>
              ))}
            </ul>
          </Part>
        </>
      ) : null}
      {byVendor ? null : await differences(check, start)}
      <DeclarationField />
      <LargeSubmit>{byVendor ? "Continue with Stripe" : "Send"}</LargeSubmit>
    </ActForm>
  );
}

/** What a person declares when they send a check, or better photos for it. */
export const DeclarationField = () => (
  <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6">
    <CheckField
      name="attested"
      required
      value={DECLARATION.version}
      label={DECLARATION.statement}
      description={DECLARATION.summary}
    />
  </div>
);

const ASKED: Record<ReadingField, { label: string; step: StepName }> = {
  legalName: { label: "Legal name", step: "details" },
  birthDate: { label: "Date of birth", step: "details" },
  documentType: { label: "Document type", step: "document" },
  documentCountry: { label: "Issued by", step: "document" },
  documentState: { label: "State", step: "document" },
  documentNumber: { label: "Document number", step: "document" },
  documentExpiry: { label: "Expiry date", step: "document" },
};

/**
 * Asks about what we read on the document, where it differs from what was entered. Nothing while it isn't read yet. `start`: where the
 * steps are; null if the entries can't be changed otherwise.
 */
export async function differences(check: OpenDraft["check"], start: string | null) {
  const { reading, differing } = await readDifferences(check);
  if (!reading || differing.length === 0) return null;
  return (
    <section className="flex flex-col gap-6 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold">Is this right?</h2>
        <p className="text-muted">
          {differing.length === 1
            ? "We read something else on your document. Choose what is printed on it."
            : "We read some things differently on your document. Choose what is printed on it."}
        </p>
      </div>
      <input type="hidden" name="answersAbout" value={reading.readAt.toISOString()} />
      {differing.map(({ field, entered, read, mayTake }) => (
        <div key={field} className="flex flex-col gap-2">
          <RadioField
            name={answerField(field)}
            legend={ASKED[field].label}
            columns={2}
            options={[
              { value: "entered", label: shown(field, entered), description: "What you entered" },
              ...(mayTake ? [{ value: "read", label: shown(field, read), description: "What we read" }] : []),
            ]}
          />
          {mayTake ? null : <p className="text-muted text-sm">We read “{shown(field, read)}”, which was cut off.</p>}
          {start ? (
            <TextLink href={`${start}/${ASKED[field].step}`}>
              Neither is right<span className="sr-only">: change {ASKED[field].label.toLowerCase()}</span>
            </TextLink>
          ) : null}
        </div>
      ))}
    </section>
  );
}

/** A value of a field, as the pages show it. */
function shown(field: ReadingField, value: string | Date | null): string {
  if (value instanceof Date) return dateText(value.getTime());
  if (value === null) return field === "documentExpiry" ? "Never expires" : "Nothing";
  if (field === "documentState") return stateName(value);
  return field === "documentCountry" ? countryName(value) : value;
}

function Part({ title, href, children }: { title: string; href: string; children: ReactNode }) {
  return (
    <section className="flex flex-col">
      <div className="flex items-baseline justify-between gap-4 border-line border-b pb-2">
        <h2 className="font-semibold">{title}</h2>
        <TextLink href={href}>
          Change<span className="sr-only">: {title.toLowerCase()}</span>
        </TextLink>
      </div>
      {children}
    </section>
  );
}
