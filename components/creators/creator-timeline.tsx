import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Creator } from "@/lib/domain/roster";
import { REASON_WORDS, STATUS_WORDS } from "./status-words";

type Entry = Creator["history"][number];

/** What happened to a creator's account, as far as the partner is told. */
export function CreatorTimeline({ entries, eventsHref }: { entries: readonly Entry[]; eventsHref: string | null }) {
  return (
    <Card as="section" aria-labelledby="timeline">
      <CardHeader
        id="timeline"
        title="Timeline"
        description="Latest first."
        actions={eventsHref ? <TextLink href={eventsHref}>Events sent</TextLink> : null}
      />
      <CardBody>
        <ol className="flex flex-col">
          {entries.map((entry) => (
            <li key={entry.id} className="flex flex-col gap-1 border-line border-b py-3 text-sm last:border-b-0">
              <span className="wrap-anywhere">
                <Saying entry={entry} />
              </span>
              <span className="text-muted text-xs">
                <Time at={entry.at} />
              </span>
            </li>
          ))}
        </ol>
        {entries.length === 0 ? <p className="text-muted text-sm">Nothing is written of it.</p> : null}
      </CardBody>
    </Card>
  );
}

const DID = { provisioned: "Provisioned", deactivated: "Deactivated", reactivated: "Taken back" };

function Saying({ entry }: { entry: Entry }) {
  if (entry.what !== "status") {
    return (
      <>
        <span className="font-medium">{DID[entry.what]}</span> by {entry.by}
      </>
    );
  }
  return (
    <>
      <span className="font-medium">{STATUS_WORDS[entry.to]}</span>
      {entry.reason ? `: ${REASON_WORDS[entry.reason]}` : null}
      {entry.from && entry.from !== entry.to ? (
        <span className="text-muted"> (was: {STATUS_WORDS[entry.from]})</span>
      ) : null}
    </>
  );
}
