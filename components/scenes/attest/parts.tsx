import { SceneTitle } from "@/components/acts/parts";
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

export type Upload = {
  partnerName: string;
  title: string;
  kind: UploadContentType;
  /** The day of production; null until the creator names it. */
  shootDate: Date | null;
};

/** What the platform is about to publish. */
export const UploadFacts = ({ upload: { partnerName, title, kind, shootDate } }: { upload: Upload }) => (
  <div className="rounded-lg border border-line bg-surface px-4 py-1 sm:px-6">
    <KeyValue
      narrow
      items={[
        { label: "Title", value: <SceneTitle>{title}</SceneTitle> },
        { label: "Kind", value: CONTENT_TYPE_WORDS[kind] },
        { label: "Platform", value: partnerName },
        shootDate && { label: "Day of production", value: dateText(shootDate.getTime()) },
      ]}
    />
  </div>
);

/** The statement, character by character as we record it. */
export const Statement = ({ heading, children }: { heading: string; children: string }) => (
  <section className="flex flex-col gap-2">
    <h2 className="font-medium">{heading}</h2>
    <blockquote
      id="statement"
      className="wrap-anywhere whitespace-pre-wrap rounded-lg border border-line bg-surface p-4 text-sm sm:p-6"
    >
      {children}
    </blockquote>
  </section>
);

/** The addresses of the performers that the creator named. */
export const Emails = ({ children }: { children: readonly string[] }) => (
  <ul className="flex flex-col gap-1">
    {children.map((email) => (
      <li key={email} className="wrap-anywhere">
        {email}
      </li>
    ))}
  </ul>
);

/** Leaves without attesting. Nothing for a platform that gave no URL to return to. */
export const CancelLink = ({ href, partnerName }: { href: string | null; partnerName: string }) =>
  href ? (
    <a
      href={href}
      rel="noreferrer"
      className="inline-block self-start rounded-sm py-2 text-accent-text underline underline-offset-4"
    >
      Cancel and go back to {partnerName}
    </a>
  ) : null;
