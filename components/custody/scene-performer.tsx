import { StatusBadge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { counted, latestText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Latest, SceneLine, SceneRecord } from "@/lib/domain/scenes";
import { Attestation } from "./attestation";
import { SignedCopy } from "./evidence-form";
import { NamesAdded } from "./names-added";
import { RecordLink } from "./record-link";
import { sceneLineText } from "./scene-record";

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
  const { signedAt, consentedAt, refusedAt } = performer;
  if (refusedAt) return <StatusBadge tone="harm">Refused</StatusBadge>;
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

function Evidence({ rows, total }: Latest<SceneLine>) {
  if (total === 0) return <p className="text-muted">No evidence yet.</p>;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-accent-text underline underline-offset-4">
        Evidence: {counted(total, "event")}
      </summary>
      <p className="mt-2 text-muted text-sm empty:hidden">{latestText(rows.length, total)}</p>
      <ol className="mt-2 flex flex-col">
        {rows.map((line) => (
          <li key={line.id} className="flex flex-col gap-1 border-line border-b py-2 last:border-b-0">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="wrap-anywhere min-w-0">
                <span className="font-medium">{line.who}</span> {sceneLineText(line)}
                {line.reason ? <span className="text-muted">: {line.reason.replaceAll("_", " ")}</span> : null}
              </span>
              <Time at={line.at} as="datetime" className="text-muted" />
            </span>
            {line.ip || line.userAgent ? (
              <span className="wrap-anywhere text-muted text-xs">
                {[line.ip, line.userAgent].filter(Boolean).join(" · ")}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </details>
  );
}
