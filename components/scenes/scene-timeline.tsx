import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { SceneEvent } from "@/lib/domain/scenes";
import { quotedReason } from "@/lib/domain/scenes/labels";

type SceneTimelineProps = { entries: readonly SceneEvent[]; eventsHref: string | null };

/** A scene's history, limited to what the partner may know. */
export function SceneTimeline({ entries, eventsHref }: SceneTimelineProps) {
  return (
    <Card as="section" aria-labelledby="timeline">
      <CardHeader
        id="timeline"
        title="Timeline"
        description="Newest first."
        actions={eventsHref ? <TextLink href={eventsHref}>Events sent</TextLink> : null}
      />
      <CardBody>
        <ol className="flex flex-col">
          {entries.map((entry) => (
            <li
              key={`${entry.what} ${"email" in entry ? entry.email : ""} ${entry.at.getTime()}`}
              className="flex flex-col gap-1 border-line border-b py-3 text-sm last:border-b-0"
            >
              <span className="wrap-anywhere">
                <Saying entry={entry} />
              </span>
              <span className="text-muted text-xs">
                <Time at={entry.at} />
              </span>
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function Saying({ entry }: { entry: SceneEvent }) {
  const verb = <span className="font-medium">{DID[entry.what]}</span>;
  switch (entry.what) {
    case "created":
    case "cancelled":
      return (
        <>
          {verb}
          {entry.by ? ` by ${entry.by}` : null}
        </>
      );
    case "consented":
      return (
        <>
          {entry.email} {verb}
        </>
      );
    case "refused":
      return (
        <>
          {entry.email} {verb}: {quotedReason(entry.reason)}
        </>
      );
    case "invited_again":
      return (
        <>
          {verb} to {entry.email} by {entry.by}
        </>
      );
    case "expired":
      return <>{verb}: signatures missing after 14 days</>;
    default:
      return verb;
  }
}

const DID: Record<SceneEvent["what"], string> = {
  created: "Created",
  cancelled: "Canceled",
  greenlit: "Greenlit",
  expired: "Blocked",
  invited_again: "Invitation resent",
  consented: "consented",
  refused: "refused",
};
