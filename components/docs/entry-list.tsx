import { TextLink } from "@/components/ui/text-link";
import { BreakableName } from "./breakable-name";
import type { ContentsGroup } from "./contents";

/** What one page of the reference holds. Each line has the id of the part that it leads to. */
export function EntryList({ group: { slug, title, names, parts } }: { group: ContentsGroup }) {
  // Some groups are called like one of their parts, which comes first.
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
