"use client";

import { lazy, Suspense, useState } from "react";
import { Kbd } from "./kbd";
import { ModKey } from "./mod-key";
import { useHotkey } from "./use-hotkey";

// Every page has these keys, and few people ask for them.
const Dialog = lazy(() => import("./dialog").then((loaded) => ({ default: loaded.Dialog })));

/** `mod` among the keys is ⌘ or Ctrl, whichever the machine has. */
export type Shortcut = { keys: readonly string[]; does: string };

/** All keys of this room, on `?`. */
export function ShortcutsHelp({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  useHotkey("?", () => setState("open"));
  if (state === "unused") return null;
  return (
    <Suspense>
      <Dialog
        size="sm"
        title="Keyboard shortcuts"
        open={state === "open"}
        onOpenChange={(open) => setState(open ? "open" : "closed")}
      >
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
    </Suspense>
  );
}
