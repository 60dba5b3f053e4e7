import { Time } from "@/components/ui/time";
import type { OwnNames } from "@/lib/domain/identity/names";

/** Other names of a person, with when each was registered. */
export const NamesAdded = ({ names }: { names: OwnNames["others"] }) => (
  <ul className="flex flex-col gap-1">
    {names.map(({ name, addedAt }) => (
      <li key={name} className="wrap-anywhere">
        {name}
        <span className="text-muted">
          , registered <Time at={addedAt} as="datetime" />
        </span>
      </li>
    ))}
  </ul>
);
