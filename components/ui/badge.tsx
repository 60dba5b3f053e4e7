import { CircleAlert, CircleCheck, CircleDashed, CircleDot, Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { type Tone, toneSoft } from "./tone";

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

/** Where something stands. The words carry the meaning; shape and colour repeat it. */
export function StatusBadge({ tone = "neutral", children, className }: BadgeProps) {
  const Icon = statusIcons[tone];
  return (
    <Badge tone={tone} className={className}>
      <Icon className="size-3 shrink-0" aria-hidden />
      {children}
    </Badge>
  );
}
