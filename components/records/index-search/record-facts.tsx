import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";

import { Time } from "@/components/ui/time";
import type { ViewedRecord } from "@/lib/domain/records/content";
import { LinkedScenes, Performers } from "./results";

/** A depiction's facts: where it is published, who appears in it, when it was made, and its ids. */
export function RecordFacts({ viewed }: { viewed: ViewedRecord }) {
  const { contentUrl, externalContentId, partner, logged } = viewed;
  return (
    <KeyValue
      items={[
        { label: "URL", value: contentUrl ? <CopyId value={contentUrl} label="URL" /> : "Not on record" },
        {
          label: "Performers",
          value: <Performers people={viewed.performers} hrefOf={(userId) => `/custodian/index?person=${userId}`} />,
        },
        { label: "Produced", value: <Time at={viewed.productionDate} as="datetime" /> },
        { label: "Partner", value: partner.name },
        ...(logged
          ? [
              { label: "Platform", value: logged.platform },
              { label: "Type", value: logged.contentType },
              { label: "Logged", value: <Time at={logged.createdAt} as="datetime" /> },
              {
                label: "File hash",
                value: logged.fileHash ? <CopyId value={logged.fileHash} label="file hash" /> : "None sent",
              },
            ]
          : []),
        {
          label: "Content id",
          value: externalContentId ? <CopyId value={externalContentId} label="content id" /> : "None sent",
        },
        { label: "Depiction id", value: <CopyId value={viewed.id} label="depiction id" /> },
        viewed.scenes.length > 0 && {
          label: "Scenes",
          value: (
            <span className="flex flex-col gap-1">
              <LinkedScenes scenes={viewed.scenes} />
            </span>
          ),
        },
        logged && { label: "Content log id", value: <CopyId value={logged.contentLogId} label="content log id" /> },
      ]}
    />
  );
}

/** How long the index entries are kept. */
export const IndexKeeping = ({ until, legalHold }: ViewedRecord["index"]) => (
  <SectionCard
    id="index-keeping"
    title={
      legalHold ? (
        "Index kept under a legal hold"
      ) : (
        <>
          Index kept until <Time at={until} as="date" />
        </>
      )
    }
    body="text-muted text-sm"
  >
    {legalHold ? (
      <>
        It can’t be erased until the hold is lifted. Without the hold, it would be kept until{" "}
        <Time at={until} as="date" />.
      </>
    ) : (
      "Seven years from production or from the last change, whichever is later."
    )}
  </SectionCard>
);
