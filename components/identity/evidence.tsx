"use client";

import { LockKeyhole, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useActionState, useEffect, useRef, useState } from "react";
import { Refresh } from "@/components/live/refresh";
import { Button } from "@/components/ui/button";
import { SectionCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Field, fieldOf, Select } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { inSentence } from "@/components/ui/format";
import { useHotkey } from "@/components/ui/hotkeys";
import { type PhotoKind, photoLabels } from "@/lib/domain/identity/documents";
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

/** The photos side by side. They disappear when the access ends. */
export function Evidence({ checkId, photos, until, purpose, empty }: EvidenceProps) {
  const [over, setOver] = useState(false);
  const ends = new Date(until).getTime();
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ends - Date.now());
    return () => clearTimeout(timer);
  }, [ends]);

  return (
    <SectionCard
      id="evidence"
      title="Photos"
      description={`Reason: ${inSentence(purposeLabels[purpose])}. The ledger records your view.`}
      body="grid gap-4 md:grid-cols-2"
    >
      {photos.length === 0 ? empty : null}
      {over ? (
        <Refresh when={ends} />
      ) : (
        photos.map(({ id, kind }) => (
          <EvidencePhoto key={id} kind={kind} address={`/custodian/identities/${checkId}/photos/${kind}`} />
        ))
      )}
    </SectionCard>
  );
}

type OpenEvidenceProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The check is under review, so its purpose is the review. Other checks need a stated reason. */
  underReview: boolean;
  count: number;
};

/** Asks for a reason before it opens the photos, and the details of a decided check. The ledger records it first. */
export function OpenEvidence({ action, underReview, count }: OpenEvidenceProps) {
  const [state, open] = useActionState(action, {});
  const form = useRef<HTMLFormElement>(null);
  useHotkey("o", () => form.current?.requestSubmit());
  const purposes = VIEW_PURPOSES.filter((purpose) => underReview || purpose !== "identity_review");
  return (
    <SectionCard
      id="evidence"
      title={underReview ? "Photos" : "Photos and details"}
      description={`${count === 0 ? "No" : count} ${count === 1 ? "photo" : "photos"}. Viewing is recorded in the ledger, with your reason. Access lasts ten minutes.`}
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
          {underReview ? "Open photos" : "Open record"}
        </SubmitButton>
      </form>
    </SectionCard>
  );
}

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** One photo, to zoom, scroll and rotate. */
function EvidencePhoto({ kind, address }: { kind: PhotoKind; address: string }) {
  const [step, setStep] = useState(0);
  const [quarters, setQuarters] = useState(0);
  const [broken, setBroken] = useState(false);
  const zoom = ZOOMS[step] ?? 1;
  const label = kind === "person" ? "The person" : photoLabels[kind];
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex items-center justify-between gap-2">
        <span className="font-medium">{label}</span>
        <span className="flex gap-1">
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Zoom out: ${label}`}
            disabled={step === 0}
            onClick={() => setStep(step - 1)}
            icon={<ZoomOut aria-hidden />}
          />
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Zoom in: ${label}`}
            disabled={step === ZOOMS.length - 1}
            onClick={() => setStep(step + 1)}
            icon={<ZoomIn aria-hidden />}
          />
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Rotate: ${label}`}
            onClick={() => setQuarters((quarters + 1) % 4)}
            icon={<RotateCw aria-hidden />}
          />
        </span>
      </figcaption>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`${label}, ${zoom} times`}
        className="h-96 overflow-auto rounded-md bg-sunken"
      >
        {broken ? (
          <p className="p-6 text-muted">We couldn’t load this photo. Open the photos again.</p>
        ) : (
          // biome-ignore lint/performance/noImgElement: an ID is never cached, resized or proxied
          <img
            src={address}
            alt={label}
            onError={() => setBroken(true)}
            style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%`, rotate: `${quarters * 90}deg` }}
            className={cn("max-w-none object-contain transition-[rotate]", step > 0 && "origin-center")}
          />
        )}
      </section>
    </figure>
  );
}
