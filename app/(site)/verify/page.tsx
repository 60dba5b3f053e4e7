import type { Metadata } from "next";
import { Verifier } from "@/components/productions/verify/verifier";
import { Callout } from "@/components/ui/callout";
import { TextLink } from "@/components/ui/link";

export const metadata: Metadata = {
  title: "Verify a certificate",
  description: "Check in your browser that a certificate of records is genuine.",
  robots: { index: true, follow: true },
};

/** Verifies a production's certificate in the visitor's browser. The server never sees it. */
export default function VerifyPage() {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-8 px-4 py-12 md:py-16">
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-xl">Verify a certificate</h1>
        <p className="text-muted">
          A certificate shows that the records of a production exist. Paste one to check that it’s genuine. Your browser
          does that with our public keys: the certificate never leaves it.
        </p>
      </div>
      <div className="hidden noscript:block">
        <Callout title="This page needs JavaScript">
          Without it, your browser would have to send the certificate to us. Verify it yourself instead: it’s a JWT,
          signed with RS256 by a key in <TextLink href="/.well-known/jwks.json">our key set</TextLink>. The reference
          has{" "}
          <TextLink href="/docs/productions-and-certificates#certificates-verify">
            code for Node, Python and PHP
          </TextLink>
          .
        </Callout>
      </div>
      <Verifier />
      <p className="text-muted text-sm">
        Have a <code className="font-mono text-xs">.tlog-proof</code> file?{" "}
        <TextLink href="/verify/ledger">Verify a ledger proof</TextLink> instead.
      </p>
    </div>
  );
}
