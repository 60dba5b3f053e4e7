import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/*
 * One table in the document for both widths: from 768 px up a table, below it a stack of cards whose labels are the
 * column heads. The roles are written out because a browser may drop a table's meaning when its `display` changes.
 */

const roles = { table: "table", rowgroup: "rowgroup", row: "row", columnheader: "columnheader", cell: "cell" } as const;

export function Table({ caption, className, children, ...props }: ComponentProps<"table"> & { caption: ReactNode }) {
  return (
    <table {...props} role={roles.table} className={cn("block w-full text-left text-sm md:table", className)}>
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  );
}

export function THead({ className, ...props }: ComponentProps<"thead">) {
  return <thead {...props} role={roles.rowgroup} className={cn("max-md:sr-only", className)} />;
}

export function TBody({ className, ...props }: ComponentProps<"tbody">) {
  return <tbody {...props} role={roles.rowgroup} className={cn("block md:table-row-group", className)} />;
}

export function TR({ className, ...props }: ComponentProps<"tr">) {
  return (
    <tr
      {...props}
      role={roles.row}
      className={cn(
        "relative flex flex-col gap-1 border-line border-b p-4 last:border-b-0 md:table-row md:p-0",
        className,
      )}
    />
  );
}

export function TH({ className, align, ...props }: Omit<ComponentProps<"th">, "align"> & { align?: "end" }) {
  return (
    <th
      {...props}
      role={roles.columnheader}
      scope="col"
      className={cn(
        "whitespace-nowrap border-line border-b px-4 py-3 font-medium text-muted text-xs first:md:pl-6 last:md:pr-6",
        align === "end" && "text-right",
        className,
      )}
    />
  );
}

/** A cell. `label` stands before the value on a phone; leave it out for the cell that is the card's title. */
export function TD({
  className,
  align,
  label,
  ...props
}: Omit<ComponentProps<"td">, "align"> & { align?: "end"; label?: string }) {
  return (
    <td
      {...props}
      role={roles.cell}
      data-label={label}
      className={cn(
        "min-w-0 align-middle md:table-cell md:px-4 md:py-3 first:md:pl-6 last:md:pr-6",
        label
          ? "grid grid-cols-[7rem_minmax(0,1fr)] items-center justify-items-start gap-3 before:text-muted before:text-xs before:content-[attr(data-label)] md:before:content-none"
          : "block",
        align === "end" && "md:text-right",
        className,
      )}
    />
  );
}
