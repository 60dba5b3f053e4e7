import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import { isPhotoKind, type PhotoKind, photoLabels } from "@/lib/domain/identity/documents";
import { isRejectionReason, rejectionWordings } from "@/lib/domain/identity/rejection-reasons";
import { isViewPurpose, purposeLabels } from "@/lib/domain/identity/view-purposes";
import type { LedgerAction } from "@/lib/domain/ledger";
import { inSentence } from "./in-sentence";

type Entry = { id: string; at: Date; action: string; who: string; reason: string | null; kind: string | null };

// A refusal is told of a person, and what is purged has no page.
type CheckAction = Exclude<
  Extract<LedgerAction, `identity_${string}`>,
  "identity_check.refused_under_age" | "identity_check.draft_purged"
>;

const sayings: Record<CheckAction, string> = {
  "identity_check.started": "began",
  "identity_check.taken_over": "went on in another browser",
  "identity_check.details_saved": "entered their details",
  "identity_check.document_saved": "entered the document",
  "identity_check.session_opened": "went to the verification service",
  "identity_check.submitted": "sent the check",
  "identity_check.opened": "opened the photos",
  "identity_check.viewed": "looked at the check",
  "identity_check.approved": "approved",
  "identity_check.rejected": "rejected",
  "identity_check.imported": "brought in a verification made elsewhere",
  "identity_photo.added": "sent a photo",
  "identity_photo.removed": "removed a photo",
  "identity_photo.viewed": "saw a photo",
};

const isCheckAction = (action: string): action is CheckAction => Object.hasOwn(sayings, action);

/** Everything that was done to this record, and each look at it, from the ledger. */
export function CheckHistory({ entries }: { entries: readonly Entry[] }) {
  return (
    <Card as="section" aria-labelledby="history">
      <CardHeader id="history" title="History" description="From the ledger: each change, and each look." />
      <CardBody>
        <ol className="flex flex-col">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
            >
              <span className="min-w-0">
                <span className="font-medium">{entry.who}</span>{" "}
                {isCheckAction(entry.action) ? sayings[entry.action] : entry.action}
                <span className="text-muted">{details(entry)}</span>
              </span>
              <Time at={entry.at} className="text-muted" />
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function details({ kind, reason }: Entry): string {
  const parts = [kind && isPhotoKind(kind) ? photoOf(kind) : null, why(reason)].filter(Boolean);
  return parts.length > 0 ? `: ${parts.join(", ")}` : "";
}

// The labels are written for the creator, to whom the photo of the person is of "you".
const photoOf = (kind: PhotoKind): string => (kind === "person" ? "the person" : inSentence(photoLabels[kind]));

function why(reason: string | null): string | null {
  if (reason === null) return null;
  if (reason === "own_draft") return "their own draft";
  if (isViewPurpose(reason)) return inSentence(purposeLabels[reason]);
  return isRejectionReason(reason) ? inSentence(rejectionWordings[reason].label) : reason;
}
