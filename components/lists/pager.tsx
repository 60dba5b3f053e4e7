import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/link";

type Step = { label: string; href: string | null | undefined };

export type PagerProps = {
  /** Links to newer and older rows. Absent at either end. */
  newer: string | null | undefined;
  older: string | null | undefined;
  /** Which rows come first. The next page is to the right. */
  first?: "newest" | "oldest";
  /** Names the links for screen readers, if the page has more than one pager. */
  name?: string;
  /** Other labels. */
  labels?: { newer: string; older: string };
};

const LABELS = { newer: "Newer", older: "Older" };

/** Keyset paging. Page numbers would shift while rows arrive. */
export function Pager({ newer, older, first = "newest", name = "Pages", labels = LABELS }: PagerProps) {
  if (!newer && !older) return null;
  const toNewer = { label: labels.newer, href: newer };
  const toOlder = { label: labels.older, href: older };
  const [back, onward] = first === "newest" ? [toNewer, toOlder] : [toOlder, toNewer];
  return (
    <nav aria-label={name} className="flex justify-end gap-2 text-sm">
      <PagerStep {...back} rel="prev" icon={<ChevronLeft aria-hidden />} />
      <PagerStep {...onward} rel="next" trailing={<ChevronRight aria-hidden />} />
    </nav>
  );
}

type PagerStepProps = Step & { rel: "prev" | "next"; icon?: ReactNode; trailing?: ReactNode };

function PagerStep({ href, label, rel, icon, trailing }: PagerStepProps) {
  if (href) {
    return (
      <ButtonLink href={href} size="sm" icon={icon} rel={rel}>
        {label}
        {trailing}
      </ButtonLink>
    );
  }
  return (
    <Button size="sm" icon={icon} disabled>
      {label}
      {trailing}
    </Button>
  );
}
