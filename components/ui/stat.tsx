import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { type Tone, toneText } from "./tone";

export type StatProps = { label: string; value: ReactNode; href?: string; hint?: ReactNode; tone?: Tone };

/** One figure. With `href` the whole card leads to the list behind it. */
export function Stat({ label, value, href, hint, tone = "neutral" }: StatProps) {
  return (
    <div
      className={cn(
        "relative flex flex-col gap-1 rounded-lg border border-line bg-surface p-4 md:p-6",
        href && "transition-colors hover:border-line-strong",
      )}
    >
      <dt className="text-muted text-sm">
        {href ? (
          <Link href={href} className="after:absolute after:inset-0 after:rounded-lg after:content-['']">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className={cn("font-semibold text-lg tabular-nums", toneText[tone])}>{value}</dd>
      {hint ? <dd className="text-muted text-xs">{hint}</dd> : null}
    </div>
  );
}

/** Figures side by side. */
export function StatRow({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">{children}</dl>;
}
