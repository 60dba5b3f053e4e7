import { CertificateStatusBadge } from "@/components/productions/production";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ProductionView } from "@/lib/domain/productions";
import type { CertificateClaims } from "@/lib/domain/productions/certificates";
import { currentOf, renewableOf } from "./next-step";
import { productionHref } from "./production-address";

type CertificateCardProps = { production: ProductionView; now: Date };

/** The newest certificate in short, on the production's page. Nothing before there is one. */
export function CertificateCard({ production, now }: CertificateCardProps) {
  const certificate = currentOf(production) ?? production.certificates[0];
  if (!certificate) return null;
  const { status, issuedAt, expiresAt, revokedAt } = certificate;
  const hasEnded = expiresAt <= now;
  return (
    <SectionCard
      id="certificate"
      title="Certificate"
      actions={<CertificateStatusBadge status={status} hasEnded={hasEnded} />}
      body="flex flex-col items-start gap-4 text-sm"
    >
      <p className="text-muted">
        Issued <Time at={issuedAt} as="date" />.{" "}
        {revokedAt ? (
          <>
            Revoked on <Time at={revokedAt} as="date" />. Platforms must not rely on it.
          </>
        ) : (
          <>
            {hasEnded ? "Ended" : "Ends"} <Time at={expiresAt} as="date" />. Give it to each platform that asks for your
            records.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={productionHref(production, "certificate")}>Open certificate</ButtonLink>
        {renewableOf(production, now) ? (
          <ButtonLink href={productionHref(production, "renew")}>Renew</ButtonLink>
        ) : null}
      </div>
    </SectionCard>
  );
}

type CertificateSaysProps = { claims: CertificateClaims; revokedAt: Date | null; now: Date };

/** What a signed certificate says, in words. */
export function CertificateSays({ claims, revokedAt, now }: CertificateSaysProps) {
  const ends = new Date(claims.exp * 1000);
  return (
    <FactsCard
      id="says"
      title="What it says"
      description="It doesn’t name any performer. Anyone can verify it offline."
      items={[
        { label: "Production id", value: <CopyId value={claims.sub} label="production id" /> },
        { label: "Certificate id", value: <CopyId value={claims.jti} label="certificate id" /> },
        { label: "Issued", value: <Time at={new Date(claims.iat * 1000)} as="datetime" /> },
        revokedAt
          ? { label: "Revoked", value: <Time at={revokedAt} as="datetime" /> }
          : { label: ends <= now ? "Ended" : "Ends", value: <Time at={ends} as="datetime" /> },
        { label: "Documented", value: <Time at={claims.documentedAt} as="datetime" /> },
        { label: "Records sealed", value: <Time at={claims.sealedAt} as="datetime" /> },
        { label: "Performers", value: counted(claims.performerCount, "performer") },
        { label: "Package", value: <CopyId value={claims.archiveSha256} label="SHA-256 of the package" /> },
        {
          label: "Custodian",
          value: (
            <>
              {claims.custodian.name}
              <span className="block whitespace-pre-line text-muted">{claims.custodian.address}</span>
            </>
          ),
        },
        { label: "Signed by", value: <span className="break-all">{claims.iss}</span> },
      ]}
    />
  );
}
