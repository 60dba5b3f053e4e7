import { IndexKeeping } from "@/components/records/index-search/record-facts";
import { FactsCard, KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import type { ActionResult } from "@/components/ui/form";
import { History } from "@/components/ui/history";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ErasedScene as Erased, SceneRecord } from "@/lib/domain/scenes";
import { LegalHolds } from "./holds/legal-holds";

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
      <History lines={scene.history.rows} total={scene.history.total} />
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
