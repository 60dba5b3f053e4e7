import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import { InlineText, Prose, Section, Sentences } from "./section";
import { Examples, FactsTable, PRINTED, Programs } from "./tables";

type Program<Id extends string> = { id: Id; label: string; file: string; code: string };

/** The code of the page, for the address that serves it. `claims`: what a certificate says. */
export type CertificatesGuide = {
  claims: string;
  verifiers: readonly Program<"node" | "python" | "php">[];
  syncs: readonly Program<"node" | "python">[];
  check: Parameters<typeof Examples>[0]["examples"];
};

/** The parts of the page. */
export const CERTIFICATES_PARTS = [
  { id: "certificates", label: "How it works" },
  { id: "certificates-says", label: "What a certificate says" },
  { id: "certificates-sync", label: "Sync revocations" },
  { id: "certificates-verify", label: "Verify offline" },
  { id: "certificates-check", label: "Check with the API" },
  { id: "certificates-changes", label: "When a certificate changes" },
];

const STEPS = [
  "A producer documents a production: who is in it, their signed releases and verified IDs, and where it is published.",
  "The producer seals these records. We keep the sealed package, and issue a certificate for a year.",
  "`production.documented` brings the certificate to each linked platform. Store it with the production.",
  "Verify it whenever you publish, or as often as you like. You don’t need us for that.",
];

const CLAIMS = [
  ["`sub`", "The production. Compare it with yours."],
  ["`jti`", "The certificate. The revocation list names it."],
  ["`iat`, `exp`", "When it was issued and when it ends, in Unix seconds. It ends after a year."],
  ["`performerCount`", "How many people are in the production."],
  ["`documentedAt`", "When the production was documented for the first time."],
  ["`sealedAt`, `archiveSha256`", "When these records were sealed, and the SHA-256 of the sealed package."],
  ["`custodian`", "Who keeps the records: the name and address for your § 2257 statement."],
  ["`iss`", "Our address when it was issued. Don’t compare it: it may change. The signature is what counts."],
] as const;

const VERIFY_RULES = [
  "Accept `RS256` only, never the algorithm that a certificate names.",
  "Find the key by the header’s `kid` in the key set. Keep the set for an hour. When you meet a new `kid`, fetch it again.",
  "A key stays in the set until the last certificate it signed has ended. A new one is in the set two days before it signs.",
  "Compare `sub` with your production’s id. Otherwise another production’s certificate would pass.",
  "Look up `jti` in your copy of the revocation list. Without the list, verify nothing: a revoked certificate would pass.",
];

const SYNC_RULES = [
  "`since` is the previous response’s `retrievedAt`. It lies a minute back, so that no slow change is missed. Entries can come twice.",
  "Follow `nextCursor` to the last page, and keep the first page’s `retrievedAt`.",
  "The list has only productions that are linked to you. After another one is linked, the next sync has its earlier entries too.",
  "A `revocation` is final: take the production down. A `supersession` is a renewal from before August 15, 2026: the content stays up.",
];

const REASONS = [
  ["`null`", "It is valid.", "Nothing."],
  ["`invalid_signature`", "We didn’t sign it, or it was changed.", "Don’t rely on it."],
  ["`production_mismatch`", "Genuine, but of another production.", "Look for the certificate of this one."],
  ["`unknown_certificate`", "We have no such certificate.", "Contact us."],
  ["`certificate_revoked`", "Revoked for good.", "Take the production down."],
  ["`certificate_superseded`", "Replaced.", "Swap in `replacementCertificateId`. The content stays up."],
  ["`certificate_expired`", "A year has passed without renewal.", "Ask the producer to renew it."],
] as const;

const CHANGES = [
  ["Corrected and sealed again", "`production.documented`", "Superseded", "No"],
  ["Renewed for a year", "`production.certificate_renewed`", "Superseded", "No"],
  [
    "Removal request granted",
    "`production.takedown_requested`, when it was filed",
    "Revoked",
    "Yes, `removal_request:<id>`",
  ],
  ["Revoked by a custodian", "None: sync the list", "Revoked", "Yes, `unspecified`"],
] as const;

