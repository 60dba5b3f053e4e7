import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import type { ReferenceCall } from "@/lib/api/reference/calls";

const printed = "print:[&_pre]:whitespace-pre-wrap";

/** One call in each language. CSS shows the language that the reader chose. */
export function Examples({ examples: { curl, node, python } }: Pick<ReferenceCall, "examples">) {
  return (
    <>
      <div className="hidden group-has-[#language-curl:checked]/docs:block">
        <CodeBlock label="curl" code={curl} className={printed} />
      </div>
      <div className="hidden group-has-[#language-node:checked]/docs:block">
        <CodeBlock label="Node" code={node} className={printed} />
      </div>
      <div className="hidden group-has-[#language-python:checked]/docs:block">
        <CodeBlock label="Python" code={python} className={printed} />
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
