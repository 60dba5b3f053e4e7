import { FactsCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { LinkedProduction } from "@/lib/domain/productions";

/** The facts of a production, as the linked partner knows them. */
export function ProductionFacts({ production }: { production: LinkedProduction }) {
  const { id, contentId, producer, productionDate, isOurs, createdAt, linkedAt, documentedAt } = production;
  return (
    <FactsCard
      id="facts"
      title="Production"
      narrow
      items={[
        { label: "Production id", value: <CopyId value={id} label="production id" /> },
        contentId && { label: "Content id", value: <CopyId value={contentId} label="your content id" /> },
        { label: "Producer", value: producer.name },
        { label: "Produced", value: <Time at={productionDate} as="date" /> },
        { label: "Platforms", value: platformsText(production) },
        {
          label: "Created",
          value: (
            <>
              <Time at={createdAt} as="datetime" />
              <span className="block text-muted">{isOurs ? "by your team" : "not by your team"}</span>
            </>
          ),
        },
        linkedAt && !isOurs && { label: "Linked", value: <Time at={linkedAt} as="datetime" /> },
        {
          label: "Documented",
          value: documentedAt ? <Time at={documentedAt} as="datetime" /> : <span className="text-muted">Not yet</span>,
        },
      ]}
    />
  );
}

/** Who carries it, without naming anyone else. */
export const platformsText = ({ otherPlatforms }: Pick<LinkedProduction, "otherPlatforms">): string =>
  otherPlatforms > 0 ? `You and ${counted(otherPlatforms, "other platform")}` : "Only you";

/** What was sealed. Only custodians can open it. */
export function SealedPackage({ sealed }: { sealed: NonNullable<LinkedProduction["package"]> }) {
  const { sealedAt, archiveSha256, performerCount, depictionCount } = sealed;
  return (
    <FactsCard
      id="package"
      title="Sealed package"
      description="It holds the releases, the indexes and the copies of IDs that we have. Only our custodians can open it."
      narrow
      items={[
        { label: "Sealed", value: <Time at={sealedAt} as="datetime" /> },
        {
          label: "Covers",
          value: `${counted(performerCount, "performer")}, ${counted(depictionCount, "depiction")}`,
        },
        { label: "SHA-256", value: <CopyId value={archiveSha256} label="hash of the package" /> },
      ]}
    />
  );
}
