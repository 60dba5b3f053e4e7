import { dateText } from "@/components/ui/format";
import type { DepictionDetail } from "@/lib/domain/content";

type Taken = { retention: DepictionDetail["retention"]; copy: Pick<DepictionDetail["copy"], "standing"> };

/** What taking this depiction down will do. */
export function TakeDownConsequences({ depiction: { retention, copy } }: { depiction: Taken }) {
  const hasCopy = copy.standing === "stored";
  const record = hasCopy ? "The record and its copy" : "The record";
  const until = dateText(retention.until.getTime());
  return (
    <>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {retention.mustBeKept ? (
          <li>
            {record} {hasCopy ? "are" : "is"} marked as removed, with your name and the reason, and kept
            {retention.isOver ? "." : ` until ${until}: the law asks for seven years.`}
          </li>
        ) : (
          <li>
            The seven years ended on {until}: {record.toLowerCase()} {hasCopy ? "are" : "is"} erased at once.
          </li>
        )}
        {copy.standing === "pending" || copy.standing === "late" ? (
          <li>The copy that was declared can no longer be uploaded.</li>
        ) : null}
        <li>
          Your program is told by the event <code className="font-mono text-xs">content_log.deleted</code>.
        </li>
        <li>Your platform goes on showing what it shows: take it down there too.</li>
      </ul>
      <p className="font-medium">This cannot be undone.</p>
    </>
  );
}
