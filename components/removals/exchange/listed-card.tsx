import { SectionCard } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/removals/exchange";
import { type Decide, distanceText, MatchDecision } from "./decide-match";

type ListedCardProps = {
  listed: readonly Listed[];
  decide: Decide;
};

/** Who else lists what a page shows; nothing if nobody does. */
export const ListedCard = ({ listed, decide }: ListedCardProps) =>
  listed.length > 0 ? (
    <SectionCard
      id="listed"
      title="Also listed by others"
      description="Only custodians see this. A decision changes nothing else."
    >
      <ul className="flex flex-col">
        {listed.map(({ source, listedAt, distance, ...match }) => (
          <li
            key={match.id}
            className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3 last:border-b-0"
          >
            <span className="wrap-anywhere min-w-0">
              {source} since <Time at={listedAt} as="datetime" />
              <span className="block text-muted text-xs">{distanceText(distance)}</span>
            </span>
            <MatchDecision match={match} decide={decide} />
          </li>
        ))}
      </ul>
    </SectionCard>
  ) : null;
