import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Time } from "@/components/ui/time";

/** A line of the ledger in words: `did` follows the name, `more` follows that. */
export type TimelineLine = {
  id: string;
  at: Date;
  who: string;
  did: string;
  more: readonly string[];
  note?: string | null;
};

/** Everything that was done to something, and each look at it, from the ledger, for the service's own people. */
export function Timeline({ title, lines }: { title: string; lines: readonly TimelineLine[] }) {
  return (
    <Card as="section" aria-labelledby="history">
      <CardHeader id="history" title={title} description="From the ledger: each change, and each look." />
      <CardBody>
        <ol className="flex flex-col">
          {lines.map(({ id, at, who, did, more, note }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
            >
              <span className="wrap-anywhere min-w-0">
                <span className="font-medium">{who}</span> {did}
                {more.length > 0 ? <span className="text-muted">: {more.join(", ")}</span> : null}
                {note ? <span className="block">“{note}”</span> : null}
              </span>
              <Time at={at} className="text-muted" />
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}
