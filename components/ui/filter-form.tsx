"use client";

import { useRouter, useSearchParams } from "next/navigation";
import {
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useTransition,
} from "react";
import { FILTERS_FORM } from "./field-id";
import { writeAddress } from "./use-address";

const PAUSE_MS = 300;

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Keeps a list's filters in the address. The fields hold the filters' values: without scripts the form submits like any other,
 * and values set before the script loaded apply as soon as it has. A choice applies at once, text when typing pauses or the
 * field loses focus. From pressing the pointer elsewhere until its click, the list doesn't move: the text goes into the address,
 * the click reaches its target, and then the list updates unless the click led to another page.
 */
export function FilterForm({ path, className, children }: { path: string; className: string; children: ReactNode }) {
  const router = useRouter();
  // Only to be drawn again when the address changes; its text is read from the browser.
  useSearchParams();
  const [pending, startTransition] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  // The values last requested; ahead of the list while the server draws.
  const asked = useRef<string>(undefined);
  // The address as it was when the form last agreed with it.
  const agreed = useRef<URLSearchParams>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pointing = useRef<AbortController>(null);

  function write(): string {
    const url = writeAddress({ ...valuesOf(form.current), cursor: null });
    agreed.current = addressNow();
    return url;
  }

  function commit(): void {
    clearTimeout(timer.current);
    pointing.current?.abort();
    pointing.current = null;
    const now = JSON.stringify(valuesOf(form.current));
    if (now === asked.current) return;
    asked.current = now;
    const url = write();
    startTransition(() => router.replace(url, { scroll: false }));
  }
  const commitLater = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(commit, PAUSE_MS);
  };

  // What was set before the script came differs from what the server drew.
  const begin = useEffectEvent(() => {
    agreed.current = addressNow();
    if (controlsOf(form.current).some(isTouched)) commit();
    else asked.current = JSON.stringify(valuesOf(form.current));
  });
  useEffect(() => begin(), []);

  // The back button and links change the address, too. States in between may never be rendered, so this reads the browser's own
  // after each render. A field whose parameter didn't change keeps what is being typed.
  useEffect(() => {
    const [before, now] = [agreed.current, addressNow()];
    if (!before || before.toString() === now.toString()) return;
    agreed.current = now;
    const controls = controlsOf(form.current);
    for (const control of controls) {
      if (now.get(control.name) !== before.get(control.name)) show(control, now.get(control.name) ?? "");
    }
    asked.current = JSON.stringify(Object.fromEntries(controls.map(({ name }) => [name, now.get(name) ?? ""])));
  });

  // "Clear filters" empties the fields at once, so that what is typed while the server renders applies to the cleared list.
  function clear(event: MouseEvent<HTMLFormElement>): void {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const values = new URL(link.href).searchParams;
    for (const control of controlsOf(form.current)) show(control, values.get(control.name) ?? "");
    asked.current = JSON.stringify(valuesOf(form.current));
  }

  const point = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Element && form.current?.contains(event.target.closest("input, select, label"))) return;
    if (JSON.stringify(valuesOf(form.current)) === asked.current) return;
    clearTimeout(timer.current);
    write();
    pointing.current?.abort();
    pointing.current = new AbortController();
    const { signal } = pointing.current;
    const clicked = (click: globalThis.MouseEvent) => {
      // Next keeps the browser from following its own links. The list must not overtake the page that one leads to.
      const leadsOn = click.defaultPrevented && click.target instanceof Element && click.target.closest("a[href]");
      if (leadsOn) clearTimeout(timer.current);
      else commit();
    };
    // A drag or a scroll never becomes a click.
    document.addEventListener("click", clicked, { signal, once: true });
    document.addEventListener("pointerup", commitLater, { signal, once: true });
    document.addEventListener("pointercancel", commitLater, { signal, once: true });
  });
  useEffect(() => {
    const listener = (event: PointerEvent) => point(event);
    document.addEventListener("pointerdown", listener, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", listener, { capture: true });
      pointing.current?.abort();
      clearTimeout(timer.current);
    };
  }, []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    // A button that submits elsewhere, such as an export.
    if (event.nativeEvent.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    commit();
    const box = event.currentTarget.querySelector("details");
    if (box) box.open = false;
  }

  return (
    <form
      ref={form}
      id={FILTERS_FORM}
      action={path}
      aria-busy={pending || undefined}
      autoComplete="off"
      onInput={({ target }) => (isTyped(target) ? commitLater() : commit())}
      onBlur={() => pointing.current === null && commit()}
      onSubmit={submit}
      onClickCapture={clear}
      className={className}
    >
      {children}
    </form>
  );
}

const controlsOf = (form: HTMLFormElement | null): Control[] =>
  [...(form?.elements ?? [])].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) && element.name !== "",
  );

/** What the form would send; what it would not send is empty. */
const valuesOf = (form: HTMLFormElement | null): Record<string, string> => ({
  ...Object.fromEntries(controlsOf(form).map(({ name }) => [name, ""])),
  ...(form && Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))),
});

const isChoice = (target: EventTarget): target is HTMLInputElement & { type: "radio" | "checkbox" } =>
  target instanceof HTMLInputElement && (target.type === "radio" || target.type === "checkbox");
const isTyped = (target: EventTarget): boolean => target instanceof HTMLInputElement && !isChoice(target);

const addressNow = (): URLSearchParams => new URLSearchParams(window.location.search);

function show(control: Control, value: string): void {
  if (isChoice(control)) control.checked = control.value === value;
  else control.value = value;
}

/** Whether its value differs from what the server drew. A select without a chosen option shows its first. */
function isTouched(control: Control): boolean {
  if (isChoice(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLInputElement) return control.value !== control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.selected === false;
}
