import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { KeyValue } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { CopyStatus, DepictionDetail, ViewedRecord } from "@/lib/domain/records/content";

const copyLabels: Record<CopyStatus, string> = {
  stored: "Copy stored",
  pending: "Copy pending",
  late: "Copy not confirmed",
  missing: "Copy missing",
};

const tones: Record<CopyStatus, Tone> = { stored: "done", pending: "accent", late: "waiting", missing: "neutral" };

export function CopyBadge({ copy }: { copy: CopyStatus }) {
  return <StatusBadge tone={tones[copy]}>{copyLabels[copy]}</StatusBadge>;
}

type Comparison = NonNullable<ViewedRecord["logged"]>["comparison"];

/** Whether a stored copy is compared with removed pictures and videos. For custodians only: nothing for others, and without a copy. */
export function comparisonFact(comparison: Comparison | undefined) {
  if (!comparison) return null;
  const { isWaiting, isUnreadable, hashes, frames } = comparison;
  const value = isWaiting
    ? "Not compared yet"
    : isUnreadable
      ? "Not compared: we can’t read this file"
      : hashes === 0
        ? "Not compared: too little to see"
        : `Compared, ${frames > 0 ? counted(frames, "frame") : counted(hashes, "hash", "hashes")}`;
  return { label: "Comparison", value };
}

type CopyFactsProps = { copy: DepictionDetail["copy"]; removed: boolean; comparison?: Comparison };

/** The declared copy, or the stored one. */
export function CopyFacts({ copy, removed, comparison }: CopyFactsProps) {
  const { status, mimeType, bytes, sha256, storedAt } = copy;
  if (status === "missing") {
    return <p className="text-muted text-sm">No copy was declared when this content was logged.</p>;
  }
  const file = `${mimeType ?? "unknown"}, ${(bytes ?? 0).toLocaleString("en")} bytes`;
  if (status !== "stored" || !sha256 || !storedAt) {
    return (
      <p className="text-sm">
        Declared: {file}.{" "}
        <span className="text-muted">
          {removed ? "It wasn’t confirmed before the record was removed." : "Not confirmed yet."}
        </span>
      </p>
    );
  }
  return (
    <KeyValue
      items={[
        { label: "File", value: file },
        { label: "Stored", value: <Time at={storedAt} as="datetime" /> },
        { label: "SHA-256", value: <CopyId value={sha256} label="SHA-256 of the copy" /> },
        comparisonFact(comparison),
      ]}
    />
  );
}

/** Shows how many declared copies were not confirmed within 15 minutes, with a link to the records. */
export function LateCopies({ late, isMore }: { late: number; isMore: boolean }) {
  if (late === 0) return null;
  const count = `${late.toLocaleString("en")}${isMore ? "+" : ""}`;
  return (
    <Callout
      tone="waiting"
      title={late === 1 ? "1 compliance copy was never confirmed" : `${count} compliance copies were never confirmed`}
      actions={
        <ButtonLink size="sm" href="/portal/content?copy=late">
          {late === 1 ? "Show record" : "Show records"}
        </ButtonLink>
      }
    >
      Declared more than 15 minutes ago and not confirmed since. Each record lists the calls to fix it.
    </Callout>
  );
}

type UploadStepsProps = { depiction: DepictionDetail; baseUrl: string };

/** The exact calls that upload and confirm a declared copy. */
export function UploadSteps({ depiction, baseUrl }: UploadStepsProps) {
  const { externalContentId, creator, copy } = depiction;
  if (externalContentId === null) {
    return (
      <Callout tone="waiting" title="This copy can’t be confirmed">
        Confirming a copy needs your content id, and this record has none. Log the content again with an{" "}
        <code className="font-mono text-xs">externalContentId</code>, upload its copy, then take this record down.
      </Callout>
    );
  }
  const confirm = `curl -X POST ${quoted(`${baseUrl}/api/v1/solo-accounts/${creator.accountId}/content/${encodeURIComponent(externalContentId)}/compliance-copy`)} \\
  -H "Authorization: Bearer $API_KEY"`;
  const put = `curl -T ${fileOf(copy.mimeType)} -H ${quoted(`Content-Type: ${copy.mimeType}`)} "$UPLOAD_URL"`;
  return (
    <Callout tone="waiting" title="The declared copy was never confirmed">
      <p>Three calls fix it. The file must be exactly {(copy.bytes ?? 0).toLocaleString("en")} bytes.</p>
      <ol className="mt-3 flex flex-col gap-4 text-ink">
        <Step n={1} label="Request a new upload URL">
          <CodeBlock label="Confirm" code={confirm} wrap />
          <p className="text-muted">
            Expect 409 <code className="font-mono text-xs">NOT_UPLOADED</code> with the URL in{" "}
            <code className="font-mono text-xs">complianceCopyUpload.url</code>, valid for 15 minutes. A 200 means the
            file was already there and is now stored. A 422 means it was the wrong file and we deleted it: call again.
          </p>
        </Step>
        <Step n={2} label="Upload the file to it">
          <CodeBlock label="PUT" code={put} wrap />
        </Step>
        <Step n={3} label="Confirm it">
          <CodeBlock label="Confirm" code={confirm} wrap />
          <p className="text-muted">Expect 200 with the SHA-256 of the stored copy. This page then shows it.</p>
        </Step>
      </ol>
    </Callout>
  );
}

function Step({ n, label, children }: { n: number; label: string; children: React.ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col gap-2">
      <span className="font-medium">
        {n}. {label}
      </span>
      {children}
    </li>
  );
}

// A partner's id may contain shell metacharacters.
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const fileOf = (mimeType: string | null): string =>
  `copy.${mimeType?.split("/")[1]?.replace("jpeg", "jpg").replace("quicktime", "mov") ?? "bin"}`;
