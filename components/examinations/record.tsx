import { Heading, InlineLink } from "@/components/acts/parts";
import { Answers } from "@/components/scenes/answers";
import { FactsCard, KeyValue, SectionCard } from "@/components/ui/card";
import type { ExaminedPerson, ExaminedRecord } from "@/lib/domain/examinations";
import { scopeLabel } from "@/lib/domain/examinations/labels";
import { type DocumentType, documentLabels, isPhotoKind, photoLabels } from "@/lib/domain/identity/documents";
import { dayText, minuteText } from "@/lib/platform/date-text";

const Hash = ({ children }: { children: string }) => <span className="break-all font-mono text-xs">{children}</span>;

type Props = { token: string; record: ExaminedRecord };

/** A record as an examiner sees it, complete on one page, so that it prints as one. */
export const RecordView = ({ token, record }: Props) => (
  <>
    <Heading title={<bdi>{record.title}</bdi>}>{scopeLabel(record.kind)}</Heading>
    <FactsCard
      id="record"
      title="Record"
      items={[
        { label: "Produced", value: dayText(record.productionDate) },
        record.partnerName && { label: "Platform", value: record.partnerName },
        record.producerName && { label: "Producer", value: record.producerName },
        record.loggedAt && { label: "Recorded", value: minuteText(record.loggedAt) },
        record.removedAt && { label: "Taken down", value: minuteText(record.removedAt) },
        record.isErased && { label: "Status", value: "Erased after seven years. Only its index entry is left." },
        { label: "Record id", value: <span className="break-all font-mono">{record.id}</span> },
      ]}
    />
    {record.people.map((person) => (
      <PersonCard key={person.userId} token={token} person={person} record={record} />
    ))}
    <Copy token={token} record={record} />
    <Depictions record={record} />
    {record.related.length > 0 ? (
      <SectionCard id="related" title="Related records">
        <ul className="flex flex-col gap-2">
          {record.related.map(({ kind, id, title }) => (
            <li key={`${kind} ${id}`} className="wrap-anywhere">
              <span className="text-muted">{scopeLabel(kind)}: </span>
              <InlineLink href={`/examine/${token}/records/${kind}/${id}`}>{title}</InlineLink>
            </li>
          ))}
        </ul>
      </SectionCard>
    ) : null}
    {record.history.length > 0 ? (
      <SectionCard id="history" title="History" description="From the ledger, newest first. Entries can’t be changed.">
        <ol className="flex flex-col">
          {record.history.map(({ id, at, who, did }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
            >
              <span>
                {who} {did}
              </span>
              <span className="text-muted text-sm tabular-nums">{minuteText(at)}</span>
            </li>
          ))}
        </ol>
        <p className="pt-4 text-sm print:hidden">
          <InlineLink href={`/examine/${token}/proofs/${record.kind}/${record.id}`}>Download proofs</InlineLink>{" "}
          <span className="text-muted">
            that these entries are in the public log. Check them at{" "}
            <InlineLink href="/verify/ledger">our verifier</InlineLink> or with a program of your own.
          </span>
        </p>
      </SectionCard>
    ) : null}
  </>
);

const isDocument = (type: string): type is DocumentType => type in documentLabels;

