import { QrCode as QrCodeIcon } from "lucide-react";
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { ActForm, CheckField, DateField, InputField, RadioField, SelectField } from "@/components/acts/act-form";
import { Heading } from "@/components/acts/parts";
import { DetailsForm } from "@/components/identity/steps/details-form";
import { KeepRefreshing } from "@/components/live/refresh";
import { HostedShell } from "@/components/shell/site";
import { buttonStyles } from "@/components/ui/button";
import { KeyValue } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { LargeSubmit, SubmitButton } from "@/components/ui/form";
import { dateText } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Stepper } from "@/components/ui/progress";
import { QrCode } from "@/components/ui/qr-code";
import { Time } from "@/components/ui/time";
import {
  findHandoff,
  missingPhotos,
  type ReadingField,
  readDifferences,
  readDocumentNumber,
  readUsualTimes,
  type ShownHandoff,
} from "@/lib/domain/identity";
import {
  countries,
  countryName,
  DOCUMENT_TYPES,
  type DocumentType,
  documentLabels,
  issuerName,
  photosNeeded,
  photoTitle,
  states,
} from "@/lib/domain/identity/documents";
import {
  endHandoffAction,
  keepDetailsAction,
  keepDocumentAction,
  sendAction,
  startHandoffAction,
  takePhotoOutAction,
} from "./actions";
import { DeclarationField, drawAskedPhotos } from "./asked-photos";
import {
  findGuest,
  nextStep,
  type OpenDraft,
  openAsked,
  openDraft,
  type StepName,
  type StepsArea,
  stepper,
  stepsOf,
  TITLES,
} from "./host";
import { type Failed, PhotoSlots } from "./photo-slots";
import { answerField } from "./save-steps";

/** `phone`: the page waits for a phone, and goes on when it has finished. */
type Query = Failed & { phone?: string | string[] };
export type StepProps = { params: Promise<{ token: string; step: string }>; searchParams: Promise<Query> };

const isStep = (step: string): step is StepName => Object.hasOwn(TITLES, step);

export async function generateMetadata({ params }: Pick<StepProps, "params">): Promise<Metadata> {
  const { step } = await params;
  return { title: isStep(step) ? TITLES[step] : "Page not found" };
}

/** An ID step's page, under an area's start. */
export async function drawStep(area: StepsArea, { params, searchParams }: StepProps) {
  const { token, step } = await params;
  if (!isStep(step)) notFound();
  if (step === "photos" && (await findGuest(area, token))?.asked) {
    return drawAskedPhotos(await openAsked(area, token), await searchParams);
  }
  const draft = await openDraft(area, token);
  return (
    <HostedShell
      partnerName={draft.guest.partnerName}
      step={<Stepper {...stepper(draft, step, await readUsualTimes())} />}
    >
      {await STEPS[step](draft, await searchParams)}
    </HostedShell>
  );
}

const STEPS: Record<StepName, (draft: OpenDraft, query: Query) => ReactNode | Promise<ReactNode>> = {
  details: ({ area, token, guest, check: { legalName, birthDate, otherNames } }) => (
    <DetailsForm
      action={keepDetailsAction.bind(null, area, token)}
      partnerName={guest.partnerName}
      kept={{ legalName, birthDate, otherNames }}
    />
  ),
  document: documentStep,
  photos: photosStep,
  review: reviewStep,
};

const SIDES: Record<DocumentType, string> = {
  passport: "One photo of the page with your picture",
  driving_licence: "Photos of both sides",
  id_card: "Photos of both sides",
  residence_permit: "Photos of both sides",
};

/** The document that proves the person's identity. */
async function documentStep({ area, token, start, check }: OpenDraft) {
  if (!stepsOf(check).some(({ name }) => name === "document")) redirect(start);
  const { documentType, documentCountry, documentExpiry } = check;
  const documentNumber = await readDocumentNumber(check);
  return (
    <ActForm action={keepDocumentAction.bind(null, area, token)} className="group/document flex flex-col gap-6">
      <Heading title="Your document">Have it ready. You photograph it in the next step.</Heading>
      <RadioField
        name="documentType"
        legend="Document type"
        columns={2}
        kept={documentType}
        options={DOCUMENT_TYPES.map((value) => ({ value, label: documentLabels[value], description: SIDES[value] }))}
      />
      <SelectField
        name="documentCountry"
        label="Issued by"
        options={countries}
        placeholder="Choose a country"
        autoComplete="off"
        kept={documentCountry}
      />
      {/* Shown for what a state issues. */}
      <div className="hidden group-has-[option[value=US]:checked]/document:group-has-[input[value=driving_licence]:checked]/document:block">
        <SelectField
          name="documentState"
          label="State"
          options={states}
          placeholder="Choose a state"
          autoComplete="off"
          kept={check.documentState}
        />
      </div>
      <InputField
        name="documentNumber"
        label="Document number"
        hint="As printed on the document."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
        className="font-mono"
        kept={documentNumber}
      />
      <div className="flex flex-col gap-3">
        <DateField name="documentExpiry" legend="Expiry date" kept={documentExpiry} />
        <CheckField
          name="noExpiry"
          label="It has no expiry date"
          kept={documentNumber !== null && documentExpiry === null}
        />
      </div>
      <LargeSubmit>Continue</LargeSubmit>
    </ActForm>
  );
}

