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
      <Table caption={caption} className="facts">
        <THead>
          <TR>
            {columns.map((column) => (
              <TH key={column}>{column}</TH>
            ))}
          </TR>
        </THead>
        <TBody>
          {rows.map((row) => (
            <TR key={row.join("|")}>
              {row.map((cell, index) => (
                <TD
                  key={columns[index]}
                  label={index === 0 ? undefined : columns[index]}
                  className={index === 0 ? "font-medium" : undefined}
                >
                  <span>
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
