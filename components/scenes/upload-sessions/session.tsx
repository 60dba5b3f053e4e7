import { Download } from "lucide-react";
import { sceneHref } from "@/components/scenes/scene-address";
import { SceneStatus } from "@/components/scenes/scene-status";
import { Acts } from "@/components/ui/acts";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyButton, CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { SessionEvent, UploadSessionView } from "@/lib/domain/scenes/upload-sessions";
import { CONTENT_TYPE_WORDS } from "@/lib/domain/scenes/upload-sessions/labels";
import { PATH_WORDS } from "./session-status";

export function AttestationLink({ url }: { url: string }) {
  return (
    <SectionCard
      id="link"
      title="Attestation link"
      description="Send the creator here. They read the statement and attest to it."
      actions={
        <span className="flex flex-wrap gap-2">
          <CopyButton value={url} label="Copy link" />
          <ButtonLink size="sm" href={url} external>
            Open link
          </ButtonLink>
        </span>
      }
      body="flex flex-col gap-2 text-sm"
    >
      <p className="break-all rounded-md bg-sunken p-3 font-mono text-xs">{url}</p>
      <p className="text-muted">Open it in its own tab. In a frame, our page is only a link to itself.</p>
    </SectionCard>
  );
}

type StatementProps = {
  attestation: NonNullable<UploadSessionView["attestation"]>;
  /** Null for who may not download it. */
  copyHref: string | null;
};

/** What the creator attested to, word for word, with its hash and the signed copy. */
export function AttestedStatement({ attestation: { text, sha256, at, ip, userAgent }, copyHref }: StatementProps) {
  return (
    <SectionCard
      id="statement"
      title="Attestation"
      description={
        <>
          Attested <Time at={at} as="datetime" />.
        </>
      }
      actions={
        copyHref ? (
          <ButtonLink size="sm" href={copyHref} download icon={<Download aria-hidden className="size-4" />}>
            Download PDF
          </ButtonLink>
        ) : undefined
      }
      body="flex flex-col gap-4 text-sm"
    >
      <blockquote className="wrap-anywhere whitespace-pre-wrap border-line border-l-2 pl-4">{text}</blockquote>
      <KeyValue
        narrow
        items={[
          { label: "SHA-256", value: <CopyId value={sha256} label="hash of the text" /> },
          { label: "Address", value: ip ? <span className="font-mono text-xs">{ip}</span> : "Not recorded" },
          { label: "Browser", value: userAgent ?? "Not recorded" },
        ]}
      />
    </SectionCard>
  );
}

const NONE_SENT = <span className="text-muted">None sent</span>;

/** What the partner sent about an upload, and where it leads. */
export function SessionFacts({ session }: { session: UploadSessionView }) {
  const { id, contentId, contentType, path, detectedFaceCount, creator, scene, depictionId } = session;
  const { shootDate, createdAt, expiresAt, completedAt, callbackUrl, redirectUrl } = session;
  return (
    <KeyValue
      narrow
      items={[
        { label: "Session id", value: <CopyId value={id} label="session id" /> },
        { label: "Content id", value: <CopyId value={contentId} label="content id" /> },
        { label: "Kind", value: CONTENT_TYPE_WORDS[contentType] },
        { label: "Path", value: `${PATH_WORDS[path]}, ${counted(detectedFaceCount, "face")} detected` },
        {
          label: "Creator",
          value: <TextLink href={`/portal/creators/${creator.accountId}`}>{creator.externalUserId}</TextLink>,
        },
        scene && {
          label: "Scene",
          value: (
            <span className="flex flex-wrap items-center gap-2">
              <TextLink href={sceneHref(scene)}>Open scene</TextLink>
              <SceneStatus status={scene.status} block={scene.block} />
            </span>
          ),
        },
        depictionId && {
          label: "Content",
          value: <TextLink href={`/portal/content/${depictionId}`}>Logged content</TextLink>,
        },
        {
          label: "Day of production",
          value: shootDate ? (
            <Time at={shootDate} as="date" />
          ) : (
            <span className="text-muted">{completedAt ? "None sent" : "The creator enters it"}</span>
          ),
        },
        { label: "Created", value: <Time at={createdAt} as="datetime" /> },
        completedAt
          ? { label: "Completed", value: <Time at={completedAt} as="datetime" /> }
          : {
              label: session.status === "expired" ? "Expired" : "Expires",
              value: <Time at={expiresAt} as="datetime" />,
            },
        { label: "Callback URL", value: callbackUrl ? <span className="break-all">{callbackUrl}</span> : NONE_SENT },
        { label: "Redirect URL", value: redirectUrl ? <span className="break-all">{redirectUrl}</span> : NONE_SENT },
      ]}
    />
  );
}

type SessionTimelineProps = { entries: readonly SessionEvent[]; eventsHref: string | null };

const DID: Record<SessionEvent["what"], string> = {
  created: "Created",
  completed: "Completed: the creator attested",
  expired: "Expired",
  copy_downloaded: "PDF downloaded",
};

/** A session's history, limited to what the partner may know. */
export const SessionTimeline = (props: SessionTimelineProps) => <Acts {...props} verbOf={({ what }) => DID[what]} />;
