import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { RowScope } from "@/components/ui/tooltip";

export type DataListProps<Row> = {
  /** The name of the list for screen readers. */
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Where a row leads: the primary cell becomes the link. Null for a row without a page. */
  rowHref?: (row: Row) => string | null;
  /** Opens a row, e.g. in a drawer. The primary cell becomes a button. */
  onRowOpen?: (row: Row) => void;
  openRowKey?: string | null;
  empty?: ReactNode;
  /** In which order its rows are, and where they are in the other one. */
  sort?: Sort;
};

type Sort = { first: "newest" | "oldest"; reversed?: string | undefined };

/** A list of records: a table from 768 px up, cards below. The server searches, sorts and pages. */
export function DataList<Row>({
  caption,
  rows,
  rowKey,
  columns,
  rowHref,
  onRowOpen,
  openRowKey,
  empty,
  sort,
}: DataListProps<Row>) {
  const last = columns.length - 1;
  // The last column ends where the table does.
  const alignOf = ({ align }: Column<Row>, n: number) => align ?? (n === last && n > 0 ? "end" : undefined);
  const hasCorner = columns.some(({ corner }) => corner);
  const isOpen = (row: Row) => openRowKey === rowKey(row);
  const leads = (row: Row) => Boolean(rowHref?.(row) ?? onRowOpen);
  const primary = (column: Column<Row>, row: Row) => {
    const href = rowHref?.(row);
    if (href) {
      return (
        <Link href={href} data-row className={coversRow}>
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
          {columns.map((column, n) => (
            <TH
              key={column.header}
              align={alignOf(column, n)}
              aria-sort={column.sorts && sort ? (sort.first === "newest" ? "descending" : "ascending") : undefined}
            >
              {column.sorts && sort ? <SortedHeader {...sort}>{column.header}</SortedHeader> : column.header}
            </TH>
          ))}
        </TR>
      </THead>
      <TBody>
        {rows.map((row) => (
          <TR
            key={rowKey(row)}
            className={cn(leads(row) && "hover:bg-sunken", isOpen(row) && "bg-accent-soft hover:bg-accent-soft")}
          >
            {columns.map((column, n) => (
              <TD
                key={column.header}
                align={alignOf(column, n)}
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

/** The header of the column that orders the rows: a link to the other order, if there is one. */
function SortedHeader({ first, reversed, children }: Sort & { children: string }) {
  const Arrow = first === "newest" ? ArrowDown : ArrowUp;
  const content = (
    <>
      {children} <Arrow className="inline size-3" aria-hidden />
    </>
  );
  if (!reversed) return content;
  return (
    <Link href={reversed} scroll={false} className="rounded-sm hover:text-ink">
      {content}
      <span className="sr-only">, show {first === "newest" ? "oldest" : "newest"} first</span>
    </Link>
  );
}

/*
 * One table for both widths: below 768 px it becomes a stack of cards. The roles are explicit because browsers may drop a
 * table's semantics when its `display` changes. The styles are in globals.css (`stacking-table`), which keeps the HTML of
 * long lists small.
 */

export function Table({ caption, className, children, ...props }: ComponentProps<"table"> & { caption: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <table {...props} role="table" className={cn("stacking-table", className)}>
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  );
}

export function THead(props: ComponentProps<"thead">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <thead {...props} role="rowgroup" />;
}

export function TBody(props: ComponentProps<"tbody">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <tbody {...props} role="rowgroup" />;
}

export function TR(props: ComponentProps<"tr">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <tr {...props} role="row" />;
}

type CellProps<Tag extends "td" | "th"> = Omit<ComponentProps<Tag>, "align"> & { align?: "start" | "end" };

export function TH({ align, ...props }: CellProps<"th">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <th {...props} role="columnheader" scope="col" data-align={align} />;
}

/** A cell. On a phone `label` comes before the value; omit it for the card's title. */
export function TD({ align, label, ...props }: CellProps<"td"> & { label?: string }) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <td {...props} role="cell" data-label={label} data-align={align} />;
}

/**
 * One column of a list. The `primary` cell has the row's link or button, and is the card's title on a phone. The `corner`
 * cell, a small control, is in the card's corner there.
 */
export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  primary?: boolean;
  corner?: boolean;
  /** By default the last column ends where the table does, and the others start where they do. */
  align?: "start" | "end";
  /** The list is in its order. */
  sorts?: boolean;
};

/** In a cell without a value. */
export const NONE = <span className="text-muted">–</span>;

/** The column of a title, with the row's link. */
export const TITLE: Column<{ title: string }> = {
  header: "Title",
  primary: true,
  cell: ({ title }) => <span className="wrap-anywhere line-clamp-2">{title}</span>,
};

/** Keeps controls in a row above the link that covers it. */
const aboveRowLink = "above-row-link";

/** Stretches a link or button over its row. */
const coversRow =
  "rounded-sm text-left font-medium after:absolute after:inset-0 after:content-[''] hover:underline hover:underline-offset-4";
