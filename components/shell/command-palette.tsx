"use client";

import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Spinner } from "@/components/ui/button";
import { hasWords } from "./words";

export type CommandSearchProps = {
  /** Finds records by id, email or name. May be a server action. */
  search: (query: string) => Promise<SearchHit[]>;
  /** The pages and acts to find by name. `group`: what they are, if not pages; `words`: what else finds them. */
  pages: readonly { href: string; label: string; group?: string; words?: string }[];
  /** What can be typed, in a few words, and for whoever found nothing. */
  by: string;
  findsBy: string;
  /** How long typing must pause before it searches. */
  pauseMs?: number;
};

type CommandPaletteProps = CommandSearchProps & { onClose: () => void };

const DEBOUNCE_MS = 150;

/** The open palette: type, select with the arrow keys, open with Enter. */
export function CommandPalette({ search, pages, by, findsBy, pauseMs = DEBOUNCE_MS, onClose }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const router = useRouter();
  const [query, setQuery] = useState("");
  const { hits, state } = useHits(query.trim(), { search, pauseMs });
  const nothing = { idle: `No results. ${findsBy}`, failed: "Search failed. Try again in a moment." };

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    element?.querySelector("input")?.focus();
  }, []);

  const matching: SearchHit[] = pages
    .filter(({ label, words = "" }) => hasWords(`${label} ${words}`, query))
    .map(({ href, label, group = "Pages" }) => ({ id: `${group} ${label}`, label, group, href }));
  const groups = Map.groupBy([...hits, ...matching], (hit) => hit.group);

  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      onMouseDown={(event) => {
        // Ignore the second press of the double click that opened it.
        if (event.target === dialog.current && event.detail === 1) dialog.current?.close();
      }}
      className="mx-auto mt-[12dvh] mb-auto w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-lg border border-line bg-surface p-0 text-ink text-sm shadow-raised"
    >
      <Command label="Search" shouldFilter={false} loop>
        <div className="flex items-center gap-2 border-line border-b px-4">
          <Command.Input
            value={query}
            onValueChange={setQuery}
            placeholder={by}
            className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
          />
          {state === "busy" ? <Spinner label="Searching" /> : null}
        </div>
        {groups.size === 0 ? (
          <p className="px-6 py-8 text-center text-muted">{state === "busy" ? "Searching…" : nothing[state]}</p>
        ) : null}
        <p role="status" className="sr-only">
          {groups.size === 0 && state !== "busy" ? nothing[state] : ""}
        </p>
        {/* Hide an empty list from screen readers. */}
        <Command.List label="Results" hidden={groups.size === 0} className="max-h-96 overflow-y-auto p-2">
          {[...groups].map(([group, found]) => (
            <Command.Group
              key={group}
              heading={group}
              className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
            >
              {found.map((hit) => (
                <Command.Item
                  key={hit.id}
                  value={hit.id}
                  onSelect={() => {
                    dialog.current?.close();
                    router.push(hit.href);
                  }}
                  className="flex cursor-pointer items-center justify-between gap-4 rounded-sm px-3 py-2 data-[selected=true]:bg-sunken"
                >
                  <span className="min-w-0 truncate" title={hit.label}>
                    {hit.label}
                  </span>
                  {hit.hint ? <Hint text={hit.hint} /> : null}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </dialog>
  );
}

// A partner's ids may be wider than the palette.
function Hint({ text }: { text: string }) {
  return (
    <span className="max-w-1/2 shrink-0 truncate font-mono text-muted text-xs" title={text}>
      {text}
    </span>
  );
}

/** Results for a query, once typing pauses. Late results of an older query are dropped. */
function useHits(query: string, { search, pauseMs }: Required<Pick<CommandSearchProps, "search" | "pauseMs">>) {
  const [hits, setHits] = useState<SearchHit[]>([]);
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");

  useEffect(() => {
    if (query.length < 2) {
      setHits([]);
      setState("idle");
      return;
    }
    let current = true;
    setState("busy");
    const timer = setTimeout(() => {
      search(query).then(
        (found) => {
          if (!current) return;
          setHits(found);
          setState("idle");
        },
        () => current && setState("failed"),
      );
    }, pauseMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [query, search, pauseMs]);

  return { hits, state };
}

/** One search result: a page or a record. */
export type SearchHit = { id: string; label: string; hint?: string; group: string; href: string };
