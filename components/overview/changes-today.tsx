import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Change, Changes } from "@/lib/domain/partners";
import { changeText } from "./change-text";

/** What happened to the partner's keys, team, creators and content since midnight UTC. */
export function ChangesToday({ changes, complete }: Changes) {
  return (
    <Card as="section">
      <CardHeader title="Changed today" description="Keys, team, creators, takedowns and imports since midnight UTC." />
      <CardBody>
        {changes.length === 0 ? (
          <p className="text-muted">Nothing so far.</p>
        ) : (
          <ul className="-my-3 divide-y divide-line">
            {changes.map((change) => (
              <Line key={`${change.action} ${change.subjectId} ${change.at.getTime()}`} {...{ change, complete }} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function Line({ change, complete }: { change: Change; complete: boolean }) {
  const { text, href } = changeText(change, complete);
  // Who joined or left did it themselves.
  const by = change.by && change.by.name !== change.subject ? change.by : null;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
      <span className="min-w-0 wrap-anywhere">
        <TextLink href={href}>{text}</TextLink>
        {by ? (
          <span className="text-muted"> by {by.kind === "key" ? `a program with the key “${by.name}”` : by.name}</span>
        ) : null}
      </span>
      <Time at={change.at} className="text-muted text-xs" />
    </li>
  );
}
