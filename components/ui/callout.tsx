import { CircleAlert, CircleCheck, Hourglass, Info } from "lucide-react";
import type { ReactNode } from "react";
import { type Tone, toneText } from "./badge";
import { cn } from "./cn";
import { ButtonLink } from "./link";

const icons = { neutral: Info, accent: Info, done: CircleCheck, waiting: Hourglass, harm: CircleAlert };

const edges: Record<Tone, string> = {
  neutral: "border-l-line-strong",
  accent: "border-l-accent",
  done: "border-l-done",
  waiting: "border-l-waiting",
  harm: "border-l-harm",
};

export type CalloutProps = {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announce it when it appears after the page has loaded. */
  live?: boolean;
  className?: string;
};

/** A highlighted note. */
export function Callout({ tone = "neutral", title, children, actions, live, className }: CalloutProps) {
  const Icon = icons[tone];
  return (
    <div
      role={live ? "status" : undefined}
      className={cn(
        "flex gap-3 rounded-md border border-line border-l-4 bg-surface p-4 text-sm",
        edges[tone],
        className,
      )}
    >
      <Icon className={cn("mt-0.5 size-4 shrink-0", toneText[tone])} aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {title ? <div className="font-medium">{title}</div> : null}
        {children ? <div className="text-muted">{children}</div> : null}
        {actions ? <div className="mt-2 flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}

/** What an empty list says, and what to do next. */
export function EmptyState({
  title,
  children,
  icon,
  actions,
}: {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-16 text-center">
      {icon ? (
        <div className="text-muted [&_svg]:size-8" aria-hidden>
          {icon}
        </div>
      ) : null}
      <div className="flex max-w-md flex-col gap-1">
        <p className="font-medium">{title}</p>
        {children ? <div className="text-muted text-sm">{children}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}

type NoMatchesProps = { title: string; icon: ReactNode; clearHref: string; children: ReactNode };

/** What a list says when nothing matches its filters. */
export const NoMatches = ({ clearHref, ...state }: NoMatchesProps) => (
  <EmptyState
    {...state}
    actions={
      <ButtonLink size="sm" href={clearHref}>
        Clear filters
      </ButtonLink>
    }
  />
);
