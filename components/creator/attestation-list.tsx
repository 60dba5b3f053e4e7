import { FileCheck } from "lucide-react";
import { EmptyState } from "@/components/ui/callout";
import { type Column, DataList } from "@/components/ui/data-list";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { CONTENT_TYPE_WORDS } from "@/components/upload-sessions/session-status";
import type { OwnAttestation } from "@/lib/domain/upload-sessions";

const COLUMNS: Column<OwnAttestation>[] = [
  {
    id: "title",
    header: "Upload",
    primary: true,
    cell: ({ title, contentType, hasScene }) => (
      <span className="flex flex-col gap-1 md:min-w-56">
        <span className="wrap-anywhere font-medium">“{title}”</span>
        <span className="text-muted text-xs">
          {CONTENT_TYPE_WORDS[contentType]}
          {hasScene ? ", with other performers" : null}
        </span>
      </span>
    ),
  },
  { id: "platform", header: "Platform", cell: ({ platform }) => <span className="wrap-anywhere">{platform}</span> },
  {
    id: "made",
    header: "Produced",
    cell: ({ shootDate }) => (shootDate ? <Time at={shootDate} as="date" /> : "Not stated"),
  },
  { id: "attested", header: "Confirmed", cell: ({ attestedAt }) => <Time at={attestedAt} as="datetime" /> },
  {
    id: "copy",
    header: "Copy",
    align: "end",
    cell: ({ sessionId, title }) => (
      <ButtonLink size="sm" href={`/creator/attestations/${sessionId}/copy`} download>
        Download PDF<span className="sr-only"> of “{title}”</span>
      </ButtonLink>
    ),
  },
];

/** What a person attested to, latest first. */
export const AttestationList = ({ rows }: { rows: readonly OwnAttestation[] }) => (
  <DataList
    caption="Your attestations, latest first"
    rows={rows}
    rowKey={({ id }) => id}
    columns={COLUMNS}
    empty={
      <EmptyState title="No attestations yet" icon={<FileCheck aria-hidden />}>
        When a platform sends you here before an upload, your statement and its copy appear on this page.
      </EmptyState>
    }
  />
);
