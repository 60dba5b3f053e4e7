"use client";

import { LockKeyhole, RotateCcw, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useActionState,
  useEffect,
  useRef,
  useState,
} from "react";
import { Refresh } from "@/components/live/refresh";
import { SectionCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Field, fieldOf, Select } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { inSentence } from "@/components/ui/format";
import { KeyButton, KeyHint, useHotkey } from "@/components/ui/hotkeys";
import { ShowPictures, Veil } from "@/components/ui/veil";
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

const ZOOMS = [1, 1.5, 2, 3, 4, 6] as const;

/** How all photos are shown: one zoom and one rotation, so that two faces compare at the same size. `round` counts the resets. */
type View = { step: number; quarters: number; round: number };
const START: View = { step: 0, quarters: 0, round: 0 };

/** The photos side by side, with one zoom and rotation. They disappear when the access ends. */
export function Evidence({ checkId, photos, until, purpose, empty }: EvidenceProps) {
  const [over, setOver] = useState(false);
  const [view, setView] = useState(START);
  const ends = new Date(until).getTime();
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ends - Date.now());
    return () => clearTimeout(timer);
  }, [ends]);
  const zoom = (by: 1 | -1) =>
    setView((now) => ({ ...now, step: Math.min(Math.max(now.step + by, 0), ZOOMS.length - 1) }));
  const rotate = () => setView((now) => ({ ...now, quarters: (now.quarters + 1) % 4 }));
  const reset = () => setView(({ round }) => ({ ...START, round: round + 1 }));
  useHotkey("=", () => zoom(1));
  const hasBack = photos.length > 2;

  return (
    <SectionCard
      id="evidence"
      title="Photos"
      description={`Reason: ${inSentence(purposeLabels[purpose])}. The ledger records your view.`}
      actions={
        photos.length > 0 && !over ? (
          <div role="toolbar" aria-label="All photos" className="flex flex-wrap gap-1">
            <ShowPictures />
            <Tool label="Zoom out" keys="-" icon={<ZoomOut aria-hidden />} onClick={() => zoom(-1)} />
            <Tool label="Zoom in" keys="+" icon={<ZoomIn aria-hidden />} onClick={() => zoom(1)} />
            <Tool label="Rotate" keys="r" icon={<RotateCw aria-hidden />} onClick={rotate} />
            <Tool label="Reset" keys="0" icon={<RotateCcw aria-hidden />} onClick={reset} />
          </div>
        ) : null
      }
      body={cn("grid gap-3 md:grid-cols-2", hasBack && "md:grid-rows-2")}
    >
      {photos.length === 0 ? empty : null}
      {over ? (
        <Refresh when={ends} />
      ) : (
        photos.map(({ id, kind }) => (
          <Figure key={id} kind={kind} className={placeOf(kind, hasBack)}>
            {/* A reset moves the photo back, and leaves it shown. */}
            <EvidencePhoto
              key={view.round}
              kind={kind}
              address={`/custodian/identities/${checkId}/photos/${kind}?v=${id}`}
              view={view}
              onWheel={zoom}
            />
          </Figure>
        ))
      )}
    </SectionCard>
  );
}

const placeOf = (kind: PhotoKind, hasBack: boolean): string => {
  if (!hasBack) return "h-[clamp(18rem,38dvh,40rem)]";
  return kind === "person" ? "md:row-span-2 h-96 md:h-auto" : "h-72 md:h-[clamp(11rem,22dvh,20rem)]";
};

const Figure = ({ kind, className, children }: { kind: PhotoKind; className: string; children: ReactNode }) => (
  <figure className={cn("flex min-w-0 flex-col gap-1", className)}>
    <figcaption className="font-medium">{photoSubjects[kind]}</figcaption>
    <Veil label={inSentence(photoSubjects[kind])} className="flex min-h-0 flex-1">
      {children}
    </Veil>
  </figure>
);

type ToolProps = { label: string; keys: string; icon: ReactNode; onClick: () => void };

const Tool = ({ label, ...props }: ToolProps) => (
  <KeyButton size="sm" variant="ghost" {...props}>
    <span className="sr-only">{label}</span>
  </KeyButton>
);

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
          <KeyHint name="o" />
        </SubmitButton>
      </form>
    </SectionCard>
  );
}

const PAN_STEP = 40;

type EvidencePhotoProps = {
  kind: PhotoKind;
  address: string;
  view: View;
  onWheel: (by: 1 | -1) => void;
};

/** One photo, which the pointer drags and the arrow keys move while it is zoomed. */
function EvidencePhoto({ kind, address, view, onWheel }: EvidencePhotoProps) {
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [broken, setBroken] = useState(false);
  const pane = useRef<HTMLElement>(null);
  const zoomTo = useRef(onWheel);
  useEffect(() => {
    zoomTo.current = onWheel;
  });
  // React listens passively, so that the page would scroll, too.
  useEffect(() => {
    const element = pane.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      zoomTo.current(event.deltaY < 0 ? 1 : -1);
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, []);
  const zoom = ZOOMS[view.step] ?? 1;
  const label = photoSubjects[kind];
  const move = (x: number, y: number) => setPlace((at) => ({ x: at.x + x, y: at.y + y }));

  function drag(event: PointerEvent) {
    if (zoom > 1 && event.buttons === 1) move(event.movementX, event.movementY);
  }
  function step(event: KeyboardEvent) {
    const by = ARROWS[event.key];
    if (!by || zoom === 1) return;
    event.preventDefault();
    move(by[0] * PAN_STEP, by[1] * PAN_STEP);
  }
  const turned = view.quarters % 2 === 1;
  return (
    <section
      ref={pane}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move what is in it
      tabIndex={0}
      aria-label={`${label}, ${zoom} times`}
      onKeyDown={step}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      className={cn(
        "relative min-h-0 flex-1 overflow-hidden rounded-md bg-sunken [container-type:size]",
        zoom > 1 && "cursor-grab touch-none active:cursor-grabbing",
      )}
    >
      {broken ? (
        <p className="p-6 text-muted">We couldn’t load this photo. Open the photos again.</p>
      ) : (
        // biome-ignore lint/performance/noImgElement: an ID is never cached, resized or proxied
        <img
          src={address}
          alt={label}
          draggable={false}
          onError={() => setBroken(true)}
          style={{
            translate: `calc(-50% + ${zoom > 1 ? place.x : 0}px) calc(-50% + ${zoom > 1 ? place.y : 0}px)`,
            scale: `${zoom}`,
            rotate: `${view.quarters * 90}deg`,
          }}
          className={cn(
            "absolute top-1/2 left-1/2 max-w-none select-none object-contain",
            turned ? "h-[100cqw] w-[100cqh]" : "size-full",
          )}
        />
      )}
    </section>
  );
}

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
