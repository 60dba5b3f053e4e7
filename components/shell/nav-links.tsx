"use client";

import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { leavesRouter } from "@/components/ui/link";
import { PopDetails } from "@/components/ui/pop-details";

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

/** How many links fit beside each other on a phone, with “More” for the others. */
const ON_PHONE = 3;

/** Links in a bar, with the current one marked. On a phone, those that don’t fit are behind “More”. */
export function TopNav({ label, entries }: { label: string; entries: readonly TopNavEntry[] }) {
  const pathname = usePathname() ?? "";
  const links = entries.map((entry) => ({
    ...entry,
    current: pathname === entry.href || (!entry.exact && pathname.startsWith(`${entry.href}/`)),
  }));
  const folded = links.length > ON_PHONE + 1 ? links.slice(ON_PHONE) : [];
  const here = folded.find(({ current }) => current);
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-1">
      {links.map((entry) => (
        <TopLink key={entry.href} {...entry} className={folded.includes(entry) ? "max-md:hidden" : ""} />
      ))}
      {folded.length > 0 ? (
        // A new page closes it.
        <PopDetails
          key={pathname}
          className="md:hidden"
          summaryClassName={cn(topLink, here && "bg-sunken font-medium text-ink")}
          summary={
            <>
              {here?.label ?? "More"}
              <ChevronDown className="ml-1 size-4" aria-hidden />
            </>
          }
        >
          <div className="absolute right-0 z-40 mt-1 flex w-48 flex-col rounded-md border border-line bg-surface p-2 shadow-raised">
            {folded.map((entry) => (
              <TopLink key={entry.href} {...entry} />
            ))}
          </div>
        </PopDetails>
      ) : null}
    </nav>
  );
}

const topLink =
  "flex h-10 items-center whitespace-nowrap rounded-md px-3 text-muted text-sm hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2";

type TopLinkProps = { href: string; label: string; current: boolean; className?: string };

const TopLink = ({ href, label, current, className }: TopLinkProps) => (
  <Link
    href={href}
    aria-current={current ? "page" : undefined}
    className={cn(topLink, current && "bg-sunken font-medium text-ink", className)}
  >
    {label}
  </Link>
);

/** Whether an entry is current: on its page, or one below it or below `below`. The overview matches only itself. */
export function isCurrent(href: string, pathname: string, below: readonly string[] = [href]): boolean {
  return pathname === href || (href !== "/portal" && below.some((path) => pathname.startsWith(`${path}/`)));
}