async function photosStep({ area, token, start, check, ctx }: OpenDraft, { phone, ...failed }: Query) {
  if (!stepsOf(check).some(({ name }) => name === "photos")) redirect(start);
  if (!check.documentType) redirect(`${start}/document`);
  const { documentType, photos } = check;
  const needed = photosNeeded(documentType);
  const isComplete = missingPhotos(check).length === 0;
  const handoff = await findHandoff(ctx, check.id);
  if (phone !== undefined && handoff?.at === "finished" && isComplete) redirect(`${start}/review`);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Photos"
        description={`Add ${needed.length === 2 ? "two" : "three"} photos. We save each one right away, so you can come back later.`}
      />
      <OnPhone
        handoff={handoff}
        page={`${start}/photos?phone`}
        start={startHandoffAction.bind(null, area, token)}
        end={endHandoffAction.bind(null, area, token)}
      />
      <PhotoSlots
        documentType={documentType}
        photos={photos}
        start={start}
        failed={failed}
        removeAction={takePhotoOutAction.bind(null, area, token)}
      />
      {isComplete ? (
        <ButtonLink href={`${start}/review`} variant="primary" size="lg" className="max-sm:w-full sm:self-start">
          Continue
        </ButtonLink>
      ) : null}
    </div>
  );
}

type OnPhoneProps = {
  handoff: ShownHandoff | null;
  /** This page. Without a fragment, so that following it loads it again. */
  page: string;
  start: () => Promise<void>;
  end: () => Promise<void>;
};

/** Takes the photos with a phone, for a device that isn't one. */
function OnPhone({ handoff, page, start, end }: OnPhoneProps) {
  if (!handoff || handoff.at === "finished") {
    return (
      <PhonePart title="Use your phone" className="pointer-coarse:hidden">
        <p className="text-muted text-sm">
          A phone takes better photos. Scan a code with it, and this page continues when you finish there.
        </p>
        <form action={start}>
          <SubmitButton variant="secondary" icon={<QrCodeIcon aria-hidden />}>
            Show the code
          </SubmitButton>
        </form>
      </PhonePart>
    );
  }
  const isWaiting = handoff.at === "waiting";
  return (
    <PhonePart title={isWaiting ? "Scan this code with your phone" : "Your phone takes the photos"}>
      <KeepRefreshing onlyWithScripts />
      {handoff.at === "waiting" ? (
        <QrCode text={handoff.url} label="QR code for your phone" className="w-52 max-w-full" />
      ) : null}
      <p className="text-muted text-sm" role="status">
        {isWaiting
          ? "It opens only these photos, on one phone, until "
          : "They appear below as you take them, and this page continues when you press “Finish” there. The phone has until "}
        <Time at={handoff.until} as="datetime" />.
      </p>
      <div className="flex flex-wrap gap-3">
        <noscript>
          <a href={page} className={buttonStyles({ variant: "primary" })}>
            Continue
          </a>
        </noscript>
        <form action={end}>
          <SubmitButton variant="secondary">{isWaiting ? "Cancel" : "Disconnect the phone"}</SubmitButton>
        </form>
      </div>
    </PhonePart>
  );
}

const PhonePart = ({ title, className, children }: { title: string; className?: string; children: ReactNode }) => (
  <section
    id="phone"
    aria-labelledby="phone-title"
    className={cn("flex flex-col items-start gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6", className)}
  >
    <h2 id="phone-title" className="font-semibold">
      {title}
    </h2>
    {children}
  </section>
);

/** Everything the person sends, and the declaration that it is true. */
async function reviewStep({ area, token, start, check }: OpenDraft) {
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

const ASKED: Record<ReadingField, { label: string; step: StepName }> = {
  legalName: { label: "Legal name", step: "details" },
  birthDate: { label: "Date of birth", step: "details" },
  documentType: { label: "Document type", step: "document" },
  documentCountry: { label: "Issued by", step: "document" },
  documentNumber: { label: "Document number", step: "document" },
  documentExpiry: { label: "Expiry date", step: "document" },
};

/** Asks about what we read on the document, where it differs from what was entered. Nothing while it isn't read yet. */
async function differences(check: OpenDraft["check"], start: string) {
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
          <TextLink href={`${start}/${ASKED[field].step}`}>
            Neither is right<span className="sr-only">: change {ASKED[field].label.toLowerCase()}</span>
          </TextLink>
        </div>
      ))}
    </section>
  );
}

/** A value of a field, as the pages show it. */
function shown(field: ReadingField, value: string | Date | null): string {
  if (value instanceof Date) return dateText(value.getTime());
  if (value === null) return field === "documentExpiry" ? "Never expires" : "Nothing";
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
