import Link from "next/link";
import { Callout } from "@/components/ui/callout";
import type { IndexPage } from "@/lib/domain/content";
import { OtherNames } from "./other-names";

type FoundPeopleProps = { people: NonNullable<IndexPage["people"]>; more: boolean; hrefOf: (userId: string) => string };

/** Whom a name may mean, where it may mean several. Each leads to that one alone. */
export function FoundPeople({ people, more, hrefOf }: FoundPeopleProps) {
  if (people.length < 2) return null;
  return (
    <section aria-labelledby="people" className="flex flex-col gap-3">
      <h2 id="people" className="font-semibold text-base">
        {more ? `The first ${people.length}` : people.length} people have this name
      </h2>
      {more ? <Callout tone="waiting">More people match. Add more of the name to see the others.</Callout> : null}
      <ul className="flex flex-wrap gap-2">
        {people.map(({ userId, legalName, aliases }) => (
          <li key={userId}>
            <Link
              href={hrefOf(userId)}
              prefetch={false}
              className="flex flex-col rounded-md border border-line bg-surface px-3 py-2 hover:border-line-strong"
            >
              <span className="font-medium">{legalName ?? "No verified name"}</span>
              <OtherNames names={aliases} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
