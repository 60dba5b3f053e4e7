import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/link";

type HealthSectionProps = {
  id: string;
  /** What went how, e.g. "Calls". */
  of: string;
  /** The list of them. */
  list: string;
  children: ReactNode;
};

/** How something went in the last 24 hours, with the way to its last week. */
export function HealthSection({ id, of, list, children }: HealthSectionProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id={id} className="font-semibold text-base">
          {of} in the last 24 hours
        </h2>
        <ButtonLink href={`${list}?range=7d`} size="sm">
          Last 7 days
        </ButtonLink>
      </div>
      {children}
    </section>
  );
}
