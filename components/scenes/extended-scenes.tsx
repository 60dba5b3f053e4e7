import { Clapperboard } from "lucide-react";
import type { Column } from "@/components/lists/data-list";
import { ListView } from "@/components/lists/list-view";
import { EXTENDED_SCENES_PATH, extendedSceneHref } from "@/components/shell/addresses";
import { FactsCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { moneyText } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { ExtendedScene, ExtendedSceneRow, extendedSceneList } from "@/lib/domain/scenes";
import { consentText } from "./performers";

const COLUMNS: Column<ExtendedSceneRow>[] = [
  {
    header: "Scene id",
    primary: true,
    cell: ({ sceneId }) => <span className="break-all font-mono text-xs">{sceneId}</span>,
  },
  { header: "Your publications", cell: (row) => publicationText(row) },
  { header: "Extended", align: "end", cell: ({ extendedAt }) => <Time at={extendedAt} /> },
];

function publicationText({ published, removed }: ExtendedSceneRow): string {
  const current = published > 0 ? `${published} published` : "None published";
  return removed > 0 ? `${current}, ${removed} removed` : current;
}

/** Other partners' scenes that the partner extended. */
export const ExtendedSceneList = (list: Listed<typeof extendedSceneList>) => (
  <ListView
    {...list}
    path={EXTENDED_SCENES_PATH}
    caption="Scenes you extended, latest first"
    columns={COLUMNS}
    rowHref={extendedSceneHref}
    empty={{
      icon: <Clapperboard />,
      title: "No extended scenes",
      children: "To publish another platform’s scene, get its id and extend it through the API.",
      actions: <ButtonLink href="/docs/collab-scenes">How to extend a scene</ButtonLink>,
    }}
  />
);

/** What a partner may know about a scene that it extended. */
export function ExtendedSceneFacts({ scene }: { scene: ExtendedScene }) {
  const { sceneId, extendedAt, fee } = scene;
  return (
    <FactsCard
      id="facts"
      title="Scene"
      description="All performers consented. Only the platform that created the scene sees who they are."
      narrow
      items={[
        { label: "Scene id", value: <CopyId value={sceneId} label="scene id" /> },
        { label: "Performers", value: consentText(scene) },
        { label: "Extended", value: <Time at={extendedAt} as="datetime" /> },
        fee && { label: "Fee", value: <Fee fee={fee} /> },
        ...(fee?.paymentChargeId
          ? [{ label: "Charge id", value: <CopyId value={fee.paymentChargeId} label="charge id" /> }]
          : []),
      ]}
    />
  );
}

function Fee({ fee: { extensionFeeCents, charged } }: { fee: NonNullable<ExtendedScene["fee"]> }) {
  const amount = <span className="tabular-nums">{moneyText(extensionFeeCents)}</span>;
  if (charged) return <>{amount}, charged to your card</>;
  return (
    <>
      {amount}, not charged yet. <TextLink href="/portal/billing">Pay in Billing</TextLink>
    </>
  );
}
