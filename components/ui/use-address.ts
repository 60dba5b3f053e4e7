"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useOptimistic, useTransition } from "react";

/** Values for the address; null takes one out. */
export type AddressChange = Readonly<Record<string, string | null>>;

/**
 * The page's query, where a list keeps its filters, its place and its open row: every view can be sent to a colleague.
 * `set` shows the new values at once and has the server draw the page for them; with `push`, the way back leads here.
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

/**
 * Puts values into the address and leaves the page as it is. Next's own way to an address is slower, and is given up
 * when somebody follows a link meanwhile: the way back would lead to the address as it was before.
 */
export function writeAddress(change: AddressChange, push = false): string {
  const { pathname, search } = window.location;
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
