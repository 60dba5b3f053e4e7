"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { leavesRouter } from "@/components/ui/leaves-router";
import { isCurrent } from "./is-current";

/** A link of the rail, which knows whether you are there. Following it closes the rail where it lies over the page. */
export function RailLink({ href, children }: { href: string; children: ReactNode }) {
  const current = isCurrent(href, usePathname() ?? "");
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
