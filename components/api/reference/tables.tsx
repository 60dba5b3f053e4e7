import { Table, TBody, TD, TH, THead, TR } from "@/components/lists/data-list";
import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import type { CallError } from "@/lib/api/reference/calls";
import type { ExampleLanguage } from "@/lib/api/reference/examples";
import type { Field } from "@/lib/api/reference/fields";
import { InlineText } from "./section";

/** Code that wraps in print, where it can’t scroll. */
export const PRINTED = "print:[&_pre]:whitespace-pre-wrap";

type ExamplesProps = {
  examples: Record<ExampleLanguage, string>;
  /** Instead of the languages' names, such as a file's. */
  labels?: Partial<Record<ExampleLanguage, string>>;
  /** What the script of these pages needs to send the call. */
  attempt?: Attempt | undefined;
};

/** A call of the API that a reader may send from the page. */
export type Attempt = { method: string; isRead: boolean; path: string; body: string };

// Written out, so that Tailwind finds the class names.
const LANGUAGES: readonly (readonly [ExampleLanguage, string, string])[] = [
  ["curl", "curl", "group-has-[#language-curl:checked]/docs:block"],
  ["node", "Node", "group-has-[#language-node:checked]/docs:block"],
  ["python", "Python", "group-has-[#language-python:checked]/docs:block"],
  ["php", "PHP", "group-has-[#language-php:checked]/docs:block"],
];

/** The cookie with the chosen language, which the script of these pages sets. */
export const LANGUAGE_COOKIE = "code_language";

/** The languages of examples, for the switch. */
export const LANGUAGE_CHOICES = LANGUAGES.map(([id, label]) => ({ id, label }));

/** One call in each language. CSS shows the language that the reader chose. */
export const Examples = ({ examples, labels = {}, attempt }: ExamplesProps) => (
  <div className="flex min-w-0 flex-col gap-3" data-attempt={attempt && JSON.stringify(attempt)}>
    {LANGUAGES.map(([id, label, shown]) => (
      <div key={id} className={cn("hidden min-w-0", shown)}>
        <CodeBlock
          label={labels[id] ?? label}
          language={labels[id] ? languageOf(labels[id]) : id}
          code={examples[id]}
          className={PRINTED}
        />
      </div>
    ))}
  </div>
);

const choice =
  "flex min-h-8 cursor-pointer items-center rounded-md px-3 text-muted text-sm has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text hover:text-ink";

type LanguageSwitchProps = {
  legend: string;
  /** The name of the radio buttons. Each has the id `name-id`. */
  name: string;
  choices: readonly { id: string; label: string }[];
  /** The id of the one that is chosen at first. Default: the first. */
  chosen?: string | undefined;
  className?: string;
};

/** Switches the language of examples by radio buttons and CSS, without a script. */
export function LanguageSwitch({ legend, name, choices, chosen = choices[0]?.id, className }: LanguageSwitchProps) {
  return (
    <fieldset className={cn("flex flex-wrap items-center gap-1", className)}>
      <legend className="float-left mr-2 text-muted text-xs">{legend}</legend>
      {choices.map(({ id, label }) => (
        <label key={id} className={choice}>
          <input
            type="radio"
            name={name}
            id={`${name}-${id}`}
            value={id}
            defaultChecked={id === chosen}
            className="sr-only"
            data-language-choice
          />
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

/** The language of a program, by the end of its file's name. */
const languageOf = (file: string): string => (/\.py\b/.test(file) ? "python" : /\.php\b/.test(file) ? "php" : "node");

/** One program in several languages, with a switch of its own. */
export const Programs = <Id extends string>({ legend, name, programs, shown }: ProgramsProps<Id>) => (
  <>
    <LanguageSwitch legend={legend} name={name} choices={programs} className="print:hidden" />
    {programs.map(({ id, file, code }) => (
      <div key={id} className={cn("hidden", shown[id])}>
        <CodeBlock label={file} language={languageOf(file)} code={code} className={PRINTED} />
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

/** The errors of a call. Each code leads to its page. */
export const ErrorsTable = ({ caption, errors }: { caption: string; errors: readonly CallError[] }) => (
  <FactsTable
    caption={caption}
    columns={["Status", "Code", "When"]}
    rows={errors.map(({ status, code, when }) => [
      String(status),
      code ? `[\`${code}\`](/docs/errors/${code})` : "none",
      when,
    ])}
  />
);

type FieldsTableProps = {
  caption: string;
  fields: readonly Field[];
  /** Fields that we send. All are present unless marked as optional. */
  sent?: boolean;
};

/** Fields of a request, a response or an event: name, type, whether it is required, and its rule. */
export function FieldsTable({ caption, fields, sent = false }: FieldsTableProps) {
  return (
    <ul aria-label={caption} className="max-w-3xl divide-y divide-line border-line border-y">
      {fields.map(({ name, type, required, description, rules }) => (
        <li key={name} className="flex flex-col gap-1 py-3">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <code className="font-medium font-mono text-sm [overflow-wrap:anywhere]">{name}</code>
            <span className="text-muted text-xs">{type}</span>
            {sent ? null : required ? <span className="font-medium text-xs">required</span> : null}
            {sent && !required ? <span className="text-muted text-xs">optional</span> : null}
          </p>
          {description ? (
            <p className="text-sm">
              <InlineText text={description} />
            </p>
          ) : null}
          {rules.length > 0 ? (
            <p className="text-muted text-sm">
              <InlineText text={`${rules.join(". ")}.`} />
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
