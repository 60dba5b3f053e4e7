import { RecordLink } from "@/components/custody/record-link";
import { ProductionStatus } from "@/components/productions/production-status";
import type { OpenedCopy } from "@/components/records/content/stored-copy";
import { RecordCopy } from "@/components/records/index-search/record-copy";
import { Performers } from "@/components/records/index-search/results";
import { recordTitle, TakedownStatus } from "@/components/removals/takedowns/takedown-status";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { Time } from "@/components/ui/time";
import type { Agreement, ItemClock, RequestItem, ViewedItem } from "@/lib/domain/removals/custody";
import { FOUND_BY_LABELS } from "@/lib/domain/removals/labels";

type MatchedRecordProps = {
  item: RequestItem;
  viewed: ViewedItem | "erased";
  clocks: readonly ItemClock[];
  /** Shows the stored copy of a depiction for a purpose. */
  showCopy: (depictionId: string) => (purpose: string) => Promise<OpenedCopy>;
};

/** The selected record, as evidence beside the claim. */
export const MatchedRecord = ({ item, viewed, clocks, showCopy }: MatchedRecordProps) => (
  <SectionCard
    id="record"
    title={<span className="wrap-anywhere">{recordTitle(item)}</span>}
    description={FOUND_BY_LABELS[item.foundBy]}
    actions={typeof viewed === "string" ? null : <OpenRecord item={item} />}
    body="flex flex-col gap-6"
  >
    {viewed === "erased" ? (
      <Callout title="This record was erased">Only what the request keeps of it is left.</Callout>
    ) : (
      <>
        <KeyValue narrow items={factsOf(item, viewed)} />
        {viewed.kind === "content" && viewed.record.logged?.copy.opens && viewed.record.logged.copy.mimeType ? (
          <RecordCopy
            address={`/custodian/records/${viewed.record.id}/copy`}
            mimeType={viewed.record.logged.copy.mimeType}
            title={recordTitle(item)}
            show={showCopy(viewed.record.id)}
          />
        ) : null}
      </>
    )}
    {clocks.length > 0 ? <Clocks clocks={clocks} /> : null}
  </SectionCard>
);

function OpenRecord({ item: { depictionId, productionId, sceneId } }: { item: RequestItem }) {
  const href = productionId
    ? `/custodian/productions/${productionId}`
    : depictionId
      ? `/custodian/records/${depictionId}`
      : `/custodian/scenes/${sceneId}`;
  return <RecordLink href={href}>Open {sceneId ? "scene" : "record"}</RecordLink>;
}

function factsOf({ url, partnerName }: RequestItem, viewed: ViewedItem) {
  const where = [
    url && { label: "URL", value: <CopyId value={url} label="URL" /> },
    partnerName && { label: "Platform", value: partnerName },
  ];
  if (viewed.kind === "content") {
    const { record } = viewed;
    const people = <Performers people={record.performers} hrefOf={(userId) => `/custodian/index?person=${userId}`} />;
    return [
      ...where,
      { label: "Performers", value: people },
      { label: "Produced", value: <Time at={record.productionDate} as="date" /> },
      record.logged && { label: "Logged", value: <Time at={record.logged.createdAt} as="datetime" /> },
      ...(record.logged?.removal
        ? [{ label: "Removed", value: <Time at={record.logged.removal.at} as="datetime" /> }]
        : []),
    ];
  }
  const { record } = viewed;
  const addresses = (
    <ul className="flex flex-col gap-1">
      {record.performers.map(({ email }) => (
        <li key={email} className="break-all">
          {email}
        </li>
      ))}
    </ul>
  );
  if (viewed.kind === "publication") {
    return [
      ...where,
      { label: "Scene", value: viewed.record.title },
      { label: "Performers", value: addresses },
      viewed.record.shootDate && { label: "Shot", value: <Time at={viewed.record.shootDate} as="date" /> },
    ];
  }
  const { producer, partners, status } = viewed.record;
  return [
    { label: "Status", value: <ProductionStatus status={status} /> },
    { label: "Producer", value: producer.name },
    { label: "Platforms", value: partners.map(({ name }) => name).join(", ") || "None linked" },
    { label: "Performers", value: addresses },
  ];
}

const Clocks = ({ clocks }: { clocks: readonly ItemClock[] }) => (
  <div className="flex flex-col gap-2">
    <h3 className="font-medium">Takedowns</h3>
    <ul className="flex flex-col">
      {clocks.map(({ id, partnerName, status, deadlineAt, closedAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
        >
          <span className="wrap-anywhere">{partnerName}</span>
          <span className="flex items-center gap-2">
            <Time at={closedAt ?? deadlineAt} as={closedAt ? "relative" : "left"} className="text-muted" />
            <TakedownStatus status={status} />
          </span>
        </li>
      ))}
    </ul>
  </div>
);

const DID: Readonly<Record<Agreement["what"], string>> = {
  signed: "signed a release",
  consented: "consented to publication",
  refused: "refused",
  uploaded: "stated that every performer agreed",
  attested: "attested that they may publish it",
};

/** The releases and consents that speak against a removal. */
export const Agreements = ({ agreements }: { agreements: readonly Agreement[] }) => (
  <SectionCard
    id="agreements"
    title="Releases and consents"
    description={agreements.length === 0 ? "None on file for this record." : "What people signed about this record."}
    body="empty:hidden"
  >
    {agreements.length === 0 ? null : (
      <ol className="flex flex-col">
        {agreements.map(({ who, isClaimant, what, at, scene }) => (
          <li
            key={`${who} ${what} ${scene?.id ?? ""} ${at.getTime()}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
          >
            <span className="wrap-anywhere min-w-0">
              {isClaimant ? <Badge tone="accent">Claimant</Badge> : null} <span className="font-medium">{who}</span>{" "}
              {DID[what]}
              {scene ? (
                <>
                  {" in "}
                  <RecordLink href={`/custodian/scenes/${scene.id}`}>{scene.title}</RecordLink>
                </>
              ) : null}
            </span>
            <Time at={at} as="datetime" className="text-muted" />
          </li>
        ))}
      </ol>
    )}
  </SectionCard>
);
