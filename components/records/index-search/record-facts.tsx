import { RecordLink } from "@/components/custody/record-link";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { countryName, documentLabels } from "@/lib/domain/identity/documents";
import type { ViewedRecord } from "@/lib/domain/records/content";
import { LinkedScenes, OtherNames } from "./results";

/** A depiction's facts: where it is published, who appears in it, when it was made, and its ids. */
export function RecordFacts({ viewed }: { viewed: ViewedRecord }) {
  const { contentUrl, externalContentId, partner, logged } = viewed;
  return (
    <KeyValue
      items={[
        { label: "URL", value: contentUrl ? <CopyId value={contentUrl} label="URL" /> : "Not on record" },
        {
          label: "Performers",
          value: <ProvenPerformers people={viewed.performers} />,
        },
        {
          label: "Produced",
          value: (
            <>
              <Time at={viewed.productionDate} as="datetime" />
              {viewed.isDateAssumed === null ? null : (
                <span className="text-muted">
                  {viewed.isDateAssumed
                    ? ". Assumed: the partner sent no date, so it’s when they logged it"
                    : ". Sent by the partner"}
                </span>
              )}
            </>
          ),
        },
        { label: "Partner", value: partner.name },
        ...(logged
          ? [
              { label: "Platform", value: logged.platform },
              { label: "Type", value: logged.contentType },
              { label: "Logged", value: <Time at={logged.createdAt} as="datetime" /> },
              {
                label: "File hash",
                value: logged.fileHash ? <CopyId value={logged.fileHash} label="file hash" /> : "Not sent",
              },
            ]
          : []),
        {
          label: "Content id",
          value: externalContentId ? <CopyId value={externalContentId} label="content id" /> : "Not sent",
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

/** Who appears, with what proves who they are, one step away. */
function ProvenPerformers({ people }: { people: ViewedRecord["performers"] }) {
  if (people.length === 0) return <span className="text-muted">No performers on file</span>;
  return (
    <ul className="flex flex-col gap-3">
      {people.map(({ userId, legalName, aliases, proof }) => (
        <li key={userId} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <span className="min-w-0">
            <RecordLink plain href={`/custodian/index?person=${userId}`}>
              {legalName ?? "No verified name"}
            </RecordLink>
            <OtherNames names={aliases} />
            <span className="block text-muted">{proof ? <Proof {...proof} /> : "No verified ID"}</span>
          </span>
          {proof ? (
            <ButtonLink size="sm" href={`/custodian/identities/${proof.checkId}`}>
              Open<span className="sr-only"> the ID of {legalName}</span>
            </ButtonLink>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type ProofProps = NonNullable<ViewedRecord["performers"][number]["proof"]>;

const Proof = ({ verifiedAt, document: { type, country }, copy }: ProofProps) => (
  <>
    {type ? `${documentLabels[type]}${country ? `, ${countryName(country)}` : ""}. ` : null}Verified{" "}
    <Time at={verifiedAt} as="date" />
    {copy ? `. ${copy}` : null}
  </>
);

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
