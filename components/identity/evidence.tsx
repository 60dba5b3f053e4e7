"use client";

import { LockKeyhole, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useActionState, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Field, Select } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form";
import { ErrorSummary, SubmitButton } from "@/components/ui/form";
import { useHotkey } from "@/components/ui/hotkeys";

import { type PhotoKind, photoLabels } from "@/lib/domain/identity/documents";
import { purposeLabels, VIEW_PURPOSES, type ViewPurpose } from "@/lib/domain/identity/view-purposes";
import { inSentence } from "./in-sentence";

type EvidenceProps = {
  checkId: string;
  photos: readonly { id: string; kind: PhotoKind }[];
  /** When the right to see them ends. */
  until: Date;
  purpose: ViewPurpose;
  /** What stands in the place of photos where there are none. */
  empty: ReactNode;
};

/** The photos side by side, until the right to see them ends; then they leave the screen. */
export function Evidence({ checkId, photos, until, purpose, empty }: EvidenceProps) {
  const router = useRouter();
  const [over, setOver] = useState(false);
  const ends = new Date(until).getTime();
  useEffect(() => {
    const timer = setTimeout(() => {
      setOver(true);
      router.refresh();
    }, ends - Date.now());
    return () => clearTimeout(timer);
  }, [ends, router]);

  return (
    <Card as="section" aria-labelledby="evidence">
      <CardHeader
        id="evidence"
        title="Photos"
        description={`Open for: ${inSentence(purposeLabels[purpose])}. Your looking is on record.`}
      />
      <CardBody className="grid gap-4 md:grid-cols-2">
        {photos.length === 0 ? empty : null}
        {over
          ? null
          : photos.map(({ id, kind }) => (
              <EvidencePhoto key={id} kind={kind} address={`/custodian/identities/${checkId}/photos/${kind}`} />
            ))}
      </CardBody>
    </Card>
  );
}

type OpenEvidenceProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** A check that waits for its review is opened for that; anything else needs a stated reason. */
  underReview: boolean;
  count: number;
};

/** The photos, and the details of a decided check, are behind a reason: who looks, and why, goes on record first. */
export function OpenEvidence({ action, underReview, count }: OpenEvidenceProps) {
  const [state, open] = useActionState(action, {});
  const form = useRef<HTMLFormElement>(null);
  useHotkey("o", () => form.current?.requestSubmit());
  const purposes = VIEW_PURPOSES.filter((purpose) => underReview || purpose !== "identity_review");
  return (
    <Card as="section" aria-labelledby="evidence">
      <CardHeader
        id="evidence"
        title={underReview ? "Photos" : "Photos and details"}
        description={`${count === 0 ? "No" : count} ${count === 1 ? "photo" : "photos"}. Opening ${underReview ? "them" : "the record"} puts down that you looked, and why. What you open stays open for ten minutes.`}
      />
      <CardBody>
        <form ref={form} action={open} className="flex max-w-sm flex-col gap-4">
          <ErrorSummary errors={state.errors} message={state.message} />
          <Field name="purpose" label="Why" error={state.errors?.purpose}>
            <Select
              options={purposes.map((value) => ({ value, label: purposeLabels[value] }))}
              placeholder={underReview ? undefined : "Choose a reason"}
              defaultValue={underReview ? "identity_review" : ""}
            />
          </Field>
          <SubmitButton icon={<LockKeyhole aria-hidden />} className="self-start">
            {underReview ? "Open the photos" : "Open the record"}
          </SubmitButton>
        </form>
      </CardBody>
    </Card>
  );
}

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** One photo, large enough to read: zoom, scroll about in it, turn it. */
function EvidencePhoto({ kind, address }: { kind: PhotoKind; address: string }) {
  const [step, setStep] = useState(0);
  const [turns, setTurns] = useState(0);
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
            aria-label={`Turn: ${label}`}
            onClick={() => setTurns((turns + 1) % 4)}
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
          <p className="p-6 text-muted">This photo could not be shown. Open the photos again.</p>
        ) : (
          // biome-ignore lint/performance/noImgElement: an ID is never cached, resized or proxied
          <img
            src={address}
            alt={label}
            onError={() => setBroken(true)}
            style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%`, rotate: `${turns * 90}deg` }}
            className={cn("max-w-none object-contain transition-[rotate]", step > 0 && "origin-center")}
          />
        )}
      </section>
    </figure>
  );
}
