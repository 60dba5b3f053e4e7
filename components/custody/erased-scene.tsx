import { LegalHolds } from "@/components/custody/holds/legal-holds";
import { IndexKeeping } from "@/components/records/index-search/record-facts";
import { FactsCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import type { ActionResult } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ErasedScene as Erased } from "@/lib/domain/scenes";
import { SceneHistory } from "./scene-record";

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
