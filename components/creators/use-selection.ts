"use client";

import { type RefObject, useEffect, useState } from "react";
import type { RosterFilters, Selection } from "@/lib/domain/roster/schemas";

/** Which creators are picked: some of the page, or everybody whom the filters leave, on whatever page. */
export function useSelection(page: readonly string[], filters: RosterFilters, list: RefObject<HTMLElement | null>) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);

  // Those that were ticked before the script came.
  useEffect(() => {
    const ticked = [...(list.current?.querySelectorAll<HTMLInputElement>("input:checked") ?? [])];
    if (ticked.length > 0) setPicked(new Set(ticked.map(({ value }) => value)));
  }, [list]);

  function clear() {
    setPicked(new Set());
    setAll(false);
  }

  function toggle(id: string) {
    // From everybody, one is taken out of those that can be seen.
    const next = new Set(all ? page : picked);
    if (next.has(id)) next.delete(id);
    else next.add(id);
    setAll(false);
    setPicked(next);
  }

  const selection: Selection | null = all ? { filters } : picked.size > 0 ? { accountIds: [...picked] } : null;
  return {
    all,
    count: picked.size,
    isWholePage: !all && page.length > 0 && picked.size === page.length,
    has: (id: string) => all || picked.has(id),
    toggle,
    pickPage: () => setPicked(new Set(page)),
    pickAll: () => setAll(true),
    clear,
    selection,
  };
}
