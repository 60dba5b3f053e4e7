import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import type { ReferenceCall } from "@/lib/api/reference/calls";

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
