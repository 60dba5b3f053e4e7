import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { InlineText } from "./inline-text";

export type FactsTableProps = {
  caption: string;
  columns: readonly [string, ...string[]];
  /** Cells in the order of the columns; backticks mark code. */
  rows: readonly (readonly [string, ...string[]])[];
};

/** A small table of text: a table on a desk, cards on a phone. */
export function FactsTable({ caption, columns, rows }: FactsTableProps) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <Table caption={caption}>
        <THead>
          <TR>
            {columns.map((column) => (
              <TH key={column}>{column}</TH>
            ))}
          </TR>
        </THead>
        <TBody className="md:[&>tr]:border-line md:[&>tr]:border-b md:[&>tr:last-child]:border-b-0">
          {rows.map((row) => (
            <TR key={row.join("|")} className="break-inside-avoid">
              {row.map((cell, index) => (
                <TD
                  key={columns[index]}
                  label={index === 0 ? undefined : columns[index]}
                  className={index === 0 ? "font-medium md:align-top" : "items-start md:align-top"}
                >
                  <span className="break-words [overflow-wrap:anywhere]">
                    <InlineText text={cell} />
                  </span>
                </TD>
              ))}
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}
