import { BreakableName } from "./breakable-name";

/** A page of the reference and its parts. `names`: the parts are called by names from the wire. */
export type ContentsGroup = {
  slug: string;
  title: string;
  names?: boolean;
  parts: readonly { id: string; label: string }[];
};

type ContentsProps = { groups: readonly ContentsGroup[]; current?: string };

/** The pages of the reference, and the parts of the one that is open: a rail, or a list to open above it on a phone. */
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
