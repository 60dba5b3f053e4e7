import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { ActForm, CheckField, DateField, InputField, RadioField, SelectField } from "@/components/acts/act-form";
import { Heading } from "@/components/acts/parts";
import { DetailsForm } from "@/components/identity/steps/details-form";
import { HostedShell } from "@/components/shell/site";
import { LargeSubmit } from "@/components/ui/form";
import { Stepper } from "@/components/ui/progress";
import { readDocumentNumber, readUsualTimes } from "@/lib/domain/identity";
import { countries, DOCUMENT_TYPES, type DocumentType, documentLabels, states } from "@/lib/domain/identity/documents";
import { keepDetailsAction, keepDocumentAction } from "./actions";
import { drawAskedPhotos } from "./asked-photos";
import {
  findGuest,
  type OpenDraft,
  openAsked,
  openDraft,
  type StepName,
  type StepsArea,
  stepper,
  stepsOf,
  TITLES,
} from "./host";
import { type PhotosQuery, photosStep } from "./photos-step";
import { reviewStep } from "./review-step";

export type StepProps = { params: Promise<{ token: string; step: string }>; searchParams: Promise<PhotosQuery> };

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

const STEPS: Record<StepName, (draft: OpenDraft, query: PhotosQuery) => ReactNode | Promise<ReactNode>> = {
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
