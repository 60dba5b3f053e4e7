import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "./button";

type Step = string | (() => void) | null | undefined;

export type PagerProps = {
  /** Where the newer and the older rows are: an address, or a function from a client component. Absent at an end. */
  newer?: Step;
  older?: Step;
  /** What is on this page, e.g. "50 requests". */
  label?: ReactNode;
  busy?: boolean;
};

/** Keyset pages: newer and older, no page numbers that shift while rows arrive. */
export function Pager({ newer, older, label, busy }: PagerProps) {
  if (!newer && !older && !label) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 text-sm">
      <p className="text-muted tabular-nums">{label}</p>
      {newer || older ? (
        <div className="flex gap-2">
          <PagerStep step={newer} busy={busy} rel="prev" icon={<ChevronLeft aria-hidden />} label="Newer" />
          <PagerStep step={older} busy={busy} rel="next" trailing={<ChevronRight aria-hidden />} label="Older" />
        </div>
      ) : null}
    </nav>
  );
}

type PagerStepProps = {
  step: Step;
  label: string;
  rel: "prev" | "next";
  busy?: boolean;
  icon?: ReactNode;
  trailing?: ReactNode;
};

function PagerStep({ step, label, rel, busy, icon, trailing }: PagerStepProps) {
  if (typeof step === "string") {
    return (
      <ButtonLink href={step} size="sm" icon={icon} rel={rel}>
        {label}
        {trailing}
      </ButtonLink>
    );
  }
  return (
    <Button size="sm" icon={icon} disabled={!step || busy} onClick={step ?? undefined}>
      {label}
      {trailing}
    </Button>
  );
}
