"use client";

import { type ReactNode, useRef } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { CREATORS_PATH } from "@/components/shell/addresses";
import { cn } from "@/components/ui/cn";
import { CopyId } from "@/components/ui/copy";
import { Time } from "@/components/ui/time";
import type { RosterRow } from "@/lib/domain/accounts/roster";
import type { RosterFilters } from "@/lib/domain/accounts/roster/schemas";
import type { PlanChange, StartChange } from "./change-dialog";
import { SelectionBar, useSelection } from "./selection-bar";
import { SoloStatus } from "./solo-status";

const COLUMNS: Column<RosterRow>[] = [
  {
    header: "Your user id",
    primary: true,
    cell: (row) => <span className="line-clamp-2 break-all md:min-w-36">{row.externalUserId}</span>,
  },
  {
    header: "Email",
    cell: (row) => <span className="break-all md:inline-block md:min-w-52">{row.email}</span>,
  },
  { header: "Status", cell: (row) => <SoloStatus status={row.status} reason={row.suspendReason} /> },
  {
    header: "Account id",
    cell: (row) => <CopyId value={row.id} label="account id" short className="whitespace-nowrap" />,
  },
  { header: "Provisioned", align: "end", cell: (row) => <Time at={row.createdAt} /> },
];

type PickableProps = {
  rows: readonly RosterRow[];
  filters: RosterFilters;
  /** Whether the list has other pages. */
  isMore: boolean;
  empty: ReactNode;
  /** Actions on the whole list. */
  tools: ReactNode;
  /** Actions on the selected creators; null for a role that only reads. */
  change: { plan: PlanChange; start: StartChange } | null;
};

/** One page of creators. With permission, some or all matching ones can be selected and deactivated or reactivated. */
export function PickableCreators({ rows, filters, isMore, empty, tools, change }: PickableProps) {
  const list = useRef<HTMLDivElement>(null);
  const picked = useSelection(
    rows.map(({ id }) => id),
    filters,
    list,
  );
  const pick: Column<RosterRow> = {
    header: "Select",
    corner: true,
    cell: (row) => (
      <label className="-m-2 flex size-9 cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          value={row.id}
          autoComplete="off"
          checked={picked.has(row.id)}
          onChange={() => picked.toggle(row.id)}
          className="size-4 cursor-pointer rounded-sm accent-accent"
        />
        <span className="sr-only">{row.externalUserId}</span>
      </label>
    ),
  };
  return (
    <>
      <div
        className={cn(
          "flex flex-wrap items-center justify-between gap-x-4 gap-y-2",
          picked.selection && "sticky top-2 z-20",
        )}
      >
        {change && rows.length > 0 ? (
          <SelectionBar picked={picked} shown={rows.length} isMore={isMore} {...change} />
        ) : (
          <span />
        )}
        {picked.selection ? null : <span className="flex flex-wrap gap-2">{tools}</span>}
      </div>
      <div ref={list}>
        <DataList
          caption="Creators, newest first"
          rows={rows}
          rowKey={(row) => row.id}
          rowHref={(row) => `${CREATORS_PATH}/${row.id}`}
          columns={change ? [pick, ...COLUMNS] : COLUMNS}
          empty={empty}
        />
      </div>
    </>
  );
}
