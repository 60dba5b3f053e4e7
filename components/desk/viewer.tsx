"use client";

import { RotateCcw, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { inSentence } from "@/components/ui/format";
import { KeyButton, useHotkey } from "@/components/ui/hotkeys";
import { ShowPictures, Veil } from "@/components/ui/veil";

const ZOOMS = [1, 1.5, 2, 3, 4, 6] as const;

/** One zoom and one rotation for all pictures, so that two faces compare at the same size. `round` counts the resets. */
type View = { step: number; quarters: number; round: number };
const START: View = { step: 0, quarters: 0, round: 0 };

/** What looks at several pictures share: `+`, `-`, `r` and `0` change all of them. */
export type Viewer = { view: View; zoom: (by: 1 | -1) => void; rotate: () => void; reset: () => void };

/** One zoom and one rotation for all pictures of a page, with their keys. The others press the buttons of ViewerTools. */
export function useViewer(): Viewer {
  const [view, setView] = useState(START);
  const zoom = (by: 1 | -1) =>
    setView((now) => ({ ...now, step: Math.min(Math.max(now.step + by, 0), ZOOMS.length - 1) }));
  const rotate = () => setView((now) => ({ ...now, quarters: (now.quarters + 1) % 4 }));
  const reset = () => setView(({ round }) => ({ ...START, round: round + 1 }));
  useHotkey("=", () => zoom(1));
  return { view, zoom, rotate, reset };
}

/** The buttons of a viewer. */
export const ViewerTools = ({ label, viewer: { zoom, rotate, reset } }: { label: string; viewer: Viewer }) => (
  <div role="toolbar" aria-label={label} className="flex flex-wrap gap-1">
    <ShowPictures />
    <Tool label="Zoom out" keys="-" icon={<ZoomOut aria-hidden />} onClick={() => zoom(-1)} />
    <Tool label="Zoom in" keys="+" icon={<ZoomIn aria-hidden />} onClick={() => zoom(1)} />
    <Tool label="Rotate" keys="r" icon={<RotateCw aria-hidden />} onClick={rotate} />
    <Tool label="Reset" keys="0" icon={<RotateCcw aria-hidden />} onClick={reset} />
  </div>
);

type ToolProps = { label: string; keys: string; icon: ReactNode; onClick: () => void };

const Tool = ({ label, ...props }: ToolProps) => (
  <KeyButton size="sm" variant="ghost" {...props}>
    <span className="sr-only">{label}</span>
  </KeyButton>
);

const PAN_STEP = 40;

type PictureProps = {
  label: string;
  address: string;
  viewer: Viewer;
  /** What to say when it can't be loaded. */
  broken: string;
  className: string;
};

/** One picture, which the pointer drags and the arrow keys move while it is zoomed. It opens blurred, as its reader chose. */
export const Picture = ({ className, ...picture }: PictureProps) => (
  <figure className={cn("flex min-w-0 flex-col gap-1", className)}>
    <figcaption className="font-medium">{picture.label}</figcaption>
    <Veil label={inSentence(picture.label)} className="flex min-h-0 flex-1">
      {/* A reset moves the picture back, and leaves it shown. */}
      <Pane key={picture.viewer.view.round} {...picture} />
    </Veil>
  </figure>
);

function Pane({
  label,
  address,
  viewer: { view, zoom: onWheel },
  broken: brokenText,
}: Omit<PictureProps, "className">) {
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
        <p className="p-6 text-muted">{brokenText}</p>
      ) : (
        // biome-ignore lint/performance/noImgElement: evidence is never cached, resized or proxied
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
