import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { Time } from "@/components/ui/time";
import type { ShownAttestation } from "@/lib/domain/acts";
import type { SceneRecord } from "@/lib/domain/scenes";
import type { AttestedSession } from "@/lib/domain/scenes/upload-sessions";
import { SignedCopy } from "./evidence-form";

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

/** What a creator attested to before uploads, each with its signed copy. */
export function AttestedSessions({ sessions }: { sessions: readonly AttestedSession[] }) {
  if (sessions.length === 0) return null;
  return (
    <SectionCard
      id="attestations"
      title="Attestations"
      description="What the creator attested to with the partner’s links, newest first."
      body="flex flex-col gap-6"
    >
      {sessions.map(({ id, contentId, contentTitle, act, underAgeAt }) => (
        <div key={id} className="flex flex-col gap-2">
          <h3 className="wrap-anywhere font-medium">“{contentTitle}”</h3>
          {underAgeAt ? (
            <Callout tone="harm" title="No proof that they were 18 on the day of production">
              We compared it with their verified ID, <Time at={underAgeAt} as="datetime" />. Don’t tell the partner.
            </Callout>
          ) : null}
          <Attestation
            act={act}
            textLabel="Text of the attestation"
            more={[{ label: "Content id", value: <span className="break-all font-mono text-xs">{contentId}</span> }]}
          />
          <SignedCopy address={copyOf(id)} />
        </div>
      ))}
    </SectionCard>
  );
}

const copyOf = (sessionId: string) => `/custodian/attestations/${sessionId}/copy`;

type UploaderStatementProps = Pick<SceneRecord, "uploadSessionId"> & {
  statement: NonNullable<SceneRecord["statement"]>;
};

/** What a scene's uploader stated, with its signed copy if they attested on our page. */
export const UploaderStatement = ({ statement, uploadSessionId }: UploaderStatementProps) => (
  <SectionCard
    id="statement"
    title="Uploader’s statement"
    description={`That every performer is an adult and agreed, ${uploadSessionId ? "as our page showed it" : "as the partner sent it"}.`}
  >
    <Attestation act={statement} textLabel="Text of the statement" />
    {uploadSessionId ? <SignedCopy address={copyOf(uploadSessionId)} /> : null}
  </SectionCard>
);
