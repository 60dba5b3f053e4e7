import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { SceneStatus } from "@/components/scenes/scene-status";
import { ActionForm } from "@/components/ui/action-form";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import type { FormState } from "@/components/ui/form";
import { counted } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { OwnScene, UploadedScene } from "@/lib/domain/scenes";

type Action = (state: FormState, form: FormData) => Promise<FormState>;
type SceneCardProps = {
  scene: OwnScene;
  /** Opens the page where the person signs. */
  open: Action;
};

/** One scene that names the person as a performer: their decision and what is missing. */
export function SceneCard({ scene, open }: SceneCardProps) {
  const id = `scene-${scene.id}`;
  const { tone, badge, ended, text, todo, isPublishable } = stateOf(scene);
  return (
    <Card as="article" aria-labelledby={id} className="flex flex-col gap-4 p-4 md:p-6">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={id} className="wrap-anywhere min-w-0 font-medium text-base">
            “{scene.title}”
          </h2>
          <StatusBadge tone={tone} ended={ended}>
            {badge}
          </StatusBadge>
        </div>
        <p className="wrap-anywhere text-muted">
          {scene.platform}
          {scene.shootDate ? (
            <>
              , shot on <Time at={scene.shootDate} as="date" />
            </>
          ) : null}
        </p>
      </div>
      <p className="max-w-prose">{text}</p>
      {scene.withdrawnAt ? (
        <p className="max-w-prose">
          You withdrew distribution on {day(scene.withdrawnAt)}. We emailed you a link to your request for removal.
        </p>
      ) : null}
      {todo || scene.hasAnswers || scene.hasCopy || isPublishable ? (
        <div className="flex flex-wrap items-start gap-3">
          {todo ? <ActionForm action={open} variant="primary" label={todo} /> : null}
          {!todo && scene.hasAnswers ? <ActionForm action={open} label="See or withdraw your consent" /> : null}
          {scene.hasCopy ? (
            <ButtonLink href={`/creator/scenes/${scene.id}/copy`} download>
              Download your copy
            </ButtonLink>
          ) : null}
          {scene.hasCopy ? (
            <ButtonLink href={`/creator/scenes/${scene.id}/proofs`} download>
              Download proofs
            </ButtonLink>
          ) : null}
          {isPublishable ? <ButtonLink href={`/creator/scenes/${scene.id}`}>See platforms</ButtonLink> : null}
        </div>
      ) : null}
    </Card>
  );
}

type State = { tone: Tone; badge: string; ended?: boolean; text: ReactNode; todo?: string; isPublishable?: boolean };

function stateOf({
  isOpen,
  status,
  signedAt,
  consentedAt,
  refusedAt,
  fallsShort,
  expiresAt,
  platforms,
}: OwnScene): State {
  if (refusedAt)
    return { tone: "neutral", badge: "Refused", text: <>You refused on {day(refusedAt)}. That is final.</> };
  if (!signedAt) {
    return isOpen
      ? {
          tone: "waiting",
          badge: "To sign",
          text: <>Sign or refuse before {until(expiresAt)}.</>,
          todo: "Review scene",
        }
      : {
          tone: "neutral",
          badge: status === "cancelled" ? "Canceled" : "Closed",
          ended: true,
          text:
            status === "cancelled"
              ? "The platform canceled this scene before you signed. It may not be published."
              : "This scene closed before you signed. It may not be published.",
        };
  }
  const signed = <>You signed on {day(signedAt)}.</>;
  if (status === "greenlit") {
    const text = (
      <>
        {signed} All performers signed. {publishedOn(platforms)}.
      </>
    );
    return { tone: "done", badge: "Signed", text, isPublishable: true };
  }
  if (!isOpen) {
    const why =
      status === "cancelled" ? "The platform canceled this scene." : "This scene closed without all signatures.";
    return {
      tone: "neutral",
      badge: "Signed",
      text: (
        <>
          {signed} {why} It may not be published.
        </>
      ),
    };
  }
  if (fallsShort) {
    const text = (
      <>{signed} The scene needs more than you gave, so it can’t be published. We don’t tell the platform.</>
    );
    return { tone: "neutral", badge: "Signed with limits", text };
  }
  if (consentedAt) return { tone: "done", badge: "Signed", text: <>{signed} Other performers still have to sign.</> };
  return {
    tone: "waiting",
    badge: "ID missing",
    text: (
      <>
        {signed} Your signature counts once we verify your ID, before {until(expiresAt)}.
      </>
    ),
    todo: "Show your ID",
  };
}

const publishedOn = (platforms: number) =>
  platforms > 0 ? `Published on ${counted(platforms, "platform")}` : "Not published";
const day = (at: Date) => <Time at={at} as="date" />;
const until = (at: Date) => <Time at={at} as="datetime" />;

const columns: Column<UploadedScene>[] = [
  {
    header: "Scene",
    primary: true,
    cell: ({ title }) => <span className="wrap-anywhere block font-medium md:min-w-48">{title}</span>,
  },
  { header: "Platform", cell: ({ platform }) => <span className="wrap-anywhere">{platform}</span> },
  { header: "Status", cell: ({ status }) => <SceneStatus status={status} /> },
  {
    header: "Signed",
    cell: ({ performers, consented }) => (
      <span className="tabular-nums">
        {consented} of {performers}
      </span>
    ),
  },
  {
    header: "Published",
    cell: ({ id, status, platforms }) =>
      status === "greenlit" ? (
        <TextLink href={`/creator/scenes/uploaded/${id}`}>
          {platforms > 0 ? counted(platforms, "platform") : "Not published"}
        </TextLink>
      ) : (
        "–"
      ),
  },
  {
    header: "Closes",
    align: "end",
    cell: ({ status, expiresAt }) => (status === "pending_signatures" ? <Time at={expiresAt} /> : "–"),
  },
];

type UploadedListProps = { rows: readonly UploadedScene[]; empty: ReactNode };

/** The scenes that the person uploads. */
export const UploadedList = ({ rows, empty }: UploadedListProps) => (
  <DataList caption="Scenes you upload" rows={rows} rowKey={({ id }) => id} columns={columns} empty={empty} />
);
