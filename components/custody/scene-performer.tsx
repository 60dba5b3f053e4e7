import { Answers } from "@/components/scenes/answers";
import { Badge, StatusBadge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted, latestText } from "@/components/ui/format";
import { HistoryLines } from "@/components/ui/history";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { SceneRecord } from "@/lib/domain/scenes";
import { Attestation } from "./attestation";
import { SignedCopy } from "./evidence-form";
import { NamesAdded } from "./names-added";
import { isReserved, RecordLink, ReservedBadge } from "./record-link";

type Performer = SceneRecord["performers"][number];

type ScenePerformerProps = {
  sceneId: string;
  performer: Performer;
  /** Whether the scene still waits for its performers. */
  isPending: boolean;
};

/** One performer of a scene: who they are, what they decided, and every piece of evidence. */
export function ScenePerformer({ sceneId, performer, isPending }: ScenePerformerProps) {
  const { id, email, userId, release, refusal, refusalReason, underAgeAt, evidence } = performer;
  return (
    <SectionCard
      id={id}
      title={<span className="break-all">{email}</span>}
      description={userId ? undefined : isPending ? "Hasn’t opened the link yet." : "Never opened the link."}
      actions={<Decided performer={performer} isPending={isPending} />}
      body="flex flex-col gap-6"
    >
      {underAgeAt ? (
        <Callout tone="harm" title="Entered an age below 18">
          <Time at={underAgeAt} as="datetime" />. We don’t tell the partner.
        </Callout>
      ) : null}
      {performer.nameMatch === "none" ? (
        <Callout tone="waiting" title="The signature and the ID have different names">
          Signed as “{release?.signedName}”; the ID says “{performer.legalName}”. Compare both before you rely on this
          release.
        </Callout>
      ) : null}
      {userId ? <KeyValue narrow items={identityOf(performer, userId)} /> : null}
      {release ? (
        <div className="flex flex-col gap-2">
          <h3 className="font-medium">Release</h3>
          {performer.answers ? <Answers answers={performer.answers} /> : null}
          <Attestation act={release} textLabel="Text of the release" />
          {performer.hasCopy ? <SignedCopy address={`/custodian/scenes/${sceneId}/copies/${id}`} /> : null}
        </div>
      ) : null}
      {refusal ? (
        <div className="flex flex-col gap-2">
          <h3 className="font-medium">Refusal</h3>
          <Attestation
            act={refusal}
            textLabel="Text of the refusal"
            more={refusalReason ? [{ label: "Reason", value: REFUSALS[refusalReason] }] : []}
          />
        </div>
      ) : null}
      <Evidence {...evidence} />
    </SectionCard>
  );
}

function Decided({ performer, isPending }: Pick<ScenePerformerProps, "performer" | "isPending">) {
  const { signedAt, consentedAt, refusedAt, fallsShort, withdrawnAt } = performer;
  if (refusedAt) return <StatusBadge tone="harm">Refused</StatusBadge>;
  if (withdrawnAt) return <StatusBadge tone="harm">Distribution withdrawn</StatusBadge>;
  if (fallsShort) return <StatusBadge tone="waiting">Signed with limits</StatusBadge>;
  if (consentedAt) return <StatusBadge tone="done">Consented</StatusBadge>;
  const unsigned = isPending ? "Pending consent" : "No consent";
  return <StatusBadge ended={!isPending}>{signedAt ? "Signed, ID missing" : unsigned}</StatusBadge>;
}

const REFUSALS = { not_me: "Says it’s not them", declining: "Declines to take part", other: "Another reason" } as const;

const CHECKS = { submitted: "In review", approved: "Approved", rejected: "Rejected", draft: "Started" } as const;

function identityOf({ legalName, otherNames, verifiedAt, check }: Performer, userId: string) {
  return [
    { label: "Legal name", value: legalName ?? <span className="text-muted">No verified name</span> },
    otherNames.length > 0 && { label: "Other names", value: <NamesAdded names={otherNames} /> },
    {
      label: "ID",
      value: (
        <>
          {verifiedAt ? (
            <>
              Verified <Time at={verifiedAt} as="date" />
            </>
          ) : (
            "Not verified"
          )}
          {check ? (
            <>
              , <TextLink href={`/custodian/identities/${check.id}`}>latest check</TextLink>: {CHECKS[check.status]}
            </>
          ) : null}
        </>
      ),
    },
    {
      label: "Also in",
      value: (
        <span className="flex flex-wrap gap-x-4">
          <RecordLink href={`/custodian/scenes?person=${userId}`}>Scenes</RecordLink>
          <RecordLink href={`/custodian/index?person=${userId}`}>Index</RecordLink>
        </span>
      ),
    },
  ];
}

