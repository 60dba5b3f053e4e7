import { FileCheck } from "lucide-react";
import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { ListView } from "@/components/lists/list-view";
import { ActionForm } from "@/components/ui/action-form";
import type { FormState } from "@/components/ui/form";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { attestedList, OwnAttestation, PendingUpload } from "@/lib/domain/scenes/upload-sessions";
import { CONTENT_TYPE_WORDS } from "@/lib/domain/scenes/upload-sessions/labels";

const Upload = ({ title, children }: { title: string; children: ReactNode }) => (
  <span className="flex flex-col gap-1 md:min-w-56">
    <span className="wrap-anywhere font-medium">“{title}”</span>
    <span className="text-muted text-xs">{children}</span>
  </span>
);

/** A scene's page of platforms, or the list that shows what the scene waits for. */
const sceneHref = ({ sceneId, isGreenlit }: Pick<OwnAttestation, "sceneId" | "isGreenlit">): string =>
  isGreenlit ? `/creator/scenes/uploaded/${sceneId}` : "/creator/scenes?view=uploaded";

const COLUMNS: Column<OwnAttestation>[] = [
  {
    header: "Upload",
    primary: true,
    cell: ({ title, contentType, ...own }) => (
      <Upload title={title}>
        {CONTENT_TYPE_WORDS[contentType]}
        {own.sceneId ? (
          <>
            , with other performers: <TextLink href={sceneHref(own)}>see scene</TextLink>
          </>
        ) : null}
      </Upload>
    ),
  },
  { header: "Platform", cell: ({ platform }) => <span className="wrap-anywhere">{platform}</span> },
  {
    header: "Day of production",
    cell: ({ shootDate }) => (shootDate ? <Time at={shootDate} as="date" /> : "Not stated"),
  },
  { header: "Attested", cell: ({ attestedAt }) => <Time at={attestedAt} as="datetime" /> },
  {
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
export const AttestationList = (list: Listed<typeof attestedList>) => (
  <ListView
    {...list}
    path="/creator/attestations"
    caption="Your attestations, latest first"
    columns={COLUMNS}
    empty={{
      title: "No attestations yet",
      icon: <FileCheck aria-hidden />,
      children: "When you attest before an upload, your statement and its copy appear on this page.",
    }}
  />
);

type Attest = (sessionId: string, state: FormState, form: FormData) => Promise<FormState>;

const pendingColumns = (attest: Attest): Column<PendingUpload>[] => [
  {
    header: "Upload",
    primary: true,
    cell: ({ title, contentType }) => <Upload title={title}>{CONTENT_TYPE_WORDS[contentType]}</Upload>,
  },
  { header: "Platform", cell: ({ platform }) => <span className="wrap-anywhere">{platform}</span> },
  { header: "Expires", cell: ({ expiresAt }) => <Time at={expiresAt} as="datetime" /> },
  {
    header: "Attestation",
    align: "end",
    cell: ({ sessionId, title }) => (
      <ActionForm
        action={attest.bind(null, sessionId)}
        size="sm"
        variant="primary"
        label={
          <>
            Read and attest<span className="sr-only"> to “{title}”</span>
          </>
        }
      />
    ),
  },
];

/** The uploads that wait for a person's attestation. Nothing without one. */
export const PendingUploads = ({ rows, attest }: { rows: readonly PendingUpload[]; attest: Attest }) =>
  rows.length > 0 ? (
    <PageSection id="pending" title="Waiting for you">
      <p className="text-muted text-sm">
        The platform publishes each once you attest to its statement, here or with the platform’s link.
      </p>
      <DataList
        caption="Uploads waiting for your attestation, latest first"
        rows={rows}
        rowKey={({ sessionId }) => sessionId}
        columns={pendingColumns(attest)}
      />
    </PageSection>
  ) : null;
