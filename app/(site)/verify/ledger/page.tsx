import type { Metadata } from "next";
import { ProofVerifier } from "@/components/core/proof-verifier";
import { Callout } from "@/components/ui/callout";
import { TextLink } from "@/components/ui/link";
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
          Without it, your browser would have to send the proof to us. Use a program for C2SP’s{" "}
          <TextLink href="https://c2sp.org/tlog-proof" external>
            tlog-proof format
          </TextLink>{" "}
          instead.
        </Callout>
      </div>
      <ProofVerifier keys={keys.map(({ verifierKey }) => verifierKey)} />
    </div>
  );
}
