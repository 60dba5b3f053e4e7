import type { ReactNode } from "react";
import { inSentence } from "@/components/identity/in-sentence";
import { Card, CardBody, CardHeader, KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { DepictionDetail, ViewedRecord } from "@/lib/domain/content";
import { isViewPurpose, purposeLabels } from "@/lib/domain/identity/view-purposes";

/** What the partner sent of a depiction, and the ids it got. */
export function DepictionFacts({ depiction }: { depiction: DepictionDetail }) {
  const { externalContentId, creator, fileHash } = depiction;
  return (
    <KeyValue
      items={[
        { label: "URL", value: <CopyId value={depiction.contentUrl} label="URL" /> },
        {
          label: "Your content id",
          value: externalContentId ? (
            <CopyId value={externalContentId} label="content id" />
          ) : (
            "None sent. The API can neither confirm its copy nor remove it; remove it here."
          ),
        },
        {
          label: "Creator",
          value: (
            <>
              <TextLink href={`/portal/creators/${creator.accountId}`}>{creator.externalUserId}</TextLink>
              <span className="text-muted">, {creator.email}</span>
              <br />
              <TextLink href={`/portal/content?creator=${creator.accountId}`}>All of their content</TextLink>
            </>
          ),
        },
        { label: "Type", value: depiction.contentType },
        { label: "Platform", value: depiction.platform },
        { label: "Produced", value: <Time at={depiction.productionDate} as="datetime" /> },
        { label: "Logged", value: <Time at={depiction.createdAt} as="datetime" /> },
        { label: "Your file hash", value: fileHash ? <CopyId value={fileHash} label="file hash" /> : "None sent" },
        { label: "Depiction id", value: <CopyId value={depiction.id} label="depiction id" /> },
        { label: "Content log id", value: <CopyId value={depiction.contentLogId} label="content log id" /> },
      ]}
    />
  );
}

type Entry = DepictionDetail["history"][number] | ViewedRecord["history"][number];

const sayings: Record<Entry["action"], string> = {
  "depiction.logged": "logged it",
  "depiction.copy_stored": "confirmed the copy",
  "depiction.viewed": "looked at the copy",
  "depiction.removed": "took it down",
  "depiction.opened": "opened the record",
  "depiction.erased": "erased it",
  "depiction.hold_placed": "placed a legal hold",
  "depiction.hold_lifted": "lifted a legal hold",
};

type DepictionHistoryProps = { entries: readonly Entry[]; hasMoreViews: boolean };

/** Everything that happened to this record, and the latest looks at its copy, from the ledger. */
export function DepictionHistory({ entries, hasMoreViews }: DepictionHistoryProps) {
  return (
    <Card as="section" aria-labelledby="history">
      <CardHeader id="history" title="History" description="From the ledger, latest first." />
      <CardBody>
        {hasMoreViews ? (
          <p className="text-muted text-sm">
            The copy was looked at more often than is shown here: of looks, these are the latest.
          </p>
        ) : null}
        {entries.length === 0 ? <p className="text-muted text-sm">Nothing is written of it.</p> : null}
        <ol className="flex flex-col">
          {entries.map((entry) => (
            <li key={entry.id} className="flex flex-col gap-1 border-line border-b py-3 text-sm last:border-b-0">
              <span className="wrap-anywhere">
                <span className="font-medium">{capitalised(entry.who)}</span> {sayings[entry.action]}
                {entry.reason ? <span className="text-muted">: {reasonOf(entry)}</span> : null}
              </span>
              <span className="flex flex-wrap items-baseline gap-x-3 text-muted text-xs">
                <Time at={entry.at} />
                {entry.requestId ? (
                  <span>
                    Request <CopyId value={entry.requestId} label="request id" short />
                  </span>
                ) : null}
              </span>
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

// A custodian's reason is one of a few; anybody else's is their own words.
const reasonOf = ({ action, reason }: Entry): string | null =>
  reason && action === "depiction.viewed" && isViewPurpose(reason) ? inSentence(purposeLabels[reason]) : reason;

const capitalised = (text: string): string =>
  /^(your|one|somebody|the|a)\b/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;

type RetentionProps = DepictionDetail["retention"] | NonNullable<ViewedRecord["logged"]>["retention"];

/** How long the record is kept and, for a custodian, that a legal hold keeps it. */
export function Retention(retention: RetentionProps) {
  const { title, why } = inWords(retention);
  return (
    <Card as="section" aria-labelledby="retention">
      <CardHeader id="retention" title={title} />
      <CardBody className="text-muted text-sm">{why}</CardBody>
    </Card>
  );
}

function inWords({ until, isOver, mustBeKept, ...custodians }: RetentionProps): { title: ReactNode; why: ReactNode } {
  const day = <Time at={until} as="date" />;
  if ("legalHold" in custodians && custodians.legalHold)
    return { title: "Kept: a legal hold stands", why: "Nothing erases it before the hold is lifted." };
  if (!isOver)
    return {
      title: <>Kept until {day}</>,
      why: "Seven years from its production, also when it is removed. After that it is erased with its copy, unless it must be kept longer.",
    };
  if (mustBeKept) return { title: "Kept", why: <>Its seven years ended on {day}, and it must be kept longer.</> };
  return { title: <>Its seven years ended on {day}</>, why: "It is erased in the coming night, with its copy." };
}
