import { QuietLink, SceneTitle } from "@/components/acts/parts";
import { KeyValue } from "@/components/ui/card";
import { dateText } from "@/components/ui/format";
import { PERFORMERS_MAX } from "@/lib/domain/scenes/labels";
import {
  CONTENT_TYPE_WORDS,
  COPY_MAILS_A_DAY,
  type UploadContentType,
} from "@/lib/domain/scenes/upload-sessions/labels";

/** A performer's field, named like the field of an API request. */
export const performerField = (n: number): string => `performers.${n}.email`;

/** How many fields to show. A visitor can post any number, so it is always one to ten. */
export const fieldCount = (wanted: number): number => Math.min(Math.max(Math.trunc(wanted) || 1, 1), PERFORMERS_MAX);

/** Where copies go. Doesn't say whether one was sent for this attestation. */
export const copyNote = (partnerName: string): string =>
  `We email copies to the address ${partnerName} registered, at most ${COPY_MAILS_A_DAY} a day.`;

/** What the platform is about to publish. */
export type Upload = {
  partnerName: string;
  contentTitle: string;
  contentType: UploadContentType;
  /** The day of production; null until the creator names it. */
  shootDate: Date | null;
  /** What the others are asked to consent to, if the platform says so. */
  needed: string | null;
};

/** The facts of an upload. */
export const UploadFacts = ({ upload }: { upload: Upload }) => (
  <div className="rounded-lg border border-line bg-surface px-4 py-1 sm:px-6">
    <KeyValue
      narrow
      items={[
        { label: "Title", value: <SceneTitle>{upload.contentTitle}</SceneTitle> },
        { label: "Kind", value: CONTENT_TYPE_WORDS[upload.contentType] },
        { label: "Platform", value: upload.partnerName },
        upload.needed && { label: "Performers must consent to", value: <bdi>{upload.needed}</bdi> },
        upload.shootDate && { label: "Day of production", value: dateText(upload.shootDate.getTime()) },
      ]}
    />
  </div>
);

type CancelLinkProps = { href: string | null; partnerName: string };

/** Leaves without attesting. Nothing for a platform that gave no URL to return to. */
export const CancelLink = ({ href, partnerName }: CancelLinkProps) =>
  href ? (
    <QuietLink href={href} rel="noreferrer">
      Cancel and go back to {partnerName}
    </QuietLink>
  ) : null;
