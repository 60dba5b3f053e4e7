"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";

/** `exact`: the first page of a room, whose address all others begin with. */
export type TopNavEntry = { href: string; label: string; exact?: boolean };

/** A few links in a bar, with the one you are on marked. */
export function TopNav({ label, entries }: { label: string; entries: readonly TopNavEntry[] }) {
  const pathname = usePathname() ?? "";
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto">
      {entries.map((entry) => {
        const current = pathname === entry.href || (!entry.exact && pathname.startsWith(`${entry.href}/`));
        return (
          <Link
            key={entry.href}
            href={entry.href}
            aria-current={current ? "page" : undefined}
            className={cn(
              "flex h-10 items-center whitespace-nowrap rounded-md px-3 text-muted max-md:px-2 max-md:first:pl-3 text-sm hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2",
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
