"use client";

import { Search } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { Kbd, ModKey, useHotkey } from "@/components/ui/hotkeys";
import type { CommandSearchProps } from "./command-palette";

const Palette = lazy(() => import("./command-palette").then((loaded) => ({ default: loaded.CommandPalette })));

/** ⌘K: searches records, keys and pages. The palette loads when first opened. */
export function CommandSearch(props: CommandSearchProps) {
  const [open, setOpen] = useState(false);
  useHotkey("mod+k", () => setOpen(true));
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen(true)}
        className="flex h-10 w-full items-center gap-2 rounded-md border border-line-strong/60 bg-surface px-3 text-muted text-sm hover:bg-sunken"
      >
        <Search className="size-4 shrink-0" aria-hidden />
        <span className="flex-1 text-left">Search</span>
        <Kbd className="max-md:hidden">
          <ModKey /> K
        </Kbd>
      </button>
      {/* In a portal, because on a phone the surrounding menu may be hidden. */}
      {open
        ? createPortal(
            <Suspense>
              <Palette {...props} onClose={() => setOpen(false)} />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  );
}
