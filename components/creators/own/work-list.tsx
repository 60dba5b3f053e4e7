import { Images } from "lucide-react";
import type { Column } from "@/components/lists/data-list";
import { ListView } from "@/components/lists/list-view";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { inSentence } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { Look, OwnRecord, ownRecordList } from "@/lib/domain/creators/overview";
import { isViewPurpose, purposeLabels } from "@/lib/domain/identity/view-purposes";

const STATES: Record<OwnRecord["state"], { tone: Tone; label: string }> = {
  kept: { tone: "done", label: "Copy stored" },
  waiting: { tone: "waiting", label: "Copy pending" },
  logged: { tone: "neutral", label: "No copy" },
  removed: { tone: "neutral", label: "Removed" },
  erased: { tone: "neutral", label: "Erased" },
  greenlit: { tone: "done", label: "Greenlit" },
};

const columns: Column<OwnRecord>[] = [
  {
    header: "Work",
    primary: true,
    cell: ({ kind, title, contentUrl, scenes }) => (
      <span className="flex flex-col gap-1 md:min-w-56">
        <span className="wrap-anywhere font-medium">
          {scenes ? <TextLink href={`/creator/scenes?view=${scenes}`}>{title}</TextLink> : (title ?? "Untitled")}
        </span>
        {kind === "scene" ? (
          <span className="text-muted text-xs">Scene</span>
        ) : (
          <span className="break-all font-mono text-muted text-xs">{contentUrl}</span>
        )}
      </span>
    ),
  },
  { header: "Platform", cell: ({ platform }) => <span className="wrap-anywhere">{platform}</span> },
  {
    header: "Status",
    cell: ({ state }) => <StatusBadge tone={STATES[state].tone}>{STATES[state].label}</StatusBadge>,
  },
  {
    header: "Produced",
    align: "end",
    cell: ({ productionDate }) => <Time at={productionDate} as="date" />,
  },
  {
    header: "Removal",
    cell: ({ kind, id, state }) =>
      // What is down or erased can't be taken down again.
      state === "removed" || state === "erased" ? (
        <span className="text-muted">Nothing to remove</span>
      ) : (
        <TextLink href={`/removal/own/${kind}/${id}`}>Ask for removal</TextLink>
      ),
  },
];

/** The works and scenes that name the creator. It names no one else in them. */
export const WorkList = (list: Listed<typeof ownRecordList>) => (
  <ListView
    {...list}
    path="/creator/works"
    caption="Works that name you"
    columns={columns}
    empty={{
      title: "No works yet",
      icon: <Images aria-hidden />,
      children: "Works that a linked platform logs for you appear here, and scenes once all performers have signed.",
    }}
  />
);

const BY: Record<Look["by"], string> = {
  custodian: "A custodian of records",
  examiner: "An examiner",
  service: "The service",
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Who viewed the creator's records, when and why. A review of their ID is one line, with its parts under it. */
export function LookList({ looks }: { looks: readonly Look[] }) {
  if (looks.length === 0) return <p className="text-muted">No views yet.</p>;
  return (
    <ol className="border-line border-t">
      {looks.map(({ id, at, did, by, reason, parts }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b py-3"
        >
          <span className="min-w-0">
            <span className="font-medium">{BY[by]}</span> {did}
            {reason && isViewPurpose(reason) ? (
              <span className="text-muted">. Reason: {inSentence(purposeLabels[reason])}</span>
            ) : null}
            {reason && by === "examiner" ? <span className="text-muted">. For {reason}</span> : null}
          </span>
          <Time at={at} as="datetime" className="text-muted" />
          {parts.length > 0 ? (
            <ol className="basis-full border-line border-l-2 pl-3 text-muted text-sm">
              {parts.map((part) => (
                <li key={part.id} className="flex flex-wrap justify-between gap-x-4">
                  {capitalized(part.did)} <Time at={part.at} as="datetime" />
                </li>
              ))}
            </ol>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
