import { TextLink } from "@/components/ui/link";
import { BreakableName } from "./section";

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
export const Neighbours = ({
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
