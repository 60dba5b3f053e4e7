import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

export type PageHeaderProps = {
  /** The page's one h1. */
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string };
  /** Beside the title: a status, an id. */
  meta?: ReactNode;
};

/** What this page is, and what can be done with all of it. */
export function PageHeader({ title, description, actions, back, meta }: PageHeaderProps) {
  return (
    <div className="flex flex-col gap-3 pb-4 md:pb-8">
      {back ? (
        <Link
          href={back.href}
          className="inline-flex items-center gap-2 self-start rounded-sm text-muted text-sm hover:text-ink"
        >
          <ArrowLeft className="size-4" aria-hidden />
          {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="min-w-0 break-words font-semibold text-lg">{title}</h1>
            {meta}
          </div>
          {description ? <div className="mt-1 max-w-prose text-muted">{description}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}
