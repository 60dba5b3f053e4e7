import type { ReactNode } from "react";
import { inSentence } from "@/components/identity/in-sentence";
import type { Tone } from "@/components/ui/badge";
import { StatusBadge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-list";
import { DataList } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";

import type { Look, OwnRecord } from "@/lib/domain/creator";
import { isViewPurpose, purposeLabels } from "@/lib/domain/identity/view-purposes";

const STATES: Record<OwnRecord["state"], { tone: Tone; says: string }> = {
  kept: { tone: "done", says: "Copy kept" },
  waiting: { tone: "waiting", says: "Copy on its way" },
  logged: { tone: "neutral", says: "Logged, no copy" },
  removed: { tone: "neutral", says: "Taken down" },
  erased: { tone: "neutral", says: "Erased after its time" },
};

const columns: Column<OwnRecord>[] = [
  {
    id: "title",
    header: "Work",
    primary: true,
    cell: ({ title, contentUrl }) => (
      <span className="flex flex-col gap-1 md:min-w-56">
        <span className="wrap-anywhere font-medium">{title ?? "Untitled"}</span>
        <span className="break-all font-mono text-muted text-xs">{contentUrl}</span>
      </span>
    ),
  },
  { id: "platform", header: "Platform", cell: ({ platform }) => <span className="wrap-anywhere">{platform}</span> },
  {
    id: "state",
    header: "State",
    cell: ({ state }) => <StatusBadge tone={STATES[state].tone}>{STATES[state].says}</StatusBadge>,
  },
  { id: "made", header: "Made", align: "end", cell: ({ productionDate }) => <Time at={productionDate} as="date" /> },
];

/** The works that name the creator. Nobody else who is in them is named. */
export function WorkList({ rows, empty }: { rows: readonly OwnRecord[]; empty: ReactNode }) {
  return <DataList caption="Works that name you" rows={rows} rowKey={({ id }) => id} columns={columns} empty={empty} />;
}

const DID: Record<Look["what"], string> = {
  "identity_check.viewed": "looked at your ID check",
  "identity_check.opened": "opened the photos of your ID",
  "identity_check.approved": "accepted your ID",
  "identity_check.rejected": "did not accept your ID",
  "identity_photo.viewed": "saw a photo of your ID check",
  "index.searched": "came upon you in the index of names and works",
  "solo_account.viewed": "looked at how you stand with a platform",
};

const BY: Record<Look["by"], string> = { custodian: "A custodian of records", service: "The service, by itself," };

/** Who looked, when, and why. */
export function LookList({ looks }: { looks: readonly Look[] }) {
  if (looks.length === 0) return <p className="text-muted">Nobody has looked so far.</p>;
  return (
    <ol className="border-line border-t">
      {looks.map(({ id, at, what, by, reason }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b py-3"
        >
          <span className="min-w-0">
            <span className="font-medium">{BY[by]}</span> {DID[what]}
            {reason && isViewPurpose(reason) ? (
              <span className="text-muted">. Reason: {inSentence(purposeLabels[reason])}</span>
            ) : null}
          </span>
          <Time at={at} as="datetime" className="text-muted" />
        </li>
      ))}
    </ol>
  );
}
