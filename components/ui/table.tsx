import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/*
 * One table in the document for both widths: from 768 px up a table, below it a stack of cards whose labels are the
 * column heads. The roles are written out because a browser may drop a table's meaning when its `display` changes. How rows
 * and cells look stands once in globals.css, under `stacking-table`: a long list says it no thousand times.
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

type CellProps<Tag extends "td" | "th"> = Omit<ComponentProps<Tag>, "align"> & { align?: "end" };

export function TH({ align, ...props }: CellProps<"th">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <th {...props} role="columnheader" scope="col" data-align={align} />;
}

/** A cell. `label` stands before the value on a phone; leave it out for the cell that is the card's title. */
export function TD({ align, label, ...props }: CellProps<"td"> & { label?: string }) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <td {...props} role="cell" data-label={label} data-align={align} />;
}
