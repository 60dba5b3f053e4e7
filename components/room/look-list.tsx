import { inSentence } from "@/components/identity/in-sentence";
import { Time } from "@/components/ui/time";
import { isViewPurpose, purposeLabels } from "@/lib/domain/identity/view-purposes";
import type { Look } from "@/lib/domain/room";

const DID: Record<Look["what"], string> = {
  "identity_check.viewed": "looked at your ID check",
  "identity_check.opened": "opened the photos of your ID",
  "identity_check.approved": "accepted your ID",
  "identity_check.rejected": "did not accept your ID",
  "identity_photo.viewed": "saw a photo of your ID check",
  "index.searched": "came upon you in the index of names and works",
  "solo_account.viewed": "looked at how you stand with a platform",
};

const BY: Record<Look["by"], string> = { custodian: "A custodian of records", service: "The service, by itself," };

/** Who looked, when, and why. */
export function LookList({ looks }: { looks: readonly Look[] }) {
  if (looks.length === 0) return <p className="text-muted">Nobody has looked so far.</p>;
  return (
    <ol className="border-line border-t">
      {looks.map(({ id, at, what, by, reason }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b py-3"
        >
          <span className="min-w-0">
            <span className="font-medium">{BY[by]}</span> {DID[what]}
            {reason && isViewPurpose(reason) ? (
              <span className="text-muted">. Reason: {inSentence(purposeLabels[reason])}</span>
            ) : null}
          </span>
          <Time at={at} as="datetime" className="text-muted" />
        </li>
      ))}
    </ol>
  );
}
