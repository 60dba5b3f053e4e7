import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { aboveRowLink, type Column, coversRow } from "./column";
import { Table, TBody, TD, TH, THead, TR } from "./table";

export type DataListProps<Row> = {
  /** What the list is, for who cannot see it. */
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  rowHref?: (row: Row) => string;
  rowClassName?: (row: Row) => string | undefined;
  empty?: ReactNode;
  footer?: ReactNode;
  busy?: boolean;
};

/** A list of records: a table from 768 px up, cards below. */
export function DataList<Row>({
  caption,
  rows,
  rowKey,
  columns,
  rowHref,
  rowClassName,
  empty,
  footer,
  busy,
}: DataListProps<Row>) {
  return (
    <div aria-busy={busy || undefined} className="overflow-hidden rounded-lg border border-line bg-surface">
      {rows.length === 0 && empty !== undefined ? (
        empty
      ) : (
        <div className={cn("md:overflow-x-auto", busy && "opacity-60 transition-opacity")}>
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
                <TR key={rowKey(row)} className={cn(rowHref && "hover:bg-sunken", rowClassName?.(row))}>
                  {columns.map((column) => (
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
                      {column.primary && rowHref ? (
                        <Link href={rowHref(row)} className={coversRow}>
                          {column.cell(row)}
                        </Link>
                      ) : (
                        column.cell(row)
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
  );
}
