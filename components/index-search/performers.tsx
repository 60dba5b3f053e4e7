import Link from "next/link";
import type { FoundDepiction } from "@/lib/domain/content";
import { OtherNames } from "./other-names";

type PerformersProps = { people: FoundDepiction["performers"]; hrefOf: (userId: string) => string };

/** Who appears, by legal name and every other name; each leads to what else they appear in. */
export function Performers({ people, hrefOf }: PerformersProps) {
  if (people.length === 0) return <span className="text-muted">nobody on file</span>;
  return (
    <ul className="flex flex-col gap-1 md:min-w-32">
      {people.map(({ userId, legalName, aliases }) => (
        <li key={userId}>
          <Link href={hrefOf(userId)} prefetch={false} className="rounded-sm underline underline-offset-4">
            {legalName ?? "No verified name"}
          </Link>
          <OtherNames names={aliases} />
        </li>
      ))}
    </ul>
  );
}
