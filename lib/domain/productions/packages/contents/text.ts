import type { ShownAttestation } from "@/lib/domain/acts";
import { oneLine } from "@/lib/platform/wire";

type Field = readonly [label: string, value: string];

/** Facts for a reader, one a line. */
export const fields = (lines: readonly Field[]): string =>
  lines.map(([label, value]) => `${label}: ${oneLine(value)}\n`).join("");

export const dayText = (at: Date): string => at.toISOString().slice(0, 10);

export const utcText = (at: Date): string => at.toISOString();

const PROOFS: Record<ShownAttestation["proof"], string> = {
  partner_api: "A platform sent it through the API",
  mail_link: "The link in an email to this address",
  code: "A code emailed to this address",
  session: "Signed in to their account under this address",
  link_and_code: "The link in an email to this address, and a code from a second email to it",
  hosted_link: "A platform's link, which doesn't prove who opened it",
};

/** Who agreed to a text in another file, when and from where. `more` comes first. */
export const attestationRecord = (attestation: ShownAttestation, more: readonly Field[]): string =>
  fields([
    ...more,
    ["SHA-256 of the text", attestation.sha256],
    ["Version of the text", attestation.textVersion ?? "The platform's own words"],
    ["Agreed to at", utcText(attestation.at)],
    ["Email address", attestation.email ?? "Not recorded"],
    ["Name as typed", attestation.signedName ?? "Not asked"],
    ["Proof of who it was", PROOFS[attestation.proof]],
    ["Network address", attestation.ip ?? "Not recorded"],
    ["Browser", attestation.userAgent ?? "Not recorded"],
    ["Attestation record", attestation.id],
  ]);
