import { CircleAlert, CircleCheck, CircleDashed, CircleDot, CircleSlash, Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

type BadgeProps = { tone?: Tone; children: ReactNode; className?: string };

/** A short word in a pill: a count, a kind, a label. */
export function Badge({ tone = "neutral", children, className }: BadgeProps) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-1 font-medium text-xs tabular-nums",
        toneSoft[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

const statusIcons = {
  neutral: CircleDashed,
  accent: CircleDot,
  done: CircleCheck,
  waiting: Hourglass,
  harm: CircleAlert,
};

type StatusBadgeProps = BadgeProps & {
  /** Ended without being done, such as canceled. Looks different from pending. */
  ended?: boolean;
};

/** A status. The words carry the meaning; icon and color repeat it. */
export function StatusBadge({ tone = "neutral", ended = false, children, className }: StatusBadgeProps) {
  const Icon = ended ? CircleSlash : statusIcons[tone];
  return (
    <Badge tone={tone} className={cn(ended && "text-muted", className)}>
      <Icon className="size-3 shrink-0" aria-hidden />
      {children}
    </Badge>
  );
}

/**
 * What colors mean: `done` (green) is finished, `waiting` (amber) waits on the reader, `harm` (red) is damage. Everything
 * else is `neutral`.
 */
export type Tone = "neutral" | "accent" | "done" | "waiting" | "harm";

const toneSoft: Record<Tone, string> = {
  neutral: "bg-sunken text-ink",
  accent: "bg-accent-soft text-accent-text",
  done: "bg-done-soft text-done",
  waiting: "bg-waiting-soft text-waiting",
  harm: "bg-harm-soft text-harm",
};

export const toneText: Record<Tone, string> = {
  neutral: "text-ink",
  accent: "text-accent-text",
  done: "text-done",
  waiting: "text-waiting",
  harm: "text-harm",
};

/** An HTTP status with its machine code. Only our own failures are red, because rejected calls are normal. */
export function StatusCode({ status, code }: { status: number; code?: string | null }) {
  const tone = status >= 500 ? "harm" : status >= 400 ? "neutral" : "done";
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={tone}>
        <span className="tabular-nums">{status}</span>
      </Badge>
      {code ? <span className="font-mono text-xs text-muted">{code}</span> : null}
    </span>
  );
}
