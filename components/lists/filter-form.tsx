"use client";

import { Search } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import {
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useTransition,
} from "react";
import { useNavigation } from "@/components/live/navigation";
import { cn } from "@/components/ui/cn";
import { controlStyle, FILTERS_FORM, fieldId } from "@/components/ui/field";
import { Kbd, useHotkey } from "@/components/ui/hotkeys";
import { awaitAddress } from "./use-address";

const PAUSE_MS = 300;

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Keeps a list's filters in the URL. Without scripts the form submits normally, and values entered before the script
 * loads apply once it has. Choices apply at once, text when typing pauses. A link that people follow comes first: what is
 * not applied by then applies to the list that it leads to, if that is this one.
 */
export function FilterForm({ path, className, children }: { path: string; className: string; children: ReactNode }) {
  const router = useRouter();
  // Re-renders when the URL changes.
  useSearchParams();
  const [pending, startTransition] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  // The list's URL as last requested, which is ahead of the browser's while the server renders.
  const requested = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigation = useNavigation();
  const underWay = useRef(navigation);
  const late = useRef(false);
  useLayoutEffect(() => {
    underWay.current = navigation;
  }, [navigation]);

  function apply(url = addressWith(form.current)): void {
    clearTimeout(timer.current);
    late.current = underWay.current !== null && underWay.current !== requested.current;
    if (late.current) return;
    if (url === requested.current) return;
    requested.current = url;
    awaitAddress(url);
    startTransition(() => router.replace(url, { scroll: false }));
  }
  function applyLater(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(), PAUSE_MS);
  }

  // Links and the back button change the URL too. The fields follow them, but keep what is being typed.
  useEffect(() => {
    const address = window.location.pathname + window.location.search;
    const before = requested.current;
    if (pending || navigation !== null) return;
    awaitAddress(undefined);
    requested.current = address;
    if (before !== undefined && before !== address) showChanges(form.current, queryOf(before), queryOf(address));
    // Values entered before the script loaded differ from what the server rendered.
    if (late.current || (before === undefined && controlsOf(form.current).some(isTouched))) apply();
  });

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      awaitAddress(undefined);
    },
    [],
  );

  // "Clear filters" empties the fields at once, so that text typed meanwhile applies to the cleared list.
  function clear(event: MouseEvent<HTMLFormElement>): void {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    for (const control of controlsOf(form.current)) show(control, queryOf(link.search));
    apply(link.pathname + link.search);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    // A button that submits elsewhere, such as an export.
    if (event.nativeEvent.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    apply();
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
      onInput={({ target }) => (isTyped(target) ? applyLater() : apply())}
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

/** The list's URL with the form's values, at the first page. */
function addressWith(form: HTMLFormElement | null): string {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  query.delete("cursor");
  for (const { name } of controlsOf(form)) query.delete(name);
  for (const [name, value] of form ? new FormData(form) : []) {
    if (String(value).trim()) query.set(name, String(value).trim());
  }
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

const isChoice = (target: EventTarget): target is HTMLInputElement & { type: "radio" | "checkbox" } =>
  target instanceof HTMLInputElement && (target.type === "radio" || target.type === "checkbox");
const isTyped = (target: EventTarget): boolean => target instanceof HTMLInputElement && !isChoice(target);

const queryOf = (address: string): URLSearchParams => new URLSearchParams(address.split("?")[1]);

function showChanges(form: HTMLFormElement | null, before: URLSearchParams, now: URLSearchParams): void {
  for (const control of controlsOf(form)) {
    if (now.get(control.name) !== before.get(control.name)) show(control, now);
  }
}

function show(control: Control, query: URLSearchParams): void {
  const value = query.get(control.name) ?? "";
  if (isChoice(control)) control.checked = control.value === value;
  else control.value = value;
}

/** Whether the value differs from what the server rendered. A select without a selected option shows its first. */
function isTouched(control: Control): boolean {
  if (isChoice(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLInputElement) return control.value !== control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.selected === false;
}

type SearchInputProps = {
  label: string;
  name?: string;
  placeholder?: string;
  /** The current search text. */
  listed: string | null | undefined;
  mono?: boolean;
  className?: string;
};

/** The search field of a list. `/` focuses it, Escape blurs it. */
export function SearchInput({ label, name = "q", placeholder, listed, mono, className }: SearchInputProps) {
  const field = useRef<HTMLInputElement>(null);
  useHotkey("/", () => field.current?.focus());
  const id = fieldId(name);
  return (
    <div className={cn("flex flex-col gap-2", className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <span className="group relative block">
        <Search className="pointer-events-none absolute top-3 left-3 size-4 text-muted" aria-hidden />
        <input
          ref={field}
          id={id}
          name={name}
          type="search"
          placeholder={placeholder}
          defaultValue={listed ?? ""}
          onKeyDown={(event) => event.key === "Escape" && field.current?.blur()}
          autoComplete="off"
          spellCheck={false}
          aria-keyshortcuts="/"
          className={cn(controlStyle, "h-10 pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden", mono && "font-mono")}
        />
        <Kbd className="absolute top-2 right-2 group-focus-within:hidden max-md:hidden">/</Kbd>
      </span>
    </div>
  );
}
