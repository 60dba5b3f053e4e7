"use client";

import { CertificateStatusBadge } from "@/components/productions/production";
import { StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { SectionCard } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { CopyId } from "@/components/ui/copy";
import { Field, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { counted, latestText, shortTitle } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { ProductionRecord } from "@/lib/domain/productions/custody";
import { EvidenceForm } from "./evidence-form";

type Package = ProductionRecord["packages"]["rows"][number];

/** A production's sealed packages. A finished one can be downloaded for a stated purpose, which the ledger records first. */
export const SealedPackages = ({ id, packages: { rows, total } }: Pick<ProductionRecord, "id" | "packages">) => (
  <SectionCard
    id="packages"
    title={total > 0 ? "Sealed packages" : "Not sealed yet"}
    description={
      total > 0 ? <>The records as the producer sealed them, with IDs. {latestText(rows.length, total)}</> : undefined
    }
  >
    {total > 0 ? (
      <ul className="flex flex-col">
        {rows.map((sealed) => (
          <li key={sealed.id} className="flex flex-col items-start gap-2 border-line border-b py-3 last:border-b-0">
            <span className="flex flex-wrap items-center gap-2">
              <PackageStatus sealed={sealed} />
              <CopyId value={sealed.id} label="package id" short />
            </span>
            {sealed.failure ? <p className="wrap-anywhere">{sealed.failure}</p> : null}
            {sealed.archiveSha256 ? (
              <Contents sealed={sealed} address={`/custodian/productions/${id}/packages/${sealed.id}`} />
            ) : null}
          </li>
        ))}
      </ul>
    ) : null}
  </SectionCard>
);

function PackageStatus({ sealed: { sealedAt, failure, requestedAt } }: { sealed: Package }) {
  if (failure) {
    return (
      <>
        <StatusBadge tone="harm">Failed</StatusBadge>
        <Time at={requestedAt} className="text-muted" />
      </>
    );
  }
  if (!sealedAt) return <StatusBadge tone="accent">Being sealed</StatusBadge>;
  return (
    <>
      <StatusBadge tone="done">Sealed</StatusBadge>
      <Time at={sealedAt} as="datetime" className="text-muted" />
    </>
  );
}

const Contents = ({ sealed, address }: { sealed: Package; address: string }) => (
  <>
    <p className="text-muted text-sm">
      {counted(sealed.performerCount ?? 0, "performer")}, {counted(sealed.depictionCount ?? 0, "depiction")},{" "}
      {(sealed.bytes ?? 0).toLocaleString("en")} bytes. SHA-256 of the ZIP:
    </p>
    <CopyId value={sealed.archiveSha256 ?? ""} label="package hash" />
    <EvidenceForm address={address} label="Download package" id={`purpose-${sealed.id}`} />
  </>
);

type CertificatesProps = Pick<ProductionRecord, "title" | "partners" | "certificates"> & {
  /** When the page was drawn. */
  now: Date;
  revoke: (form: FormData) => Promise<ActionResult>;
};

/** A production's certificates. They can be revoked, all at once and for good. */
export function Certificates({ certificates: { rows, total }, title, partners, now, revoke }: CertificatesProps) {
  const isRevocable = rows.some(({ status }) => status !== "REVOKED");
  return (
    <SectionCard
      id="certificates"
      title={total > 0 ? "Certificates" : "No certificates yet"}
      description={latestText(rows.length, total)}
      body="flex flex-col items-start gap-4"
    >
      {total > 0 ? (
        <>
          <ul className="flex w-full flex-col">
            {rows.map(({ id, status, issuedAt, expiresAt, supersededAt, revokedAt, reason, origin }) => (
              <li key={id} className="flex flex-col items-start gap-1 border-line border-b py-3 last:border-b-0">
                <span className="flex flex-wrap items-center gap-2">
                  <CertificateStatusBadge status={status} hasEnded={expiresAt <= now} />
                  <CopyId value={id} label="certificate id" short />
                </span>
                <span className="wrap-anywhere text-muted text-xs">
                  {ORIGINS[origin]} <Time at={issuedAt} as="date" />, ends <Time at={expiresAt} as="date" />
                  {supersededAt ? (
                    <>
                      , superseded <Time at={supersededAt} as="date" />
                    </>
                  ) : null}
                  {revokedAt ? (
                    <>
                      , revoked <Time at={revokedAt} as="datetime" />: {reason}
                    </>
                  ) : null}
                </span>
              </li>
            ))}
          </ul>
          {isRevocable ? <Revoke title={title} partners={partners.length} revoke={revoke} /> : null}
        </>
      ) : null}
    </SectionCard>
  );
}

const ORIGINS = {
  documented: "Issued",
  reissued: "Reissued",
  renewed: "Renewed",
  imported: "Imported, issued",
} as const;

type RevokeProps = { title: string; partners: number; revoke: CertificatesProps["revoke"] };

const Revoke = ({ title, partners, revoke }: RevokeProps) => (
  <ConfirmAction
    trigger={<Button variant="danger">Revoke certificates</Button>}
    title={`Revoke the certificates of “${shortTitle(title)}”?`}
    confirmLabel="Revoke for good"
    success="The certificates are revoked."
    action={revoke}
  >
    <ul className="flex list-disc flex-col gap-2 pl-5">
      <li>This can’t be undone. The production can’t be certified again.</li>
      <li>
        {partners === 0
          ? "No partner is linked to it."
          : `${counted(partners, "linked partner")} will find it in the revocation list, and must take it down.`}{" "}
        The list says “unspecified”, not your reason.
      </li>
      <li>The sealed packages and all records stay.</li>
    </ul>
    <Field name="reason" label="Reason" hint="Kept in the ledger, for custodians only.">
      <Textarea rows={3} maxLength={500} required minLength={3} />
    </Field>
  </ConfirmAction>
);
