import { StatusBadge, type Tone } from "@/components/ui/badge";
import { KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { Time } from "@/components/ui/time";
import type { DepictionDetail } from "@/lib/domain/records/content";
import type { CopyStatus } from "@/lib/domain/records/content/lists/schemas";

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

type CopyFactsProps = { copy: DepictionDetail["copy"]; removed: boolean };

/** The declared copy, or the stored one. */
export function CopyFacts({ copy: { status, mimeType, bytes, sha256, storedAt }, removed }: CopyFactsProps) {
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
      ]}
    />
  );
}
