import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { type Tone, toneText } from "./badge";
import { cn } from "./cn";

export type PageHeaderProps = {
  /** The page's h1. */
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string };
  /** Beside the title, e.g. a status or an id. */
  meta?: ReactNode;
  /** Whether the title can take the focus: it replaces a form that had it. */
  isFocusable?: boolean;
};

/** The title of a page, with its description and actions. */
export function PageHeader({ title, description, actions, back, meta, isFocusable = false }: PageHeaderProps) {
  return (
    <div className="flex flex-col gap-3 pb-4 md:pb-8">
      {back ? (
        <Link
          href={back.href}
          className="inline-flex items-center gap-2 self-start rounded-sm text-muted text-sm hover:text-ink print:hidden"
        >
          <ArrowLeft className="size-4" aria-hidden />
          {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-3">
            <h1 {...(isFocusable && { tabIndex: -1 })} className="min-w-0 rounded-sm break-words font-semibold text-lg">
              {title}
            </h1>
            {meta}
          </div>
          {description ? <div className="mt-1 max-w-prose text-muted">{description}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
      </div>
    </div>
  );
}

type PageSectionProps = {
  /** Of the heading, which names the section. */
  id: string;
  title: ReactNode;
  description?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a page, with a heading. */
export function PageSection({ id, title, description, className, children }: PageSectionProps) {
  const heading = (
    <h2 id={id} className="font-semibold text-base">
      {title}
    </h2>
  );
  return (
    <section aria-labelledby={id} className={cn("flex flex-col gap-3", className)}>
      {description ? (
        <div>
          {heading}
          <p className="max-w-prose text-muted">{description}</p>
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}

type TabNavProps = {
  label: string;
  /** The `href` of the current page. */
  current: string;
  items: readonly { href: string; label: string; count?: number | string }[];
};

/** Tabs that are pages, so that people can share links to them. */
export function TabNav({ label, current, items }: TabNavProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-4 border-line border-b md:flex-nowrap md:overflow-x-auto">
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          aria-current={item.href === current ? "page" : undefined}
          className={cn(
            "-mb-px flex items-center gap-2 whitespace-nowrap border-transparent border-b-2 py-3 font-medium text-muted text-sm hover:text-ink focus-visible:-outline-offset-2",
            item.href === current && "border-accent text-ink",
          )}
        >
          {item.label}
          {item.count === undefined ? null : (
            <span className="rounded-full bg-sunken px-2 text-ink text-xs tabular-nums">{item.count}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

type StatProps = { label: string; value: ReactNode; href?: string; hint?: ReactNode; tone?: Tone };

/** One figure. With `href`, the whole card links to its list. */
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

/** A row of figures. */
export function StatRow({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">{children}</dl>;
}
