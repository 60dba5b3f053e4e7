import { Table, TBody, TD, TH, THead, TR } from "@/components/lists/data-list";
import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import type { CallError, ReferenceCall } from "@/lib/api/reference/calls";
import type { Field } from "@/lib/api/reference/fields";
import { InlineText } from "./section";

/** Code that wraps in print, where it can’t scroll. */
export const PRINTED = "print:[&_pre]:whitespace-pre-wrap";

/** One call in each language. CSS shows the language that the reader chose. */
export function Examples({ examples: { curl, node, python } }: Pick<ReferenceCall, "examples">) {
  return (
    <>
      <div className="hidden group-has-[#language-curl:checked]/docs:block">
        <CodeBlock label="curl" code={curl} className={PRINTED} />
      </div>
      <div className="hidden group-has-[#language-node:checked]/docs:block">
        <CodeBlock label="Node" code={node} className={PRINTED} />
      </div>
      <div className="hidden group-has-[#language-python:checked]/docs:block">
        <CodeBlock label="Python" code={python} className={PRINTED} />
      </div>
    </>
  );
}

const choice =
  "flex min-h-8 cursor-pointer items-center rounded-md px-3 text-muted text-sm has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text hover:text-ink";

type LanguageSwitchProps = {
  legend: string;
  /** The name of the radio buttons. Each has the id `name-id`. */
  name: string;
  /** The first one is chosen. */
  choices: readonly { id: string; label: string }[];
  className?: string;
};

/** Switches the language of examples by radio buttons and CSS, without a script. */
export function LanguageSwitch({ legend, name, choices, className }: LanguageSwitchProps) {
  return (
    <fieldset className={cn("flex flex-wrap items-center gap-1", className)}>
      <legend className="float-left mr-2 text-muted text-xs">{legend}</legend>
      {choices.map(({ id, label }, index) => (
        <label key={id} className={choice}>
          <input type="radio" name={name} id={`${name}-${id}`} defaultChecked={index === 0} className="sr-only" />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

type ProgramsProps<Id extends string> = {
  legend: string;
  name: string;
  programs: readonly { id: Id; label: string; file: string; code: string }[];
  /** The class that shows a program while its language is chosen. */
  shown: Readonly<Record<Id, string>>;
};

/** One program in several languages, with a switch of its own. */
export const Programs = <Id extends string>({ legend, name, programs, shown }: ProgramsProps<Id>) => (
  <>
    <LanguageSwitch legend={legend} name={name} choices={programs} className="print:hidden" />
    {programs.map(({ id, file, code }) => (
      <div key={id} className={cn("hidden", shown[id])}>
        <CodeBlock label={file} code={code} className={PRINTED} />
      </div>
    ))}
  </>
);

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
