"use client";

import { lazy, type RefObject, Suspense, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { counted } from "@/components/ui/format";
import type { ChangeKind, RosterFilters, Selection } from "@/lib/domain/accounts/roster/schemas";
import type { PlanChange, StartChange } from "./change-dialog";

const loadDialog = () => import("./change-dialog");
const ChangeDialog = lazy(() => loadDialog().then((loaded) => ({ default: loaded.ChangeDialog })));

type SelectionBarProps = {
  picked: ReturnType<typeof useSelection>;
  shown: number;
  isMore: boolean;
  plan: PlanChange;
  start: StartChange;
};

/** How many creators are selected, and the actions on them. */
export function SelectionBar({ picked, shown, isMore, plan, start }: SelectionBarProps) {
  const [asked, setAsked] = useState<ChangeKind | null>(null);
  const { all, count, isWholePage, selection } = picked;
  const open = (kind: ChangeKind) => ({
    size: "sm" as const,
    onPointerEnter: loadDialog,
    onFocus: loadDialog,
    onClick: () => setAsked(kind),
  });
  return (
    <div
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-2 text-sm",
        selection && "w-full rounded-lg border border-line-strong bg-surface px-4 py-2 shadow-raised",
      )}
    >
      <span role="status" className={cn("tabular-nums", selection ? "font-medium" : "text-muted max-md:sr-only")}>
        {all
          ? "All matching creators"
          : selection
            ? `${counted(count, "creator")} selected`
            : "Select creators to change them together"}
      </span>
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        {all || isWholePage ? null : <Quiet onClick={picked.pickPage}>Select all {shown} on this page</Quiet>}
        {isMore && isWholePage ? <Quiet onClick={picked.pickAll}>Select all matching creators</Quiet> : null}
        {selection ? <Quiet onClick={picked.clear}>Clear</Quiet> : null}
      </span>
      {selection ? (
        <span className="flex flex-wrap gap-2 max-md:basis-full md:flex-1 md:justify-end">
          <Button {...open("reactivate")}>Reactivate…</Button>
          <Button {...open("deactivate")}>Deactivate…</Button>
        </span>
      ) : null}
      {asked && selection ? (
        <Suspense>
          <ChangeDialog kind={asked} selection={selection} plan={plan} start={start} close={() => setAsked(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Quiet({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-sm text-muted underline underline-offset-4 hover:text-ink"
    >
      {children}
    </button>
  );
}

/** The selected creators: some on this page, or all that match the filters. */
export function useSelection(page: readonly string[], filters: RosterFilters, list: RefObject<HTMLElement | null>) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);

  // Checkboxes ticked before the script loaded.
  useEffect(() => {
    const ticked = [...(list.current?.querySelectorAll<HTMLInputElement>("input:checked") ?? [])];
    if (ticked.length > 0) setPicked(new Set(ticked.map(({ value }) => value)));
  }, [list]);

  function clear() {
    setPicked(new Set());
    setAll(false);
  }

  function toggle(id: string) {
    // Deselecting one of all matching creators keeps the rest of this page.
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
