import { wordsFor } from "@/components/lists/list-address";
import { IndexKeeping } from "@/components/records/index-search/record-facts";
import { FactsCard, KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import type { ActionResult } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { LedgerAction } from "@/lib/domain/core/ledger";
import type { ErasedScene as Erased, Latest, SceneLine, SceneRecord } from "@/lib/domain/scenes";
import { LegalHolds } from "./holds/legal-holds";
import { Timeline } from "./timeline";

/** The facts of a scene, for a custodian. */
export function SceneRecordFacts({ scene }: { scene: SceneRecord }) {
  const { uploader, job } = scene;
  return (
    <KeyValue
      narrow
      items={[
        { label: "Scene id", value: <CopyId value={scene.id} label="scene id" /> },
        { label: "Partner", value: scene.partner.name },
        uploader && { label: "Uploader", value: <Uploader uploader={uploader} /> },
        ...(job
          ? [
              { label: "Verification job", value: <CopyId value={job.jobId} label="the partner’s job id" /> },
              { label: "Content id", value: <CopyId value={job.contentId} label="the partner’s content id" /> },
            ]
          : []),
        ...(job?.productionId
          ? [{ label: "Production", value: <CopyId value={job.productionId} label="production id" /> }]
          : []),
        { label: "Shot", value: scene.shootDate ? <Time at={scene.shootDate} as="date" /> : "Not on record" },
        { label: "Created", value: <Time at={scene.createdAt} as="datetime" /> },
        scene.status === "pending_signatures" && {
          label: "Sign by",
          value: <Time at={scene.expiresAt} as="datetime" />,
        },
        ...ENDS.flatMap(({ field, label }) => {
          const at = scene[field];
          return at ? [{ label, value: <Time at={at} as="datetime" /> }] : [];
        }),
        scene.uploadSessionId && {
          label: "Session",
          value: <CopyId value={scene.uploadSessionId} label="upload session id" short />,
        },
      ]}
    />
  );
}

const Uploader = ({ uploader: { id, email, legalName } }: { uploader: NonNullable<SceneRecord["uploader"]> }) => (
  <span className="flex flex-col">
    <TextLink href={`/custodian/accounts/${id}`} className="break-all">
      {email}
    </TextLink>
    {legalName ? <span className="text-muted">{legalName}</span> : null}
  </span>
);

const ENDS = [
  { field: "greenlitAt", label: "Greenlit" },
  { field: "blockedAt", label: "Blocked" },
  { field: "cancelledAt", label: "Canceled" },
] as const;

type SceneAction = Extract<LedgerAction, `${"collab_scene" | "scene_fee" | "scene_performer"}.${string}`>;

const VERBS: Record<SceneAction, string> = {
  "collab_scene.created": "created the scene",
  "collab_scene.announced": "announced the scene",
  "collab_scene.greenlit": "greenlit the scene",
  "collab_scene.blocked": "blocked the scene",
  "collab_scene.cancelled": "canceled the scene",
  "collab_scene.viewed": "viewed the record",
  "collab_scene.erased": "erased the scene",
  "collab_scene.hold_placed": "placed a legal hold",
  "collab_scene.hold_lifted": "lifted a legal hold",
  "collab_scene.extended": "extended the scene to their platform",
  "collab_scene.publication_registered": "registered a publication",
  "collab_scene.publication_removed": "removed a publication",
  "scene_performer.invited": "emailed the invitation",
  "scene_performer.reminded": "emailed the reminder",
  "scene_performer.mail_accepted": "handed the email to the mail server",
  "scene_performer.mail_refused": "could not deliver the email",
  "scene_performer.opened_in_account": "opened the scene from their account",
  "scene_performer.code_sent": "emailed a code to the performer",
  "scene_performer.code_entered": "entered the code from their email",
  "scene_performer.page_viewed": "viewed a page",
  "scene_performer.signed": "signed the release",
  "scene_performer.consented": "completed the consent",
  "scene_performer.under_age_at_shoot": "found no proof that they were 18 on the day of the shoot",
  "scene_performer.refused": "refused",
  "scene_performer.copy_stored": "stored the signed copy",
  "scene_performer.copy_downloaded": "downloaded their copy",
  "scene_fee.try_started": "started to pay the fee",
  "scene_fee.charged": "charged the fee",
  "scene_fee.charge_failed": "could not charge the fee",
  "scene_fee.reversed": "recorded that the fee’s payment was reversed",
  "scene_fee.reversal_undone": "recorded that the reversal of the fee’s payment was undone",
  "scene_fee.paid_twice": "recorded that the fee was paid twice",
  "scene_fee.second_refunded": "refunded the second payment",
  "scene_fee.refund_refused": "could not refund the second payment",
  "scene_performer.viewed": "viewed the performer’s copy",
};

/** A ledger entry of a scene in words. */
export function sceneLineText({ action, unreadable }: SceneLine): string {
  if (unreadable) return "could not read the verified ID, so the age on the day of the shoot is unknown";
  return wordsFor(VERBS, action) ?? action;
}

/** A scene's own history. For custodians only. */
export const SceneHistory = ({ history: { rows, total } }: { history: Latest<SceneLine> }) => (
  <Timeline
    title="History"
    total={total}
    lines={rows.map((line) => ({ ...line, did: sceneLineText(line), more: line.reason ? [line.reason] : [] }))}
  />
);

type ErasedSceneProps = {
  scene: Erased;
  place: (form: FormData) => Promise<ActionResult>;
  lift: (holdId: string, form: FormData) => Promise<ActionResult>;
};

/** What the index keeps of an erased scene. */
export const ErasedScene = ({ scene, place, lift }: ErasedSceneProps) => (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
    <FactsCard
      id="facts"
      title="Scene"
      items={[
        { label: "Scene id", value: <CopyId value={scene.id} label="scene id" /> },
        { label: "Partner", value: scene.partner.name },
        { label: "Produced", value: <Time at={scene.productionDate} as="date" /> },
        { label: "People", value: <People people={scene.people} /> },
        {
          label: "URLs",
          value:
            scene.contentUrls.length > 0 ? (
              <span className="flex flex-col items-start gap-1">
                {scene.contentUrls.map((url) => (
                  <CopyId key={url} value={url} label="URL" />
                ))}
              </span>
            ) : (
              "Never published"
            ),
        },
      ]}
    />
    <div className="flex min-w-0 flex-col gap-6">
      <LegalHolds holds={scene.holds} title={scene.title} place={place} lift={lift} scene />
      <IndexKeeping {...scene.index} />
      <SceneHistory history={scene.history} />
    </div>
  </div>
);

const People = ({ people }: { people: Erased["people"] }) => (
  <ul className="flex flex-col gap-1">
    {people.map(({ userId, legalName }) => (
      <li key={userId}>
        <TextLink href={`/custodian/index?person=${userId}`}>{legalName ?? "No verified name"}</TextLink>
      </li>
    ))}
  </ul>
);
