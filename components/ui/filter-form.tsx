"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useTransition } from "react";
import { FILTERS_FORM } from "./field-id";
import { writeAddress } from "./use-address";

const PAUSE_MS = 300;

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Keeps a list's filters in the address. The fields themselves hold what is asked for: without a script the form is sent
 * like any other, and what was set before the script came is followed as soon as it has. The list follows a choice at
 * once, and a text once the typing pauses or the field is left. While somebody points at something else the list stands
 * still under the pointer: the text goes into the address, the click does what it was meant for, and the list follows if
 * that did not lead away.
 */
export function FilterForm({ path, className, children }: { path: string; className: string; children: ReactNode }) {
  const router = useRouter();
  // For the news that the address is another; what it says is asked of the browser.
  useSearchParams();
  const [pending, startTransition] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  // The form as it was last asked for; ahead of the list while the server draws.
  const asked = useRef<string>(undefined);
  // The address as it was when the form last agreed with it.
  const agreed = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pointing = useRef<AbortController>(null);

  function write(): string {
    const url = writeAddress({ ...valuesOf(form.current), cursor: null });
    agreed.current = window.location.search;
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
    agreed.current = window.location.search;
    if (controlsOf(form.current).some(isTouched)) commit();
    else asked.current = JSON.stringify(valuesOf(form.current));
  });
  useEffect(() => begin(), []);

  // The address changes from elsewhere, too: by the back button, by "Clear filters". What it was in between, while a link
  // led on, may never have been drawn; so the browser's own is asked, after each drawing.
  useEffect(() => {
    const { search } = window.location;
    if (search === agreed.current) return;
    agreed.current = search;
    const values = new URLSearchParams(search);
    for (const control of controlsOf(form.current)) show(control, values.get(control.name) ?? "");
    asked.current = JSON.stringify(valuesOf(form.current));
  });

  const point = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Element && form.current?.contains(event.target.closest("input, select, label"))) return;
    if (JSON.stringify(valuesOf(form.current)) === asked.current) return;
    clearTimeout(timer.current);
    write();
    pointing.current?.abort();
    pointing.current = new AbortController();
    const { signal } = pointing.current;
    const clicked = (click: MouseEvent) => {
      // A link that leads on has kept the browser from following it.
      if (!click.defaultPrevented) commit();
    };
    // Dragged or scrolled, it never becomes a click.
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
    // What sends the form elsewhere, as an export does.
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

function show(control: Control, value: string): void {
  if (isChoice(control)) control.checked = control.value === value;
  // What is hidden is the server's to say.
  else if (!(control instanceof HTMLInputElement && control.type === "hidden")) control.value = value;
}

/** Whether it says something else than the server drew. A select without a chosen option shows its first. */
function isTouched(control: Control): boolean {
  if (isChoice(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLInputElement) return control.value !== control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.selected === false;
}
