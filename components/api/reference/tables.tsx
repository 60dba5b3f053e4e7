import { Table, TBody, TD, TH, THead, TR } from "@/components/lists/data-list";
import type { CallError } from "@/lib/api/reference/calls";
import type { Field } from "@/lib/api/reference/fields";
import { InlineText } from "./section";

type FactsTableProps = {
  caption: string;
  columns: readonly [string, ...string[]];
  /** Cells in column order. Backticks mark code. */
  rows: readonly (readonly [string, ...string[]])[];
};

/** A small table of text; cards on a phone. */
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
                  <span className="max-w-full">
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

/** The errors of a call. */
export const ErrorsTable = ({ caption, errors }: { caption: string; errors: readonly CallError[] }) => (
  <FactsTable
    caption={caption}
    columns={["Status", "Code", "When"]}
    rows={errors.map(({ status, code, when }) => [String(status), code ? `\`${code}\`` : "none", when])}
  />
);

type FieldsTableProps = {
  caption: string;
  fields: readonly Field[];
  /** Fields that we send. All are present unless marked as optional. */
  sent?: boolean;
};

/** Fields of a request, a response or an event: name, type, required, rule. */
export function FieldsTable({ caption, fields, sent = false }: FieldsTableProps) {
  const words = sent ? "Meaning" : "Rule";
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <Table caption={caption} className="facts md:table-fixed">
        <THead>
          <TR>
            <TH className="md:w-52">Name</TH>
            <TH className="md:w-36">Type</TH>
            {sent ? null : <TH className="md:w-24">Required</TH>}
            <TH>{words}</TH>
          </TR>
        </THead>
        <TBody>
          {fields.map(({ name, type, required, description, rules }) => (
            <TR key={name}>
              <TD className="font-medium font-mono text-xs">{name}</TD>
              <TD label="Type">{type}</TD>
              {sent ? null : <TD label="Required">{required ? "yes" : <span className="text-muted">no</span>}</TD>}
              <TD label={words}>
                <div>
                  {description ? (
                    <p>
                      <InlineText text={description} />
                    </p>
                  ) : null}
                  {sent && !required ? <p className="text-muted">Optional.</p> : null}
                  {rules.length > 0 ? (
                    <p className="text-muted">
                      <InlineText text={`${rules.join(". ")}.`} />
                    </p>
                  ) : null}
                </div>
              </TD>
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}
