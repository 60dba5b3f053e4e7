import { inSentence } from "@/components/identity/in-sentence";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { Time } from "@/components/ui/time";
import type { DepictionDetail, ViewedRecord } from "@/lib/domain/content";
import { isViewPurpose, purposeLabels } from "@/lib/domain/identity/view-purposes";

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

type DepictionHistoryProps = { entries: readonly Entry[]; hasMoreLooks: boolean };

/** Everything that happened to this record, and the latest looks at its copy, from the ledger. */
export function DepictionHistory({ entries, hasMoreLooks }: DepictionHistoryProps) {
  return (
    <Card as="section" aria-labelledby="history">
      <CardHeader id="history" title="History" description="From the ledger, latest first." />
      <CardBody>
        {hasMoreLooks ? (
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
