import type { ReactNode } from "react";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { Time } from "@/components/ui/time";
import type { ShownAttestation } from "@/lib/domain/acts";

const PROOFS: Record<ShownAttestation["proof"], string> = {
  partner_api: "Sent by the partner through the API",
  mail_link: "Continued from their own link",
  code: "Entered the code from their email",
  session: "Signed in",
  link_and_code: "Opened their own link and entered the code from their email",
  hosted_link: "Opened the link that the partner has",
};

type ActsProps = {
  id: string;
  title: string;
  description: string;
  acts: readonly ShownAttestation[];
  textLabel: string;
};

/** A card with what a person agreed to, once or more often. */
export const Acts = ({ id, title, description, acts, textLabel }: ActsProps) => (
  <SectionCard id={id} title={title} description={description} body="flex flex-col gap-6">
    {acts.map((act) => (
      <Attestation key={act.id} act={act} textLabel={textLabel} />
    ))}
  </SectionCard>
);

type AttestationProps = {
  act: ShownAttestation;
  textLabel: string;
  more?: readonly { label: string; value: ReactNode }[];
};

/** What somebody agreed to, word for word, with who they are and where they agreed. */
export function Attestation({ act, textLabel, more = [] }: AttestationProps) {
  return (
    <div className="flex flex-col gap-3">
      <KeyValue
        narrow
        items={[
          act.signedName && { label: "Signed as", value: act.signedName },
          ...more,
          { label: "When", value: <Time at={act.at} as="datetime" /> },
          { label: "Proof", value: PROOFS[act.proof] },
          act.ip && { label: "Address", value: <span className="font-mono text-xs">{act.ip}</span> },
          act.userAgent && { label: "Browser", value: <span className="text-muted">{act.userAgent}</span> },
          {
            label: "SHA-256",
            value: <CopyId value={act.sha256} label="hash of the text" short />,
          },
        ]}
      />
      <details className="group">
        <summary className="w-fit cursor-pointer rounded-sm text-accent-text underline underline-offset-4">
          {textLabel}
          {act.textVersion ? <span className="text-muted">, version {act.textVersion}</span> : null}
        </summary>
        <blockquote className="wrap-anywhere mt-3 max-h-96 overflow-y-auto whitespace-pre-wrap border-line border-l-2 pl-4">
          {act.text}
        </blockquote>
      </details>
    </div>
  );
}
