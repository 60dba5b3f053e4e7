import type { ReactNode } from "react";
import { Attestation } from "@/components/custody/attestation";
import { RecordLink } from "@/components/custody/record-link";
import { ProductionStatus } from "@/components/productions/production";
import { comparisonFact } from "@/components/records/content/copies";
import type { OpenedCopy } from "@/components/records/content/stored-copy";
import { Performers } from "@/components/records/index-search/results";
import { recordTitle, TakedownStatus } from "@/components/removals/takedowns/takedown";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody, CardHeader, KeyValue, SectionCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Agreement, ItemClock, RequestItem, ViewedItem, ViewedRequest } from "@/lib/domain/removals/custody";
import { LAWS } from "@/lib/domain/removals/deciding/labels";
import {
  AGE_CHOICES,
  anyFile,
  CONSENT_CHOICES,
  KIND_CHOICES,
  SPREAD_CHOICES,
} from "@/lib/domain/removals/filing/labels";
import { foundByText } from "@/lib/domain/removals/labels";
import { Copies } from "./copies";
import { heightOf } from "./long-list";
import { absentOf, comparedWith, LikenessHelp, likenessOf, nearText } from "./resemblance";

type SideProps = { id: string; title: ReactNode; description: ReactNode; actions?: ReactNode; children: ReactNode };

/** One of the two cards that are compared: narrow, so with little room around. */
const Side = ({ children, ...header }: SideProps) => (
  <Card as="section" aria-labelledby={header.id} className="min-w-0">
    <CardHeader {...header} className="gap-2 md:px-4 md:pt-4" />
    <CardBody className="flex flex-col gap-3 md:p-4 md:not-first:pt-0">{children}</CardBody>
  </Card>
);

type ClaimProps = { request: ViewedRequest; selected: RequestItem | undefined };

/** What the claimant says, in their own words, with what the law asks. What found the selected record is marked. */
export function Claim({ request, selected }: ClaimProps) {
  const { claim, legalBasis } = request;
  const { deadline, needs } = LAWS[legalBasis];
  return (
    <Side id="claim" title="Claim" description="Confidential: platforms never see who asks, or why.">
      {claim ? (
        <>
          {claim.age === "minor" ? (
            <Callout tone="harm" title="The claimant says that the person shown was under 18">
              Decide this request first.
            </Callout>
          ) : null}
          {claim.description ? (
            <blockquote
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, also by keyboard
              tabIndex={0}
              className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-wrap border-line-strong border-l-4 pl-3"
            >
              {claim.description}
            </blockquote>
          ) : null}
          <p className="text-muted text-xs">
            <span className="font-medium text-ink">{deadline}</span> Needs: {needs}
          </p>
          <KeyValue dense items={[...namedIn(request, selected), ...answersIn(claim, request)]} />
        </>
      ) : (
        <Callout tone="harm" title="The claim can’t be read">
          Its data was changed, or its key is missing. Give your operators this request id:{" "}
          <CopyId value={request.id} label="request id" short />
        </Callout>
      )}
    </Side>
  );
}

/** What the claimant signed. */
export const Statement = ({ request: { statement, id } }: Pick<ClaimProps, "request">) => (
  <SectionCard id="statement" title="Statement" body="flex flex-col gap-3">
    <Attestation
      act={statement}
      textLabel="Text of the statement"
      more={[{ label: "Request id", value: <CopyId value={id} label="request id" short /> }]}
    />
  </SectionCard>
);

type Answers = NonNullable<ViewedRequest["claim"]>;

