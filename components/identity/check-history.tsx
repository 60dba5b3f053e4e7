import { Timeline } from "@/components/custody/timeline";
import { wordsFor } from "@/components/lists/list-address";
import { inSentence } from "@/components/ui/format";
import type { LedgerAction } from "@/lib/domain/core/ledger";
import { isPhotoKind, type PhotoKind, photoLabels } from "@/lib/domain/identity/documents";
import { isRejectionReason, rejectionWordings } from "@/lib/domain/identity/rejection-reasons";
import { isViewPurpose, purposeLabels } from "@/lib/domain/identity/view-purposes";

type Entry = { id: string; at: Date; action: string; who: string; reason: string | null; kind: string | null };

// Without refusals, which concern a person, and purged drafts, which have no page.
type CheckAction = Exclude<
  Extract<LedgerAction, `identity_${string}`>,
  "identity_check.refused_under_age" | "identity_check.draft_purged"
>;

const verbs: Record<CheckAction, string> = {
  "identity_check.started": "started the check",
  "identity_check.taken_over": "continued in another browser",
  "identity_check.details_saved": "entered their details",
  "identity_check.age_questioned": "entered a birth date under 18 and was asked to confirm it",
  "identity_check.document_saved": "entered the document",
  "identity_check.session_opened": "opened the verification service",
  "identity_check.submitted": "sent the check",
  "identity_check.opened": "opened the photos",
  "identity_check.viewed": "viewed the check",
  "identity_check.approved": "approved the check",
  "identity_check.rejected": "rejected the check",
  "identity_check.imported": "imported a verification",
  "identity_photo.added": "sent a photo",
  "identity_photo.removed": "removed a photo",
  "identity_photo.viewed": "viewed a photo",
};

/** A check's changes and views, from the ledger. */
export const CheckHistory = ({ entries }: { entries: readonly Entry[] }) => (
  <Timeline
    title="History"
    lines={entries.map(({ action, kind, reason, ...line }) => ({
      ...line,
      did: wordsFor(verbs, action) ?? action,
      more: [kind && isPhotoKind(kind) ? photoOf(kind) : null, why(reason)].filter((part) => part !== null),
    }))}
  />
);

// The labels address the person, so that the photo of the person is called "You".
const photoOf = (kind: PhotoKind): string => (kind === "person" ? "the person" : inSentence(photoLabels[kind]));

function why(reason: string | null): string | null {
  if (reason === null) return null;
  if (reason === "own_draft") return "their own draft";
  if (isViewPurpose(reason)) return inSentence(purposeLabels[reason]);
  return isRejectionReason(reason) ? inSentence(rejectionWordings[reason].label) : reason;
}
