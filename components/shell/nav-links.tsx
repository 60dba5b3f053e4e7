"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { leavesRouter } from "@/components/ui/link";

/** `to`: where it leads instead of its own page. */
type RailLinkProps = { href: string; below?: readonly string[] | undefined; to?: string | null; children: ReactNode };

/** A link of the rail, marked on its own page and the pages below it. It closes the rail on a phone. */
export function RailLink({ href, below, to, children }: RailLinkProps) {
  const current = isCurrent(href, usePathname() ?? "", below);
  const Anchor = leavesRouter(href) ? "a" : Link;
  return (
    <Anchor
      href={to ?? href}
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
export type TopNavEntry = { href: string; label: string; exact?: boolean };

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
            href={entry.href}
            aria-current={current ? "page" : undefined}
            className={cn(
              "flex h-10 items-center whitespace-nowrap rounded-md px-3 text-muted text-sm hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2",
              current && "bg-sunken font-medium text-ink",
            )}
          >
            {entry.label}
          </Link>
        );
      })}
    </nav>
  );
}

/** Whether an entry is current: on its page, or one below it or below `below`. The overview matches only itself. */
export function isCurrent(href: string, pathname: string, below: readonly string[] = [href]): boolean {
  return pathname === href || (href !== "/portal" && below.some((path) => pathname.startsWith(`${path}/`)));
}
