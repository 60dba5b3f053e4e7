"use client";

import { useState } from "react";
import { Dialog } from "./dialog";
import { Kbd } from "./kbd";
import { ModKey } from "./mod-key";
import { useHotkey } from "./use-hotkey";

/** `mod` among the keys is ⌘ or Ctrl, whichever the machine has. */
export type Shortcut = { keys: readonly string[]; does: string };

/** All keys of this room, on `?`. */
export function ShortcutsHelp({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [open, setOpen] = useState(false);
  useHotkey("?", () => setOpen(true));
  return (
    <Dialog size="sm" title="Keyboard shortcuts" open={open} onOpenChange={setOpen}>
      <dl className="flex flex-col gap-3">
        {shortcuts.map((shortcut) => (
          <div key={shortcut.does} className="flex items-center justify-between gap-4">
            <dt>{shortcut.does}</dt>
            <dd className="flex gap-1">
              {shortcut.keys.map((key) => (
                <Kbd key={key}>{key === "mod" ? <ModKey /> : key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
