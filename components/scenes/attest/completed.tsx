import { AwayLink, StatusHeading } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import { copyNote, Statement, type Upload, UploadFacts } from "./parts";

type CompletedProps = {
  upload: Upload;
  attestation: { text: string; attestedAt: Date };
  /** How many performers we asked to consent; null for a creator alone. Anybody with the link sees this, so no addresses. */
  asked: number | null;
  returnUrl: string | null;
  /** The visitor just named other people or another day, and that click recorded nothing. */
  isEarlier: boolean;
};

/** What the creator attested to, and what happens next. */
export function Completed({ upload, attestation, asked, returnUrl, isEarlier }: CompletedProps) {
  const { partnerName, kind } = upload;
  return (
    <div className="flex flex-col gap-6">
      {isEarlier ? (
        <Callout tone="waiting" live title="This link was already used">
          {asked
            ? "We asked only the people whom an earlier click named."
            : "We kept the earlier attestation, shown below."}
        </Callout>
      ) : null}
      <StatusHeading tone="done" status="Attested" title={`You attested to your ${kind}`}>
        Recorded on <Time at={attestation.attestedAt} as="datetime" />. {copyNote(partnerName)}
      </StatusHeading>
      {asked ? (
        <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6">
          <h2 className="font-medium">We asked {counted(asked, "person", "people")} to consent</h2>
          <p className="text-muted text-sm">
            We email each person a private link, and list them in your copy. {partnerName} may publish once everyone has
            consented. You don’t have to do anything else.
          </p>
        </section>
      ) : null}
      {returnUrl ? <AwayLink href={returnUrl} partnerName={partnerName} /> : <p>You can close this page.</p>}
      <UploadFacts upload={upload} />
      <Statement heading="Your statement">{attestation.text}</Statement>
    </div>
  );
}
