import { Attestation } from "@/components/custody/attestation";
import { RecordLink } from "@/components/custody/record-link";
import { ProductionStatus } from "@/components/productions/production";
import type { OpenedCopy } from "@/components/records/content/stored-copy";
import { RecordCopy } from "@/components/records/index-search/record-copy";
import { Performers } from "@/components/records/index-search/results";
import { recordTitle, TakedownStatus } from "@/components/removals/takedowns/takedown";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { Time } from "@/components/ui/time";
import type { Agreement, ItemClock, RequestItem, ViewedItem, ViewedRequest } from "@/lib/domain/removals/custody";
import { AGE_CHOICES, CONSENT_CHOICES, KIND_CHOICES, SPREAD_CHOICES } from "@/lib/domain/removals/filing/labels";
import { FOUND_BY_LABELS } from "@/lib/domain/removals/labels";

type ClaimProps = { request: ViewedRequest };

/** What the claimant says, in their own words, and what they signed. */
export function Claim({ request }: ClaimProps) {
  const { claim, statement } = request;
  return (
    <SectionCard
      id="claim"
      title="Claim"
      description="Confidential: platforms never see who asks, or why."
      body="flex flex-col gap-6"
    >
      {claim ? (
        <>
          {claim.age === "minor" ? (
            <Callout tone="harm" title="The claimant says that the person shown was under 18">
              Decide this request first.
            </Callout>
          ) : null}
          {claim.description ? (
            <blockquote className="wrap-anywhere whitespace-pre-wrap border-line border-l-2 pl-4">
              {claim.description}
            </blockquote>
          ) : null}
          <KeyValue narrow items={[...answersIn(claim), ...namedIn(request)]} />
        </>
      ) : (
        <Callout tone="harm" title="The claim can’t be read">
          Its data was changed, or its key is missing. Give your operators this request id:{" "}
          <CopyId value={request.id} label="request id" short />
        </Callout>
      )}
      <div className="flex flex-col gap-2">
        <h3 className="font-medium">Statement</h3>
        <Attestation act={statement} textLabel="Text of the statement" />
      </div>
    </SectionCard>
  );
}

type Answers = NonNullable<ViewedRequest["claim"]>;

function answersIn({ name, otherNames, actsFor, kind, age, spread, consent }: Answers) {
  return [
    { label: "Name", value: name },
    ...(actsFor
      ? [
          { label: "Acts for", value: actsFor.name },
          { label: "Authority", value: actsFor.authority },
        ]
      : []),
    otherNames.length > 0 && { label: "Other names", value: otherNames.join(", ") },
    { label: "What it is", value: KIND_CHOICES[kind].label },
    age && { label: "Age shown", value: AGE_CHOICES[age].label },
    spread && { label: "Where it is", value: SPREAD_CHOICES[spread].label },
    consent && { label: "Agreed", value: CONSENT_CHOICES[consent].label },
  ];
}

function namedIn({ email, urls, sha256s, requestedAt, deadlineAt, id }: ViewedRequest) {
  return [
    { label: "Email", value: email },
    {
      label: "URLs",
      value:
        urls.length > 0 ? (
          <ul className="flex flex-col gap-1">
            {urls.map((url) => (
              <li key={url}>
                <CopyId value={url} label="URL" />
              </li>
            ))}
          </ul>
        ) : (
          <span className="text-muted">None named</span>
        ),
    },
    sha256s.length > 0 && {
      label: "Files",
      value: sha256s.map((hash) => <CopyId key={hash} value={hash} label="SHA-256 of the file" short />),
    },
    { label: "Requested", value: <Time at={requestedAt} as="datetime" /> },
    { label: "Deadline", value: <Time at={deadlineAt} as="datetime" /> },
    { label: "Request id", value: <CopyId value={id} label="request id" short /> },
  ];
}

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
