import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted, moneyText } from "@/components/ui/format";
import { EXTENSION_FEE_CENTS } from "@/lib/domain/billing/scene-fees/labels";
import type { SceneView } from "@/lib/domain/scenes";

/** A greenlit scene's id, which lets other platforms extend it, and what sharing it allows. */
export function PassOn({ scene: { id, extendedTo } }: { scene: Pick<SceneView, "id" | "extendedTo"> }) {
  return (
    <SectionCard
      id="pass-on"
      title="Share with other platforms"
      description="Give this scene’s id to a platform that should publish it too."
      body="flex flex-col gap-4 text-sm"
    >
      <KeyValue
        narrow
        items={[
          { label: "Scene id", value: <CopyId value={id} label="scene id to share" /> },
          {
            label: "Extended to",
            value: extendedTo > 0 ? counted(extendedTo, "other platform") : "No other platform",
          },
        ]}
      />
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>Any platform that has the id can extend the scene for {moneyText(EXTENSION_FEE_CENTS)} and publish it.</li>
        <li>It sees how many performers consented. It doesn’t see who they are, your title or your URLs.</li>
        <li>You get an event when it publishes or removes the scene.</li>
        <li>You can’t withdraw it.</li>
      </ul>
    </SectionCard>
  );
}
