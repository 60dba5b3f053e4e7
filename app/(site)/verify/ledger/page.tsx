import type { Metadata } from "next";
import { ProofVerifier } from "@/components/core/proof-verifier";
import { Callout } from "@/components/ui/callout";
import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { listLedgerKeys } from "@/lib/domain/core/transparency";

export const metadata: Metadata = {
  title: "Verify a ledger proof",
  description: "Check in your browser that an entry is in the public log of our ledger.",
  robots: { index: true, follow: true },
};

export const dynamic = "force-dynamic";

/** Verifies a proof of a ledger entry in the visitor's browser. The server never sees it. */
export default async function VerifyLedgerPage() {
  const keys = await listLedgerKeys();
  // Newest first, and one that is retired signs no further package.
  const key = keys.find(({ retiredAt }) => !retiredAt)?.verifierKey ?? "KEY";
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-8 px-4 py-12 md:py-16">
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-xl">Verify a ledger proof</h1>
        <p className="text-muted">
          A proof shows that an entry of our ledger is in our public log, and that nobody changed it since. Your browser
          checks it: the file never leaves it.
        </p>
      </div>
      <div className="hidden noscript:block">
        <Callout title="This page needs JavaScript">
          Without it, your browser would have to send the proof to us. Use the program below instead, or any other for
          C2SP’s{" "}
          <TextLink href="https://c2sp.org/tlog-proof" external>
            tlog-proof format
          </TextLink>
          .
        </Callout>
      </div>
      <ProofVerifier keys={keys.map(({ verifierKey }) => verifierKey)} />
      <PageSection id="offline" title="Verify offline">
        <p>
          <ProgramLink name="verify.mjs" /> needs Node 22.2 or later and no packages. It verifies a package of records
          with all its proofs, single proofs, and that the log only grew. These commands have our newest key. Use the
          one you kept, if you have it.
        </p>
        <CodeBlock
          label="A package and its hash"
          code={`node verify.mjs bag --key '${key}' --sha256 PACKAGE.zip.sha256 PACKAGE.zip`}
          wrap
        />
        <CodeBlock label="Single proofs" code={`node verify.mjs proof --key '${key}' FILE.tlog-proof`} wrap />
        <p>
          A package of a sample is drawn again by <ProgramLink name="draw.mjs" />, with verify.mjs beside it. Anyone can
          watch the log with <ProgramLink name="witness.mjs" />, which also needs verify.mjs.
        </p>
      </PageSection>
    </div>
  );
}

const ProgramLink = ({ name }: { name: string }) => (
  <TextLink href={`/verify/ledger/${name}`} download>
    {name}
  </TextLink>
);
