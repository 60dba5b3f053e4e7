import { BreakableName } from "./breakable-name";

/** `names`: the entries are called by names from the wire. */
export type ContentsGroup = { title: string; names?: boolean; entries: readonly { id: string; label: string }[] };

/** What is on the page: a rail beside it, or a list to open above it on a phone. */
export function Contents({ groups }: { groups: readonly ContentsGroup[] }) {
  return (
    <>
      <nav
        aria-label="Contents"
        className="sticky top-0 hidden max-h-dvh w-56 shrink-0 self-start overflow-y-auto py-8 pr-4 lg:block print:hidden"
      >
        <Groups groups={groups} />
      </nav>
      <details className="rounded-lg border border-line bg-surface lg:hidden print:hidden">
        <summary className="min-h-12 px-4 py-3 font-medium">Contents</summary>
        <nav aria-label="Contents" className="border-line border-t p-4">
          <Groups groups={groups} />
        </nav>
      </details>
    </>
  );
}

function Groups({ groups }: { groups: readonly ContentsGroup[] }) {
  return (
    <div className="flex flex-col gap-6">
      {groups.map(({ title, names, entries }) => (
        <div key={title}>
          <p className="px-2 pb-1 font-medium text-muted text-xs">{title}</p>
          <ul>
            {entries.map(({ id, label }) => (
              <li key={id}>
                <a href={`#${id}`} className="block rounded-md px-2 py-2 text-sm hover:bg-sunken lg:py-1">
                  {names ? <BreakableName name={label} /> : label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