function Evidence({ rows, total }: Performer["evidence"]) {
  if (total === 0) return <p className="text-muted">No evidence yet.</p>;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-accent-text underline underline-offset-4">
        Evidence: {counted(total, "event")}
      </summary>
      <p className="mt-2 text-muted text-sm empty:hidden">{latestText(rows.length, total)}</p>
      <HistoryLines exact lines={rows} moreOf={({ reason }) => reason?.replaceAll("_", " ") ?? null} />
    </details>
  );
}

/** The platforms that a scene was extended to. Nothing if there are none. */
export function SceneExtensions({ extensions: { rows, total } }: Pick<SceneRecord, "extensions">) {
  if (total === 0) return null;
  return (
    <SectionCard
      id="extensions"
      title="Extensions"
      description={<>Platforms that may publish this scene too. {latestText(rows.length, total)}</>}
    >
      <ul className="flex flex-col">
        {rows.map(({ id, partnerName, extendedAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
          >
            <span className="wrap-anywhere font-medium">{partnerName}</span>
            <Time at={extendedAt} className="text-muted" />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** Where a scene is or was published, on every platform. */
export const ScenePublications = ({ publications: { rows, total } }: Pick<SceneRecord, "publications">) => (
  <SectionCard
    id="publications"
    title={total > 0 ? "Publications" : "No publications"}
    description={latestText(rows.length, total)}
  >
    {total > 0 ? (
      <ul className="flex flex-col">
        {rows.map(({ id, partnerName, contentUrl, sha256, publishedAt, removedAt, removalReason }) => (
          <li key={id} className="flex flex-col items-start gap-1 border-line border-b py-3 last:border-b-0">
            <span className="flex flex-wrap items-center gap-2">
              <span className="wrap-anywhere font-medium">{partnerName}</span>
              {removedAt ? <Badge>Removed</Badge> : <StatusBadge tone="done">Published</StatusBadge>}
            </span>
            <CopyId value={contentUrl} label="URL" />
            <CopyId value={sha256} label="file hash" short />
            <span className="wrap-anywhere text-muted text-xs">
              Published <Time at={publishedAt} />
              {removedAt ? (
                <>
                  , removed <Time at={removedAt} />: {removalReason}
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    ) : null}
  </SectionCard>
);

/** The depictions that were logged under the URL of a publication, or from the same file. */
export function SceneDepictions({ depictions: { rows, total } }: Pick<SceneRecord, "depictions">) {
  if (total === 0) return null;
  return (
    <SectionCard
      id="depictions"
      title="Depictions"
      description={<>Logged under the URL or hash of a publication. {latestText(rows.length, total)}</>}
    >
      <ul className="flex flex-col gap-2">
        {rows.map((row) => (
          <li key={row.id} className="wrap-anywhere">
            {isReserved(row) ? (
              <ReservedBadge />
            ) : (
              <>
                <RecordLink plain href={`/custodian/records/${row.id}`}>
                  {row.title}
                </RecordLink>{" "}
                <span className="text-muted">{row.partnerName}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** How long the scene and its releases are kept. */
export const SceneKeeping = ({ keeping: { until, legalHold, isPublished } }: Pick<SceneRecord, "keeping">) => (
  <SectionCard
    id="retention"
    title={
      legalHold ? (
        "Kept under a legal hold"
      ) : (
        <>
          Kept until <Time at={until} as="date" />
          {isPublished ? " or longer" : null}
        </>
      )
    }
    body="text-muted text-sm"
  >
    {legalHold
      ? "It can’t be erased until the hold is lifted."
      : `Seven years from the shoot or the creation, whichever is later${isPublished ? ", and as long as it is published" : ""}. Then it’s erased with its releases.`}
  </SectionCard>
);
