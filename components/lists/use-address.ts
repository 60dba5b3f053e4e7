"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useOptimistic, useTransition } from "react";

/** Values for the URL. Null removes one. */
export type AddressChange = Readonly<Record<string, string | null>>;

/**
 * The page's query, where a list keeps its filters, page and open row, so that people can share a view. `set` shows the new
 * values at once while the server renders. With `push`, the back button returns here.
 */
export function useAddress() {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [query, expect] = useOptimistic(useSearchParams()?.toString());
  const values = new URLSearchParams(query);

  function set(change: AddressChange, { push = false }: { push?: boolean } = {}): void {
    const url = writeAddress(change, push);
    startTransition(() => {
      expect(window.location.search);
      router.replace(url, { scroll: false });
    });
  }

  return { get: (name: string) => values.get(name) ?? "", set, pending };
}

// The URL of the list that the server renders and the browser doesn't show yet.
let awaited: string | undefined;

/**
 * Changes of the URL add to this one, so that a row opened while the server renders loses no filters. The browser must not
 * show it before: a link followed meanwhile would leave a history entry whose list isn't filtered.
 */
export function awaitAddress(url: string | undefined): void {
  awaited = url;
}

/**
 * Changes the URL without rendering. Next's router is slower, and drops the change if a link is followed meanwhile, so
 * that the back button would return to the old URL.
 */
export function writeAddress(change: AddressChange, push = false): string {
  const { pathname, search } = new URL(awaited ?? window.location.href, window.location.href);
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const url = query.size > 0 ? `${pathname}?${query}` : pathname;
  if (push) window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
  return url;
}