/** Nothing but a name was asked of who withdraws a release. */
function answersIn(
  { name, otherNames, actsFor, kind, age, spread, consent }: Answers,
  { isWithdrawal }: Pick<ViewedRequest, "isWithdrawal">,
) {
  if (isWithdrawal || kind === "withdrawal") {
    return [
      { label: "Name", value: name },
      { label: "What it is", value: "Withdrawal of distribution" },
    ];
  }
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

function namedIn({ email, urls, files, requestedAt, deadlineAt }: ViewedRequest, selected: RequestItem | undefined) {
  const named = selected?.targets ?? [];
  return [
    {
      label: "URLs",
      value:
        urls.length > 0 ? (
          <ul className={cn("flex flex-col gap-1", heightOf(urls.length))}>
            {urls.map((url) => (
              <li key={url} className="flex flex-wrap items-center gap-1">
                <CopyId value={url} label="URL" />
                {named.some((target) => target.url === url) ? <Badge tone="accent">This record</Badge> : null}
              </li>
            ))}
          </ul>
        ) : (
          <span className="text-muted">None named</span>
        ),
    },
    files.length > 0 && {
      label: "Files",
      value: (
        <ul className={cn("flex flex-col gap-1", heightOf(files.length))}>
          {files.map(({ sha256, kind, frames }) => (
            <li key={sha256} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {anyFile(kind)}
              {kind === "video" ? `, ${counted(frames, "frame")}` : null}
              <CopyId value={sha256} label="SHA-256 of the file" short className="text-muted" />
              {named.some((target) => target.sha256 === sha256) ? <Badge tone="accent">This record</Badge> : null}
            </li>
          ))}
        </ul>
      ),
    },
    { label: "Email", value: <Breakable text={email} /> },
    { label: "Requested", value: <Time at={requestedAt} as="datetime" /> },
    { label: "Decide by", value: <Time at={deadlineAt} as="datetime" /> },
  ];
}

type MatchedRecordProps = {
  request: Pick<ViewedRequest, "isWithdrawal">;
  item: RequestItem;
  viewed: ViewedItem | "erased";
  clocks: readonly ItemClock[];
};

/** The selected record, as evidence beside the claim. */
export const MatchedRecord = ({ request, item, viewed, clocks }: MatchedRecordProps) => (
  <Side
    id="record"
    title={<span className="wrap-anywhere">{recordTitle(item)}</span>}
    description={<FoundBy request={request} item={item} />}
    actions={typeof viewed === "string" ? null : <OpenRecord item={item} />}
  >
    {viewed === "erased" ? (
      <Callout title="This record was erased">Only what the request keeps of it is left.</Callout>
    ) : (
      <>
        {holdsOf(viewed).length > 0 ? (
          <Callout tone="waiting" title={counted(holdsOf(viewed).length, "legal hold")}>
            {holdsOf(viewed)[0]}
          </Callout>
        ) : null}
        <KeyValue dense items={factsOf(item, viewed)} />
        <Agreements agreements={viewed.agreements} />
      </>
    )}
    {clocks.length > 0 ? <Clocks clocks={clocks} /> : null}
  </Side>
);

/** How the record was found: the claimant's URL or file, or what it resembles. */
function FoundBy({ request, item }: Pick<MatchedRecordProps, "request" | "item">) {
  const likeness = likenessOf(item);
  return (
    <>
      Found by: <span className="font-medium text-ink">{foundByText(item.foundBy, request)}</span>
      {likeness ? ` to ${nearText(item)}: ${likeness}` : null}
      {likeness ? <LikenessHelp /> : null}
    </>
  );
}

/** The reasons of the legal holds that keep a record now. */
export const holdsOf = (viewed: ViewedItem): string[] =>
  viewed.kind === "content" ? viewed.record.holds.flatMap(({ lifted, reason }) => (lifted ? [] : [reason])) : [];

/** How many copies of records that look alike are shown beside one another. */
const COPIES_SHOWN = 5;

type RecordCopiesProps = {
  item: RequestItem;
  /** The records that look like it, with it, if they are decided together. */
  alike: readonly RequestItem[];
  viewed: ViewedItem;
  /** Shows the stored copy of a depiction for a purpose. */
  showCopy: (depictionId: string) => (purpose: string) => Promise<OpenedCopy>;
};

/** What the record resembles, first, then its stored copy and those that look like it. */
export function RecordCopies({ item, alike, viewed, showCopy }: RecordCopiesProps) {
  if (viewed.kind !== "content") return null;
  const { id, logged } = viewed.record;
  if (!logged?.copy.opens || !logged.copy.mimeType) return null;
  const { nearDepictionId, nearTitle, nearMimeType } = item;
  const near =
    nearDepictionId && nearMimeType
      ? [
          {
            depictionId: nearDepictionId,
            label: comparedWith(nearTitle),
            mimeType: nearMimeType,
            show: showCopy(nearDepictionId),
          },
        ]
      : [];
  const others = alike.flatMap((one) =>
    one.id !== item.id && one.depictionId && one.mimeType
      ? [{ depictionId: one.depictionId, label: labelOf(one), mimeType: one.mimeType, show: showCopy(one.depictionId) }]
      : [],
  );
  const shown = others.slice(0, COPIES_SHOWN - 1);
  return (
    <Copies
      copies={[
        ...near,
        { depictionId: id, label: labelOf(item), mimeType: logged.copy.mimeType, show: showCopy(id) },
        ...shown.filter(({ depictionId }) => depictionId !== nearDepictionId),
      ]}
      absent={absentOf(item)}
      more={others.length - shown.length}
    />
  );
}

const labelOf = (item: RequestItem): string =>
  item.distance === null ? recordTitle(item) : `${recordTitle(item)}: ${likenessOf(item)}`;

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
      comparisonFact(record.logged?.comparison ?? null),
      ...(record.logged?.removal
        ? [{ label: "Removed", value: <Time at={record.logged.removal.at} as="datetime" /> }]
        : []),
    ];
  }
  const { record } = viewed;
  const addresses = (
    <ul className="flex flex-col gap-1">
      {record.performers.map(({ email }) => (
        <li key={email}>
          <Breakable text={email} />
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
  withdrew: "withdrew distribution",
  refused: "refused",
  uploaded: "stated that every performer agreed",
  attested: "attested that they may publish it",
};

/** The releases and consents that speak against a removal. */
const Agreements = ({ agreements }: { agreements: readonly Agreement[] }) => (
  <section aria-labelledby="agreements" className="flex flex-col gap-1">
    <h3 id="agreements" className="font-medium">
      Releases and consents
    </h3>
    {agreements.length === 0 ? (
      <p className="text-muted">None on file for this record.</p>
    ) : (
      <ol className={cn("flex flex-col", heightOf(agreements.length))}>
        {agreements.map(({ who, isClaimant, what, at, scene }) => (
          <li
            key={`${who} ${what} ${scene?.id ?? ""} ${at.getTime()}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-1"
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
            <Time at={at} as="date" className="text-muted" />
          </li>
        ))}
      </ol>
    )}
  </section>
);
