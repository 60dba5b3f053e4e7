"use client";

import { usePathname, useSearchParams } from "next/navigation";
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Button, type ButtonProps } from "./button";

import { cn } from "./cn";

/**
 * Listens for one key on the page. `mod+k` is ⌘K or Ctrl+K. Plain keys are ignored while typing, and all keys while a modal
 * is open.
 */
export function useHotkey(keys: string, run: (event: KeyboardEvent) => void): void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });

  // As soon as the key is on the screen: an effect after the paint would miss a quick press.
  useLayoutEffect(() => {
    const withMod = keys.startsWith("mod+");
    const key = withMod ? keys.slice(4) : keys;
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== key || event.altKey || (event.metaKey || event.ctrlKey) !== withMod) return;
      if (!withMod && isTyping(event.target)) return;
      if (document.querySelector("dialog:modal")) return;
      event.preventDefault();
      latest.current(event);
    }
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [keys]);
}

/** Presses the page's link, button or summary that names a key in `aria-keyshortcuts`. What a summary opens takes the focus. */
export function PressKeys({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => <PressKey key={key} name={key} />);
}

function PressKey({ name }: { name: string }) {
  useHotkey(name, () => {
    const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`);
    control?.click();
    if (control?.parentElement instanceof HTMLDetailsElement && control.parentElement.open) {
      // A form that the server drew starts with hidden fields.
      control.parentElement.querySelector<HTMLElement>("input:not([type=hidden]), textarea")?.focus();
    }
  });
  return null;
}

/**
 * Opens what the URL names with `?do=`: presses the page's button that has this word as `data-do`, or focuses its field, and takes the
 * word out of the URL. It only opens forms: what they do still has to be confirmed.
 */
export function OpenByAddress() {
  const word = useSearchParams()?.get("do");
  useEffect(() => {
    const control = word && document.querySelector<HTMLElement>(`[data-do="${CSS.escape(word)}"]`);
    if (!control) return;
    const url = new URL(window.location.href);
    url.searchParams.delete("do");
    window.history.replaceState(null, "", url);
    if (control instanceof HTMLInputElement) control.focus();
    else control.click();
  }, [word]);
  return null;
}

/**
 * Moves the focus to the next link of a list with `j` and to the previous one with `k`, and opens it with `o`, or the first one. The links
 * have `data-row`, as those of a DataList do.
 */
export function RowKeys() {
  const rowsAndPlace = () => {
    const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
    return { rows, at: document.activeElement instanceof HTMLElement ? rows.indexOf(document.activeElement) : -1 };
  };
  const move = (by: 1 | -1) => {
    const { rows, at } = rowsAndPlace();
    rows[at === -1 ? 0 : at + by]?.focus();
  };
  useHotkey("j", () => move(1));
  useHotkey("k", () => move(-1));
  useHotkey("o", () => {
    const { rows, at } = rowsAndPlace();
    rows[Math.max(at, 0)]?.click();
  });
  return null;
}

const TYPED_INTO = "input:not([type=checkbox], [type=radio]), textarea, select";

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO));
}

// Every page has the shortcut, but few people open the dialog.
const Dialog = lazy(() => import("./dialog").then((loaded) => ({ default: loaded.Dialog })));

/**
 * The key `mod` is ⌘ or Ctrl, by platform. `on`: the page that has it, if not each. `at`: that page's path; one that ends with a slash
 * means the pages below it.
 */
export type Shortcut = { keys: readonly string[]; does: string; on?: string; at?: readonly string[] };

const isAt = (path: string, at: readonly string[] = []): boolean =>
  at.some((one) => (one.endsWith("/") ? path.startsWith(one) : path === one));

/** All keyboard shortcuts, on `?`. Those of the page come first. */
export function ShortcutsHelp({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  useHotkey("?", () => setState("open"));
  const path = usePathname() ?? "";
  if (state === "unused") return null;
  return (
    <Suspense>
      <Dialog
        size="sm"
        title="Keyboard shortcuts"
        open={state === "open"}
        onOpenChange={(open) => setState(open ? "open" : "closed")}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
        <div tabIndex={0}>
          {groupsAt(path, shortcuts).map(([on, those]) => (
            <section key={on ?? ""} className="not-first:mt-6">
              {on ? <h3 className="mb-2 font-semibold text-sm">{on}</h3> : null}
              <dl className="flex flex-col gap-2">
                {those.map((shortcut) => (
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
            </section>
          ))}
        </div>
      </Dialog>
    </Suspense>
  );
}

function groupsAt(path: string, shortcuts: readonly Shortcut[]): [string | undefined, Shortcut[]][] {
  const groups = [...Map.groupBy(shortcuts, ({ on }) => on)];
  const isHere = ([, [first]]: (typeof groups)[number]) => isAt(path, first?.at);
  return [...groups.filter(isHere), ...groups.filter((group) => !isHere(group))];
}

/** A keyboard key. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        "inline-flex h-6 min-w-6 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-muted text-xs",
        className,
      )}
    >
      {children}
    </kbd>
  );
}

/** A key beside the control that it presses, for people with a keyboard. */
export const KeyHint = ({ name }: { name: string }) => (
  <span aria-hidden className="max-md:hidden">
    <Kbd>{name}</Kbd>
  </span>
);

/** A button, and the key that presses it. */
export function KeyButton({ keys, children, ...props }: ButtonProps & { keys: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useHotkey(keys, () => button.current?.click());
  return (
    <Button {...props} ref={button} aria-keyshortcuts={keys}>
      {children} <KeyHint name={keys} />
    </Button>
  );
}

/** "⌘" on Apple devices, "Ctrl" elsewhere. */
export function ModKey() {
  const apple = useSyncExternalStore(never, isApple, () => false);
  return apple ? "⌘" : "Ctrl";
}

const never = () => () => {};
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
