import { Fragment, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type SectionProps = {
  id: string;
  title: ReactNode;
  name?: string;
  level?: 2 | 3;
  className?: string;
  children: ReactNode;
};

const headings = { 2: "text-lg font-semibold", 3: "text-base font-semibold" };

/** A linkable part of the reference. `name` labels the link when the title is not plain text. */
export function Section({ id, title, name, level = 2, className, children }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className={cn("flex flex-col gap-4", className)}>
      <Heading id={id} className={cn("group/heading scroll-mt-20", headings[level])}>
        {title}
        <a
          href={`#${id}`}
          className="ml-2 text-muted opacity-0 focus-visible:opacity-100 group-hover/heading:opacity-100 print:hidden"
        >
          <span aria-hidden>#</span>
          <span className="sr-only">Link to {name ?? title}</span>
        </a>
      </Heading>
      {children}
    </section>
  );
}

/** Names that fit on a phone don't break, not even at hyphens. */
const isShort = (code: string): boolean => code.length <= 24 && !code.includes(" ");

/** Text with code in backticks. */
export function InlineText({ text }: { text: string }): ReactNode {
  return text.split(/(`[^`]+`)/).map((part, index) =>
    part.startsWith("`") && part.length > 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <code key={index} className={cn("font-mono text-ink", isShort(part) ? "whitespace-nowrap" : "break-words")}>
        {part.slice(1, -1)}
      </code>
    ) : (
      part
    ),
  );
}

/** A paragraph with code in backticks. */
export const Prose = ({ text }: { text: string }) => (
  <p className="max-w-3xl">
    <InlineText text={text} />
  </p>
);

/** A list of sentences with code in backticks. `ordered`: steps, one after the other. */
export function Sentences({ items, ordered = false }: { items: readonly string[]; ordered?: boolean }) {
  const Element = ordered ? "ol" : "ul";
  return (
    <Element className={cn("flex max-w-3xl flex-col gap-2 pl-6", ordered ? "list-decimal" : "list-disc")}>
      {items.map((item) => (
        <li key={item}>
          <InlineText text={item} />
        </li>
      ))}
    </Element>
  );
}

/** A name in code style that may wrap after dots and underscores. */
export function BreakableName({ name }: { name: string }) {
  const parts = name.split(/(?<=[._])/);
  return (
    <code className="font-mono text-[0.9em]">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never move
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </code>
  );
}
