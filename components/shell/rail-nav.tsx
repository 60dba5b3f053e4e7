"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import type { Role } from "@/lib/domain/context";
import { isCurrent, railFor } from "./rail-entries";

/** The links of the rail. Following one closes the rail where it lies over the page. */
export function RailNav({ role }: { role: Role }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Portal" className="flex flex-col gap-6">
      {railFor(role).map((group) => (
        <div key={group.label ?? "main"} className="flex flex-col gap-1">
          {group.label ? <p className="px-3 pb-1 text-muted text-xs">{group.label}</p> : null}
          <ul className="flex flex-col gap-1">
            {group.entries.map(({ href, label, icon: Icon }) => {
              const current = isCurrent(href, pathname);
              return (
                <li key={href}>
                  <Link
                    href={href}
                    aria-current={current ? "page" : undefined}
                    onClick={closeRail}
                    className={cn(
                      "flex h-10 items-center gap-3 rounded-md px-3 text-muted text-sm transition-colors hover:bg-sunken hover:text-ink md:h-8",
                      current && "bg-sunken font-medium text-ink",
                    )}
                  >
                    <Icon className={cn("size-4 shrink-0", current && "text-accent-text")} aria-hidden />
                    {label}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function closeRail(event: { currentTarget: HTMLElement }): void {
  const rail = event.currentTarget.closest<HTMLElement>("[popover]");
  if (rail?.matches(":popover-open")) rail.hidePopover();
}
