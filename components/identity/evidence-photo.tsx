"use client";

import { RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { type PhotoKind, photoLabels } from "@/lib/domain/identity/documents";

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** One photo, large enough to read: zoom, scroll about in it, turn it. */
export function EvidencePhoto({ kind, address }: { kind: PhotoKind; address: string }) {
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
