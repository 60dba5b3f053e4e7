"use client";

import { columnVisibilityFeature, type RowData, tableFeatures, useTable } from "@tanstack/react-table";
import { Columns3 } from "lucide-react";
import { useMemo } from "react";
import { cn } from "./cn";
import { aboveRowLink, type Column, coversRow } from "./column";
import type { DataListProps } from "./data-list";
import { PopDetails } from "./pop-details";
import { Table, TBody, TD, TH, THead, TR } from "./table";

const features = tableFeatures({ columnVisibilityFeature });

export type DataTableProps<Row extends RowData> = Omit<DataListProps<Row>, "rowHref"> & {
  /** Lets the reader choose the columns. */
  columnToggle?: boolean;
  /** Opens a row where it stands, e.g. in a drawer. The primary cell becomes the button for it. */
  onRowOpen?: (row: Row) => void;
  openRowKey?: string | null;
};

/** The DataList for rows that move while you look: same columns, same two shapes, rows that open in place. */
export function DataTable<Row extends RowData>({
  caption,
  rows,
  rowKey,
  columns,
  rowClassName,
  empty,
  footer,
  busy,
  columnToggle,
  onRowOpen,
  openRowKey,
}: DataTableProps<Row>) {
  const definitions = useMemo(
    () => columns.map((column) => ({ id: column.id, header: column.header, enableHiding: !column.primary })),
    [columns],
  );
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const table = useTable({ features, columns: definitions, data: rows, getRowId: rowKey });
  const shown = table
    .getVisibleLeafColumns()
    .map((column) => byId.get(column.id))
    .filter((column): column is Column<Row> => column !== undefined);

  return (
    <div className="flex flex-col gap-2">
      {columnToggle ? (
        <PopDetails
          className="self-end text-sm max-md:hidden"
          summaryClassName="flex items-center gap-2 rounded-md px-3 py-2 text-muted hover:bg-sunken"
          summary={
            <>
              <Columns3 className="size-4" aria-hidden />
              Columns
            </>
          }
        >
          <div className="absolute right-0 z-20 mt-1 flex min-w-48 flex-col gap-1 rounded-md border border-line bg-surface p-2 shadow-raised">
            {table.getAllLeafColumns().map((column) => (
              <label key={column.id} className="flex cursor-pointer gap-2 rounded-sm px-2 py-1 hover:bg-sunken">
                <input
                  type="checkbox"
                  className="accent-accent"
                  checked={column.getIsVisible()}
                  disabled={!column.getCanHide()}
                  onChange={column.getToggleVisibilityHandler()}
                />
                {byId.get(column.id)?.header}
              </label>
            ))}
          </div>
        </PopDetails>
      ) : null}
      <div aria-busy={busy || undefined} className="overflow-hidden rounded-lg border border-line bg-surface">
        {rows.length === 0 && empty !== undefined ? (
          empty
        ) : (
          <div className={cn("md:overflow-x-auto", busy && "opacity-60 transition-opacity")}>
            <Table caption={caption}>
              <THead>
                <TR>
                  {shown.map((column) => (
                    <TH key={column.id} align={column.align}>
                      {column.header}
                    </TH>
                  ))}
                </TR>
              </THead>
              <TBody>
                {table.getRowModel().rows.map((row) => (
                  <TR
                    key={row.id}
                    className={cn(
                      onRowOpen && "hover:bg-sunken",
                      openRowKey === row.id && "bg-accent-soft hover:bg-accent-soft",
                      rowClassName?.(row.original),
                    )}
                  >
                    {shown.map((column) => (
                      <TD
                        key={column.id}
                        align={column.align}
                        label={column.primary ? undefined : column.header}
                        className={cn(
                          column.primary ? "order-first max-md:text-base" : aboveRowLink,
                          column.hideOnPhone && "max-md:hidden",
                          column.className,
                        )}
                      >
                        {column.primary && onRowOpen ? (
                          <button
                            type="button"
                            aria-expanded={openRowKey === row.id}
                            onClick={() => onRowOpen(row.original)}
                            className={coversRow}
                          >
                            {column.cell(row.original)}
                          </button>
                        ) : (
                          column.cell(row.original)
                        )}
                      </TD>
                    ))}
                  </TR>
                ))}
              </TBody>
            </Table>
          </div>
        )}
        {footer ? <div className="border-line border-t px-4 py-3 md:px-6">{footer}</div> : null}
      </div>
    </div>
  );
}
