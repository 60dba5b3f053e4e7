import { Callout } from "@/components/ui/callout";
import { KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted, dateText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { CertificateFacts, Verdict } from "./read-certificate";

const REFUSALS = {
  unreadable: {
    title: "This is not a certificate",
    text: "Copy the whole text: three parts with two dots, without quotation marks.",
  },
  unknown_key: {
    title: "Not signed by a key we publish",
    text: "Someone else made it, or it ended long ago: we keep a key in the key set until its last certificate has ended.",
  },
  forged: {
    title: "Not genuine",
    text: "The signature doesn’t match the text. The certificate was changed or incompletely copied, or someone else made it.",
  },
} as const;

/** The result of a verification, and what it doesn't say. */
export function VerdictInWords({ verdict }: { verdict: Verdict }) {
  if (verdict.outcome !== "genuine") {
    const { title, text } = REFUSALS[verdict.outcome];
    return (
      <Callout tone="harm" title={title}>
        {text}
      </Callout>
    );
  }
  const { facts, hasEnded } = verdict;
  return (
    <>
      {hasEnded ? (
        <Callout tone="waiting" title={`Genuine signature, but it ended on ${dateText(facts.expiresAt)}`}>
          Ask for the production’s current certificate.
        </Callout>
      ) : (
        <Callout tone="done" title="Genuine signature">
          The certificate ends on {dateText(facts.expiresAt)}. This page can’t see whether it was revoked.
        </Callout>
      )}
      <Statement facts={facts} />
      <Revocation facts={facts} />
    </>
  );
}

const Statement = ({ facts }: { facts: CertificateFacts }) => (
  <PageSection id="says" title="What it says">
    <p>
      {facts.custodian.name} keeps the records that 18 U.S.C. § 2257 requires for{" "}
      {facts.performerCount === 1 ? "the one performer" : counted(facts.performerCount, "performer")} in this
      production.
    </p>
    <KeyValue
      items={[
        { label: "Production", value: <CopyId value={facts.productionId} label="production id" /> },
        { label: "Documented", value: <Time at={new Date(facts.documentedAt)} as="date" /> },
        { label: "Records sealed", value: <Time at={new Date(facts.sealedAt)} as="datetime" /> },
        { label: "SHA-256 of the sealed records", value: <CopyId value={facts.archiveSha256} label="hash" /> },
        { label: "Issued", value: <Time at={new Date(facts.issuedAt)} as="date" /> },
        { label: "Ends", value: <Time at={new Date(facts.expiresAt)} as="date" /> },
        {
          label: "Custodian of records",
          value: (
            <span className="whitespace-pre-line">
              {facts.custodian.name}
              {"\n"}
              {facts.custodian.address}
            </span>
          ),
        },
        { label: "Issued at", value: <span className="break-all">{facts.issuer}</span> },
        { label: "Certificate", value: <CopyId value={facts.certificateId} label="certificate id" /> },
      ]}
    />
  </PageSection>
);

const Revocation = ({ facts: { certificateId } }: { facts: CertificateFacts }) => (
  <PageSection id="revocation" title="What it can’t say">
    <p>
      A certificate can be revoked or replaced before it ends. Nothing in its text changes then, so this page can’t see
      it.
    </p>
    <ul className="flex list-disc flex-col gap-2 pl-6">
      <li>
        Platforms: send it to{" "}
        <TextLink href="/docs/productions-and-certificates#certificates-check">verify-certificate</TextLink>, or look
        for <code className="break-all font-mono text-xs">{certificateId}</code> in your copy of the{" "}
        <TextLink href="/docs/productions-and-certificates#certificates-sync">revocation list</TextLink>.
      </li>
      <li>Everyone else: ask the platform that shows the production, or write to the custodian above.</li>
    </ul>
  </PageSection>
);
