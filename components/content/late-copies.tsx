import { Callout } from "@/components/ui/callout";
import { CodeBlock } from "@/components/ui/code-block";
import { ButtonLink } from "@/components/ui/link";
import type { DepictionDetail } from "@/lib/domain/content";

/** Copies that were declared and did not come in 15 minutes, with the way to those records. */
export function LateCopies({ late, isMore }: { late: number; isMore: boolean }) {
  if (late === 0) return null;
  const count = `${late.toLocaleString("en")}${isMore ? "+" : ""}`;
  return (
    <Callout
      tone="waiting"
      title={late === 1 ? "1 compliance copy was never confirmed" : `${count} compliance copies were never confirmed`}
      actions={
        <ButtonLink size="sm" href="/portal/content?copy=late">
          {late === 1 ? "Show the record" : "Show the records"}
        </ButtonLink>
      }
    >
      Declared more than 15 minutes ago: not uploaded, or uploaded and not confirmed. Each record shows the calls that
      mend it.
    </Callout>
  );
}

type UploadStepsProps = { depiction: DepictionDetail; baseUrl: string };

/** How a copy that was declared still gets here: the exact calls, in their order. */
export function UploadSteps({ depiction, baseUrl }: UploadStepsProps) {
  const { externalContentId, creator, copy } = depiction;
  if (externalContentId === null) {
    return (
      <Callout tone="waiting" title="This copy cannot be confirmed">
        The record has no content id of yours, and the call that confirms a copy needs one. Log the same content again
        with an <code className="font-mono text-xs">externalContentId</code>, upload its copy, and take this record
        down.
      </Callout>
    );
  }
  const confirm = `curl -X POST ${quoted(`${baseUrl}/api/v1/solo-accounts/${creator.accountId}/content/${encodeURIComponent(externalContentId)}/compliance-copy`)} \\
  -H "Authorization: Bearer $API_KEY"`;
  const put = `curl -T ${fileOf(copy.mimeType)} -H ${quoted(`Content-Type: ${copy.mimeType}`)} "$UPLOAD_URL"`;
  return (
    <Callout tone="waiting" title="The declared copy was never confirmed">
      <p>Three calls mend it. The file must be exactly {(copy.bytes ?? 0).toLocaleString("en")} bytes.</p>
      <ol className="mt-3 flex flex-col gap-4 text-ink">
        <Step n={1} label="Ask for a fresh URL">
          <CodeBlock label="Confirm" code={confirm} wrap />
          <p className="text-muted">
            It answers 409 <code className="font-mono text-xs">NOT_UPLOADED</code>, with the URL in{" "}
            <code className="font-mono text-xs">complianceCopyUpload.url</code>, good for 15 minutes. If it answers 200,
            the file was there, and is kept now. If it answers 422, what was there is thrown away: call it once more.
          </p>
        </Step>
        <Step n={2} label="Upload the file to it">
          <CodeBlock label="PUT" code={put} wrap />
        </Step>
        <Step n={3} label="Confirm it">
          <CodeBlock label="Confirm" code={confirm} wrap />
          <p className="text-muted">It answers 200 with the SHA-256 of what is kept. This page then shows it.</p>
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

/** As a shell takes it, whatever a partner's id holds. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const fileOf = (mimeType: string | null): string =>
  `copy.${mimeType?.split("/")[1]?.replace("jpeg", "jpg").replace("quicktime", "mov") ?? "bin"}`;
