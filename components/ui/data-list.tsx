import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { aboveRowLink, type Column, coversRow } from "./column";
import { RowScope } from "./row-scope";
import { Table, TBody, TD, TH, THead, TR } from "./table";

export type DataListProps<Row> = {
  /** What the list is, for who cannot see it. */
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Where a row leads. The primary cell becomes the link. */
  rowHref?: (row: Row) => string;
  /** Opens a row where it stands, e.g. in a drawer. The primary cell becomes the button for it. */
  onRowOpen?: (row: Row) => void;
  openRowKey?: string | null;
  empty?: ReactNode;
};

/** A list of records: a table from 768 px up, cards below. Search, order and pages are the server's. */
export function DataList<Row>({
  caption,
  rows,
  rowKey,
  columns,
  rowHref,
  onRowOpen,
  openRowKey,
  empty,
}: DataListProps<Row>) {
  const hasCorner = columns.some(({ corner }) => corner);
  const isOpen = (row: Row) => openRowKey === rowKey(row);
  const primary = (column: Column<Row>, row: Row) => {
    if (rowHref) {
      return (
        <Link href={rowHref(row)} className={coversRow}>
          {column.cell(row)}
        </Link>
      );
    }
    if (!onRowOpen) return column.cell(row);
    return (
      <button type="button" aria-expanded={isOpen(row)} onClick={() => onRowOpen(row)} className={coversRow}>
        {column.cell(row)}
      </button>
    );
  };

  const table = (
    <Table caption={caption}>
      <THead>
        <TR>
          {columns.map((column) => (
            <TH key={column.id} align={column.align}>
              {column.header}
            </TH>
          ))}
        </TR>
      </THead>
      <TBody>
        {rows.map((row) => (
          <TR
            key={rowKey(row)}
            className={cn(
              (rowHref || onRowOpen) && "hover:bg-sunken",
              isOpen(row) && "bg-accent-soft hover:bg-accent-soft",
            )}
          >
            {columns.map((column) => (
              <TD
                key={column.id}
                align={column.align}
                label={column.primary || column.corner ? undefined : column.header}
                className={cn(
                  column.primary ? "order-first max-md:text-base" : aboveRowLink,
                  column.primary && hasCorner && "max-md:pr-10",
                  column.corner && "max-md:absolute max-md:top-3 max-md:right-3",
                )}
              >
                {column.primary ? primary(column, row) : column.cell(row)}
              </TD>
            ))}
          </TR>
        ))}
      </TBody>
    </Table>
  );
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      {rows.length === 0 && empty !== undefined ? (
        empty
      ) : (
        <div className="md:overflow-x-auto">{rowHref || onRowOpen ? <RowScope>{table}</RowScope> : table}</div>
      )}
    </div>
  );
}