// Written out, so that Tailwind finds the class names.
const VERIFIER_SHOWN = {
  node: "group-has-[#verify-in-node:checked]/verify:block",
  python: "group-has-[#verify-in-python:checked]/verify:block",
  php: "group-has-[#verify-in-php:checked]/verify:block",
};
const SYNC_SHOWN = {
  node: "group-has-[#sync-in-node:checked]/sync:block",
  python: "group-has-[#sync-in-python:checked]/sync:block",
};

const CRON = `# Every hour, at a minute of your own
17 * * * *  cd /srv/vellum && API_KEY=$(cat api-key) node sync-revocations.mjs >> sync.log 2>&1`;

/** How a platform verifies the certificates of productions, and stays up to date. */
export function ProductionsAndCertificates({ claims, verifiers, syncs, check }: CertificatesGuide) {
  return (
    <>
      <Section id="certificates" title="How it works">
        <p className="max-w-3xl">
          A certificate proves that we keep the records of a production. It’s a signed text that you verify with our
          public keys, offline.
        </p>
        <Sentences items={STEPS} ordered />
        <p className="max-w-3xl">
          To look at one certificate, paste it into <TextLink href="/verify">Verify a certificate</TextLink>. It stays
          in your browser.
        </p>
      </Section>
      <Section id="certificates-says" title="What a certificate says">
        <Prose text="A certificate is a JWT with the header `alg: RS256` and a `kid`. It names no performer. Its claims:" />
        <CodeBlock label="Claims" language="json" code={claims} className={PRINTED} />
        <FactsTable caption="Claims of a certificate" columns={["Claim", "Meaning"]} rows={CLAIMS} />
      </Section>
      <Section id="certificates-sync" title="Sync revocations" className="group/sync">
        <p className="max-w-3xl">
          A revocation doesn’t change the certificate’s text. Keep a copy of the revocation list. Sync it before you
          verify the first certificate, then at least once a day.
        </p>
        <Programs legend="Sync in" name="sync-in" programs={syncs} shown={SYNC_SHOWN} />
        <CodeBlock label="crontab" language="shell" code={CRON} className={PRINTED} />
        <Sentences items={SYNC_RULES} />
      </Section>
      <Section id="certificates-verify" title="Verify offline" className="group/verify">
        <Prose text="The public keys are at `/.well-known/jwks.json` (RFC 7517), without a credential." />
        <Sentences items={VERIFY_RULES} />
        <Prose text="These programs read a certificate from standard input and take the production’s id as their argument: `node verify.mjs 03f9c2k7v1m4x8q0z5t6b3n1h < certificate.jwt`. They exit with 0 if it is valid." />
        <Programs legend="Verify in" name="verify-in" programs={verifiers} shown={VERIFIER_SHOWN} />
      </Section>
      <Section id="certificates-check" title="Check with the API">
        <Prose text="If you store certificates without verifying them, ask us. The response says whether one is valid, and the first `reason` that holds:" />
        <Examples examples={check} />
        <FactsTable caption="Reasons" columns={["reason", "Meaning", "What you do"]} rows={REASONS} />
      </Section>
      <Section id="certificates-changes" title="When a certificate changes">
        <FactsTable
          caption="Changes of a certificate"
          columns={["Change", "Event", "The old one is", "In the revocation list"]}
          rows={CHANGES}
        />
        <p className="max-w-3xl">
          A certificate that we issued before we kept their texts has <InlineText text="`jwt: null`" />. It can’t be
          renewed: its producer seals the records, and <InlineText text="`production.documented`" /> brings one with a
          text. We remind producers 30, 14, 7 and 1 days before the end.
        </p>
      </Section>
    </>
  );
}
