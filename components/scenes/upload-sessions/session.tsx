import { Download } from "lucide-react";
import { SceneStatus } from "@/components/scenes/scene-status";
import { sceneHref } from "@/components/shell/addresses";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyButton, CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { SceneStatus as StatusOfScene } from "@/lib/domain/scenes/labels";
import type { UploadSessionView } from "@/lib/domain/scenes/upload-sessions";
import {
  CONTENT_TYPE_WORDS,
  type UploadPath,
  type UploadSessionStatus,
} from "@/lib/domain/scenes/upload-sessions/labels";

export const SESSION_STATUS_WORDS: Record<UploadSessionStatus, string> = {
  pending: "Pending",
  completed: "Completed",
  expired: "Expired",
};

const TONES: Record<UploadSessionStatus, Tone> = { pending: "accent", completed: "done", expired: "neutral" };

type SessionStatusProps = {
  status: UploadSessionStatus;
  /** The status of the scene that the attestation created. */
  scene?: StatusOfScene | null | undefined;
};

/** An upload session's status, by the API's value. With a scene, the scene's, which decides whether the partner may publish. */
export const SessionStatus = ({ status, scene }: SessionStatusProps) =>
  scene ? (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="whitespace-nowrap text-muted text-sm">{SESSION_STATUS_WORDS[status]}, scene</span>
      <SceneStatus status={scene} />
    </span>
  ) : (
    <StatusBadge tone={TONES[status]} ended={status === "expired"}>
      {SESSION_STATUS_WORDS[status]}
    </StatusBadge>
  );

export const PATH_WORDS: Record<UploadPath, string> = { solo: "Solo", collab: "Collab" };

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

const NONE_SENT = <span className="text-muted">Not sent</span>;

/** What the partner sent about an upload, and where it leads. */
export function SessionFacts({ session }: { session: UploadSessionView }) {
  const { id, contentId, contentType, path, detectedFaceCount, creator, scene, depictionId } = session;
  const { shootDate, createdAt, expiresAt, completedAt, callbackUrl, redirectUrl } = session;
  return (
    <KeyValue
      narrow
      items={[
        { label: "Session id", value: <CopyId value={id} label="session id" /> },
        { label: "Your content id", value: <CopyId value={contentId} label="content id" /> },
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
            <span className="text-muted">{completedAt ? "Not sent" : "The creator enters it"}</span>
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

/** What the status means for the partner, and what to do next. */
export function NextStep({ session }: { session: UploadSessionView }) {
  const { status, path, scene, expiresAt, attestationUrl } = session;
  if (status === "expired") {
    return (
      <Callout title="Expired: don’t publish">
        The creator didn’t attest within 7 days. To ask again, create a new session.
      </Callout>
    );
  }
  if (status === "pending") {
    return (
      <Callout
        title={
          <>
            Don’t publish yet: the creator must attest. Expires <Time at={expiresAt} />.
          </>
        }
      >
        {attestationUrl
          ? "Send the creator to the attestation link."
          : "Owners, admins and developers see the attestation link. Ask one to send it to the creator."}
      </Callout>
    );
  }
  if (path === "solo") {
    return (
      <Callout tone="done" title="You may publish">
        The creator attested. Their statement is on record.
      </Callout>
    );
  }
  if (scene?.status === "greenlit") {
    return (
      <Callout tone="done" title="You may publish">
        The creator attested, and all performers consented.
      </Callout>
    );
  }
  return (
    <Callout
      title={scene?.status === "pending_signatures" ? "Don’t publish yet: performers must consent" : "Don’t publish"}
      actions={
        scene ? (
          <ButtonLink size="sm" href={sceneHref(scene)}>
            Open scene
          </ButtonLink>
        ) : undefined
      }
    >
      The creator attested. The scene shows who has consented.
    </Callout>
  );
}
