"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { leavesRouter } from "@/components/ui/link";

type RailLinkProps = { href: string; below?: string | undefined; children: ReactNode };

/** A link of the rail, marked on its own page and the pages below it. It closes the rail on a phone. */
export function RailLink({ href, below, children }: RailLinkProps) {
  const current = isCurrent(href, usePathname() ?? "", below);
  const Anchor = leavesRouter(href) ? "a" : Link;
  return (
    <Anchor
      href={href}
      aria-current={current ? "page" : undefined}
      onClick={closeRail}
      className="group flex h-10 items-center gap-3 rounded-md px-3 text-muted text-sm transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink md:h-8"
    >
      {children}
    </Anchor>
  );
}

function closeRail(event: { currentTarget: HTMLElement }): void {
  const rail = event.currentTarget.closest<HTMLElement>("[popover]");
  if (rail?.matches(":popover-open")) rail.hidePopover();
}

/** `exact`: for the first page, whose URL is a prefix of all others. */
export type TopNavEntry = { href: string; label: string; exact?: boolean; count?: NavCount | undefined };

/** How many wait behind a link. `lateHref`: those past a deadline, where the link leads then; null if none is. */
export type NavCount = { text: string; lateHref: string | null };

/** Links in a bar, with the current one marked. */
export function TopNav({ label, entries }: { label: string; entries: readonly TopNavEntry[] }) {
  const pathname = usePathname() ?? "";
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-1">
      {entries.map((entry) => {
        const current = pathname === entry.href || (!entry.exact && pathname.startsWith(`${entry.href}/`));
        return (
          <Link
            key={entry.href}
            href={entry.count?.lateHref ?? entry.href}
            aria-current={current ? "page" : undefined}
            className={cn(
              "flex h-10 items-center whitespace-nowrap rounded-md px-3 text-muted text-sm hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2",
              current && "bg-sunken font-medium text-ink",
            )}
          >
            {entry.label}
            {entry.count ? (
              <Badge tone={entry.count.lateHref ? "harm" : "waiting"} className="ml-2 py-0">
                {entry.count.text}
                <span className="sr-only">{entry.count.lateHref ? " open, past a deadline" : " open"}</span>
              </Badge>
            ) : null}
          </Link>
        );
      })}
    </nav>
  );
}

/** Whether an entry is current: on its page or one below it. The overview matches only itself. */
export function isCurrent(href: string, pathname: string, below = href): boolean {
  return pathname === href || (href !== "/portal" && pathname.startsWith(`${below}/`));
}
