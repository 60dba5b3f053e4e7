import { type Column, DataList } from "@/components/lists/data-list";
import { Callout } from "@/components/ui/callout";
import { CopyButton, CopyId } from "@/components/ui/copy";
import { cutCountText } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ProductionView } from "@/lib/domain/productions";
import { CertificateStatusBadge } from "./production";

type Certificate = ProductionView["certificates"][number];

type CertificatesProps = {
  certificates: readonly Certificate[];
  /** When the page was rendered. */
  now: Date;
};

/** A production's certificates, with the signed texts to copy. */
export function Certificates({ certificates, now }: CertificatesProps) {
  return (
    <section aria-labelledby="certificates" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="certificates" className="font-semibold text-base">
          Certificates
        </h2>
        <TextLink href="/docs/productions-and-certificates" className="text-sm">
          How to check one
        </TextLink>
      </div>
      <DataList
        caption="Certificates, newest first"
        rows={certificates}
        rowKey={({ id }) => id}
        empty={
          <p className="p-4 text-muted text-sm md:px-6">
            No certificate yet. The producer gets one by sealing the records.
          </p>
        }
        columns={[
          ID,
          { header: "Status", cell: (row) => <Status certificate={row} now={now} /> },
          ENDS,
          { header: "Signed text", cell: (row) => <SignedText certificate={row} /> },
        ]}
      />
    </section>
  );
}

const ID: Column<Certificate> = {
  header: "Certificate id",
  primary: true,
  cell: ({ id, issuedAt }) => (
    <span className="flex flex-col items-start gap-1">
      <CopyId value={id} label="certificate id" short className="whitespace-nowrap" />
      <span className="whitespace-nowrap font-normal text-muted text-xs">
        Issued <Time at={issuedAt} as="date" />
      </span>
    </span>
  ),
};

const ENDS: Column<Certificate> = {
  header: "Ends",
  cell: ({ expiresAt, revokedAt }) =>
    revokedAt ? (
      <>
        Revoked on <Time at={revokedAt} as="date" />
      </>
    ) : (
      <Time at={expiresAt} as="date" />
    ),
};

function Status({ certificate, now }: { certificate: Certificate; now: Date }) {
  const { status, expiresAt, supersededAt } = certificate;
  const changedAt = status === "SUPERSEDED" ? supersededAt : null;
  return (
    <span className="flex flex-col items-start gap-1">
      <CertificateStatusBadge status={status} hasEnded={expiresAt <= now} />
      {changedAt ? <Time at={changedAt} className="text-muted text-xs" /> : null}
    </span>
  );
}

function SignedText({ certificate: { jwt, status } }: { certificate: Certificate }) {
  if (!jwt) return <span className="text-muted text-xs">Issued before we kept signed texts</span>;
  if (status !== "REVOKED") return <CopyButton value={jwt} label="Copy JWT" />;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted text-xs">Show the revoked text</summary>
      <div className="mt-2">
        <CopyButton value={jwt} label="Copy revoked JWT" />
      </div>
    </details>
  );
}

type RevokedLatelyProps = {
  count: number;
  /** Where counting stops. */
  most: number;
  /** The list of revoked productions. */
  href: string;
  /** What the reader does. */
  text: string;
};

/** Says on an overview that productions were revoked in the last 30 days. Nothing if none was. */
export const RevokedLately = ({ count, most, href, text }: RevokedLatelyProps) =>
  count === 0 ? null : (
    <Callout
      tone="harm"
      title={`${cutCountText(count, most)} ${count === 1 ? "production" : "productions"} revoked in the last 30 days`}
      actions={<ButtonLink href={href}>View revoked productions</ButtonLink>}
    >
      {text}
    </Callout>
  );
