"use client";

import { LockKeyhole } from "lucide-react";
import { type ReactNode, useActionState, useEffect, useRef, useState } from "react";
import { Picture, useViewer, ViewerTools } from "@/components/desk/viewer";
import { Refresh } from "@/components/live/refresh";
import { SectionCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Field, fieldOf, Select } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { inSentence } from "@/components/ui/format";
import { KeyHint, useHotkey } from "@/components/ui/hotkeys";
import { type PhotoKind, photoSubjects } from "@/lib/domain/identity/documents";
import { purposeLabels, VIEW_PURPOSES, type ViewPurpose } from "@/lib/domain/identity/view-purposes";

type EvidenceProps = {
  checkId: string;
  photos: readonly { id: string; kind: PhotoKind }[];
  /** When the access ends. */
  until: Date;
  purpose: ViewPurpose;
  /** Shown when there are no photos. */
  empty: ReactNode;
};

/** The photos side by side, with one zoom and rotation. They disappear when the access ends. */
export function Evidence({ checkId, photos, until, purpose, empty }: EvidenceProps) {
  const [over, setOver] = useState(false);
  const viewer = useViewer();
  const ends = new Date(until).getTime();
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ends - Date.now());
    return () => clearTimeout(timer);
  }, [ends]);
  const hasBack = photos.length > 2;

  return (
    <SectionCard
      id="evidence"
      title="Photos"
      description={`Reason: ${inSentence(purposeLabels[purpose])}. The ledger records your view.`}
      actions={photos.length > 0 && !over ? <ViewerTools label="All photos" viewer={viewer} /> : null}
      body={cn("grid gap-3 md:grid-cols-2", hasBack && "md:grid-rows-2")}
    >
      {photos.length === 0 ? empty : null}
      {over ? (
        <Refresh when={ends} />
      ) : (
        photos.map(({ id, kind }) => (
          <Picture
            key={id}
            label={photoSubjects[kind]}
            address={`/custodian/identities/${checkId}/photos/${kind}?v=${id}`}
            viewer={viewer}
            broken="We couldn’t load this photo. Open the photos again."
            className={placeOf(kind, hasBack)}
          />
        ))
      )}
    </SectionCard>
  );
}

const placeOf = (kind: PhotoKind, hasBack: boolean): string => {
  if (!hasBack) return "h-[clamp(18rem,38dvh,40rem)]";
  return kind === "person" ? "md:row-span-2 h-96 md:h-auto" : "h-72 md:h-[clamp(11rem,22dvh,20rem)]";
};

type OpenEvidenceProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The check is under review, so its purpose is the review. Other checks need a stated reason. */
  underReview: boolean;
  /** They confirm that it is them first. */
  mustProve: boolean;
  count: number;
};

/** Asks for a reason before it opens the photos, and the details of a decided check. The ledger records it first. */
export function OpenEvidence({ action, underReview, mustProve, count }: OpenEvidenceProps) {
  const [state, open] = useActionState(action, {});
  const form = useRef<HTMLFormElement>(null);
  useHotkey("o", () => form.current?.requestSubmit());
  const purposes = VIEW_PURPOSES.filter((purpose) => underReview || purpose !== "identity_review");
  return (
    <SectionCard
      id="evidence"
      title={underReview && !mustProve ? "Photos" : "Photos and details"}
      description={`${mustProve ? "We ask you to confirm it’s you first. " : ""}${count === 0 ? "No" : count} ${count === 1 ? "photo" : "photos"}. Viewing is recorded in the ledger, with your reason. Access lasts ten minutes.`}
    >
      <form ref={form} action={open} className="flex max-w-sm flex-col gap-4">
        <ErrorSummary errors={state.errors} message={state.message} />
        <Field {...fieldOf(state, "purpose")} label="Reason">
          <Select
            options={purposes.map((value) => ({ value, label: purposeLabels[value] }))}
            placeholder={underReview ? undefined : "Choose a reason"}
            defaultValue={underReview ? "identity_review" : ""}
          />
        </Field>
        <SubmitButton icon={<LockKeyhole aria-hidden />} className="self-start">
          {!underReview ? "Open record" : mustProve ? "Confirm it’s you" : "Open photos"}
          <KeyHint name="o" />
        </SubmitButton>
      </form>
    </SectionCard>
  );
}
