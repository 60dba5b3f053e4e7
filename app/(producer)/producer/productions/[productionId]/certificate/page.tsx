import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { findProduction } from "@/app/(producer)/producer/productions/production";
import { readListAddress, type SearchParams, wordsFor } from "@/components/lists/list-address";
import { Certificates } from "@/components/productions/certificates";
import { CertificateSays } from "@/components/productions/producer/certificate";
import { currentOf, NextStep, stageOf } from "@/components/productions/producer/next-step";
import { productionHref } from "@/components/productions/producer/production-address";
import { CertificateStatusBadge } from "@/components/productions/production";
import { Callout } from "@/components/ui/callout";
import { CodeBlock } from "@/components/ui/code-block";
import { shortTitle } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { verifyCertificate } from "@/lib/domain/productions/certificates";
import { clock } from "@/lib/platform/clock";

export const metadata: Metadata = { title: "Certificate" };

const DONE: Record<string, string> = { renewed: "Renewed. Linked platforms got the new certificate." };

type Props = { params: Promise<{ productionId: string }>; searchParams: SearchParams };

/** A production's certificate: the signed text, what it says, and the earlier ones. */
export default async function CertificatePage({ params, searchParams }: Props) {
  const production = await findProduction((await params).productionId);
  const { done } = readListAddress(await searchParams, ["done"]);
  const certificate = currentOf(production) ?? production.certificates[0];
  if (!certificate) redirect(productionHref(production));
  const { revokedAt } = certificate;
  const now = clock.now();
  const claims = certificate.jwt ? await verifyCertificate(certificate.jwt) : null;
  const stage = stageOf(production, now);
  const news = wordsFor(DONE, done);
  return (
    <>
      <PageHeader
        title="Certificate"
        back={{ href: productionHref(production), label: shortTitle(production.title) }}
        meta={<CertificateStatusBadge status={certificate.status} hasEnded={certificate.expiresAt <= now} />}
        description={
          revokedAt ? (
            <>
              Revoked on <Time at={revokedAt} as="date" />. Platforms must not rely on it.
            </>
          ) : (
            "It proves to platforms that the records of this production exist and who keeps them."
          )
        }
      />
      <div className="flex max-w-3xl flex-col gap-8">
        {news ? <Callout tone="done">{news}</Callout> : null}
        {stage === "documented" ? null : <NextStep production={production} stage={stage} />}
        <SignedText jwt={certificate.jwt} isRevoked={revokedAt !== null} />
        {claims ? <CertificateSays claims={claims} revokedAt={revokedAt} now={now} /> : null}
        <Certificates certificates={production.certificates} now={now} />
      </div>
    </>
  );
}

function SignedText({ jwt, isRevoked }: { jwt: string | null; isRevoked: boolean }) {
  if (!jwt) {
    return (
      <Callout title="No signed text">
        It was issued before we kept signed texts.{isRevoked ? null : " Seal the records to get a new certificate."}
      </Callout>
    );
  }
  const text = <CodeBlock label="Signed certificate (JWT)" code={jwt} wrap maxHeight="sm" />;
  if (!isRevoked) return text;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted text-sm">Show the revoked text</summary>
      <div className="mt-2">{text}</div>
    </details>
  );
}
