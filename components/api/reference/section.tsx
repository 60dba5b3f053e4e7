import { Fragment, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link";

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

/** A page of the reference and its parts. `names`: the labels are identifiers, shown as code. */
export type ContentsGroup = {
  slug: string;
  title: string;
  names?: boolean;
  parts: readonly { id: string; label: string }[];
};

type ContentsProps = { groups: readonly ContentsGroup[]; current?: string };

/** The pages of the reference and the parts of the current one: a sidebar, or a disclosure on a phone. */
export function Contents(props: ContentsProps) {
  return (
    <>
      <nav
        aria-label="Contents"
        className="sticky top-0 hidden max-h-dvh w-56 shrink-0 self-start overflow-y-auto py-8 pr-4 lg:block print:hidden"
      >
        <Groups {...props} />
      </nav>
      <details className="rounded-lg border border-line bg-surface lg:hidden print:hidden">
        <summary className="min-h-12 px-4 py-3 font-medium">Contents</summary>
        <nav aria-label="Contents" className="border-line border-t p-4">
          <Groups {...props} />
        </nav>
      </details>
    </>
  );
}

const ENTRY = "block rounded-md px-2 py-2 text-sm hover:bg-sunken lg:py-1";

function Groups({ groups, current }: ContentsProps) {
  return (
    <ul className="flex flex-col gap-1">
      <li>
        <a href="/docs" className={`${ENTRY} font-medium`} aria-current={current ? undefined : "page"}>
          API reference
        </a>
      </li>
      {groups.map(({ slug, title, names, parts }) => (
        <li key={slug}>
          <a
            href={`/docs/${slug}`}
            className={`${ENTRY} aria-[current]:bg-sunken aria-[current]:font-medium`}
            aria-current={slug === current ? "page" : undefined}
          >
            {title}
          </a>
          {slug === current ? (
            <ul className="mt-1 mb-3 ml-2 border-line border-l pl-2">
              {parts.map(({ id, label }) => (
                <li key={id}>
                  <a href={`#${id}`} className={`${ENTRY} text-muted hover:text-ink`}>
                    {names ? <BreakableName name={label} /> : label}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** The contents of one page. Each line has the id of the part it links to. */
export function EntryList({ group: { slug, title, names, parts } }: { group: ContentsGroup }) {
  // Some pages share their slug with one of their parts. Then the part gets the id.
  const isTaken = parts.some(({ id }) => id === slug);
  return (
    <section aria-labelledby={`${slug}-contents`}>
      <h2 id={`${slug}-contents`} className="pb-2 font-semibold text-base">
        <a href={`/docs/${slug}`} {...(!isTaken && { id: slug })} className="scroll-mt-20 rounded-sm hover:underline">
          {title}
        </a>
      </h2>
      <ul className="flex flex-col">
        {parts.map(({ id, label }) => (
          <li key={id} id={id} className="scroll-mt-20 rounded-md py-2 target:bg-sunken target:px-2 md:py-1">
            <TextLink href={`/docs/${slug}#${id}`}>{names ? <BreakableName name={label} /> : label}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to the previous and the next page. */
export const Neighbors = ({
  before,
  after,
}: {
  before: ContentsGroup | undefined;
  after: ContentsGroup | undefined;
}) => (
  <nav aria-label="Pages" className="flex flex-wrap justify-between gap-4 border-line border-t pt-6 print:hidden">
    {before ? <TextLink href={`/docs/${before.slug}`}>← {before.title}</TextLink> : <span />}
    {after ? <TextLink href={`/docs/${after.slug}`}>{after.title} →</TextLink> : null}
  </nav>
);