/** A performer: names, ID and its copies, and what they signed. */
function PersonCard({ token, person, record }: Props & { person: ExaminedPerson }) {
  const { document, photos, checkId, legalName } = person;
  const release = record.releases.find(({ userId }) => userId === person.userId);
  const type = document?.type;
  const card = `person-${person.userId}`;
  return (
    <SectionCard
      id={card}
      title={legalName ?? "Not verified"}
      className="print:break-inside-avoid"
      body="flex flex-col gap-4"
    >
      <KeyValue
        columns={2}
        items={[
          person.otherNames.length > 0 && { label: "Other names", value: person.otherNames.join(", ") },
          person.born && { label: record.sees.id === "full" ? "Born" : "Year of birth", value: person.born },
          person.verifiedAt && { label: "ID verified", value: minuteText(person.verifiedAt) },
          type && { label: "Document", value: isDocument(type) ? documentLabels[type] : type },
          document?.country && { label: "Issued by", value: document.country },
          document?.number && { label: "Document number", value: <span className="font-mono">{document.number}</span> },
          person.validUntil
            ? { label: "Valid until", value: dayText(person.validUntil) }
            : checkId && { label: "Valid until", value: "Not recorded" },
          checkId &&
            photos.length === 0 &&
            record.sees.photos.length > 0 && {
              label: record.sees.id === "full" ? "Photos of the ID" : "Portrait",
              value: "None kept",
            },
          record.kind === "scene" &&
            !record.isErased &&
            record.sees.releases &&
            !release && {
              label: "Release",
              value: "No release in this scene. Performers sign one; an uploader who isn’t in the scene doesn’t.",
            },
          release && { label: "Release signed", value: minuteText(release.signedAt) },
          release?.withdrawnAt && { label: "Distribution withdrawn", value: minuteText(release.withdrawnAt) },
          release?.signedName && { label: "Signed as", value: release.signedName },
          release && { label: "SHA-256 of the text", value: <Hash>{release.textSha256}</Hash> },
          record.sees.signedCopies &&
            release?.copySha256 && {
              label: "Signed copy",
              value: <InlineLink href={`/examine/${token}/releases/${release.performerId}`}>Download PDF</InlineLink>,
            },
        ]}
      />
      {release?.answers ? (
        <section aria-label="Consents in the release">
          <Answers answers={release.answers} />
        </section>
      ) : null}
      {photos.length > 0 && checkId ? (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
          {photos.map(({ kind, sha256 }) => {
            // The link makes the photo large in place: on this page, which closes with the examination, and without scripts.
            const large = `photo-${checkId}-${kind}`;
            return (
              <li key={kind} id={large} className="group min-w-0 target:col-span-full print:target:col-span-1">
                <figure className="flex flex-col gap-2">
                  <a
                    href={`#${large}`}
                    className="block max-w-full cursor-zoom-in overflow-x-auto rounded-md group-target:cursor-auto"
                  >
                    {/* biome-ignore lint/performance/noImgElement: it must not be optimized or cached */}
                    <img
                      src={`/examine/${token}/photos/${checkId}/${kind}`}
                      alt={`ID of ${legalName}: ${photoTitle(kind)}`}
                      className="w-full rounded-md border border-line bg-sunken group-target:w-auto group-target:min-w-full group-target:max-w-none print:group-target:w-full"
                    />
                  </a>
                  <figcaption className="text-muted text-xs">
                    <span className="mb-1 block print:hidden">
                      <InlineLink href={`#${large}`} className="group-target:hidden">
                        Enlarge<span className="sr-only">: {photoTitle(kind)}</span>
                      </InlineLink>
                      <InlineLink href={`#${card}`} className="hidden group-target:inline">
                        Make smaller<span className="sr-only">: {photoTitle(kind)}</span>
                      </InlineLink>
                    </span>
                    {legalName}, {photoTitle(kind).toLowerCase()}. SHA-256 of the photo without our mark:{" "}
                    <Hash>{sha256}</Hash>
                  </figcaption>
                </figure>
              </li>
            );
          })}
        </ul>
      ) : null}
    </SectionCard>
  );
}

const photoTitle = (kind: string): string =>
  kind === "person" ? "Portrait" : isPhotoKind(kind) ? photoLabels[kind] : kind;

/** The stored copy of a depiction, shown in place. */
function Copy({ token, record: { copy, isCopyClosed, id, title } }: Props) {
  if (!copy) return null;
  const src = `/examine/${token}/copies/${id}`;
  return (
    <SectionCard id="copy" title="Copy of the depiction" body="flex flex-col gap-4">
      {isCopyClosed ? (
        <p>This content was removed. Ask the custodian to show you its copy.</p>
      ) : copy.mimeType.startsWith("video/") ? (
        // biome-ignore lint/a11y/useMediaCaption: a stored copy has no captions
        <video
          src={src}
          controls
          preload="none"
          aria-label={title}
          className="max-h-96 w-full rounded-md bg-sunken print:hidden"
        />
      ) : (
        <p>
          <InlineLink href={src}>Open the copy</InlineLink>
        </p>
      )}
      <KeyValue
        items={[
          { label: "File", value: `${copy.mimeType}, ${copy.bytes.toLocaleString("en-US")} bytes` },
          { label: "SHA-256", value: <Hash>{copy.sha256}</Hash> },
          copy.storedAt && { label: "Stored", value: minuteText(copy.storedAt) },
        ]}
      />
    </SectionCard>
  );
}

/** Where it was published, or what the production lists, with hashes. */
function Depictions({ record: { depictions, kind } }: Pick<Props, "record">) {
  if (depictions.length === 0) return null;
  return (
    <SectionCard id="addresses" title={kind === "production" ? "Depictions" : "Web addresses"}>
      <ul className="flex flex-col">
        {depictions.map(({ title, url, sha256, publishedAt, removedAt, partnerName }) => (
          <li key={`${url} ${sha256}`} className="flex flex-col gap-1 border-line border-b py-3 last:border-b-0">
            {kind === "production" && title ? <bdi className="wrap-anywhere font-medium">{title}</bdi> : null}
            <span className="break-all">{url}</span>
            <span className="text-muted text-sm">
              {[
                partnerName,
                publishedAt && `published ${dayText(publishedAt)}`,
                removedAt && `taken down ${dayText(removedAt)}`,
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
            {sha256 ? (
              <span className="text-muted text-xs">
                SHA-256 <Hash>{sha256}</Hash>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
