import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy";
import { Time } from "@/components/ui/time";
import { quoted } from "@/lib/api/reference/examples";
import type { ShownAttempt } from "@/lib/domain/events/get-delivery";
import { visibleText } from "./texts";

/** A message's headers, one per line and value. */
export const headerLines = (headers: Readonly<Record<string, string | string[] | undefined>>): string =>
  Object.entries(headers)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value ?? ""]).map((one) => `${name}: ${one}`))
    .join("\n");

/**
 * One attempt: the exact request, and the response or why there is none. Shows whatever a receiver wrote as plain text.
 */
export function AttemptView({ attempt }: { attempt: ShownAttempt }) {
  const { url, at, durationMs, requestHeaders, requestBody } = attempt;
  const shownBody = visibleText(requestBody);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <AttemptResult {...attempt} />
          <span className="text-muted tabular-nums">{Math.round(durationMs)} ms</span>
          <Time at={at} as="datetime" className="text-muted" />
        </div>
        <CopyButton label="Copy as curl" value={attemptCurl(attempt)} />
      </div>
      <div className="grid min-w-0 items-start gap-6 lg:grid-cols-2">
        <Message title="Request">
          <CodeBlock label="Headers" code={`POST ${url}\n${headerLines(requestHeaders)}`} wrap maxHeight="lg" />
          <CodeBlock label="Body, as signed" code={shownBody} wrap maxHeight="sm" />
          {shownBody === requestBody ? null : (
            <p className="text-muted text-xs">
              Invisible characters are shown as <code className="font-mono">{"\\u{…}"}</code>. The curl command sends
              the original characters.
            </p>
          )}
        </Message>
        <Message title="Response">
          <Response {...attempt} />
        </Message>
      </div>
    </div>
  );
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    // No section: a page can have several attempts, and their sections would share names.
    <div className="flex min-w-0 flex-col gap-3">
      <h3 className="font-medium text-sm">{title}</h3>
      {children}
    </div>
  );
}

function Response({ responseStatus, responseHeaders, responseBody, responseBodyIs, error }: ShownAttempt) {
  return (
    <>
      {error ? <p className="wrap-anywhere text-harm text-sm">{visibleText(error)}</p> : null}
      {responseStatus === null ? (
        <p className="text-muted text-sm">No response arrived.</p>
      ) : (
        <CodeBlock
          label="Headers"
          code={visibleText(`HTTP ${responseStatus}\n${headerLines(responseHeaders ?? {})}`)}
          wrap
          maxHeight="lg"
        />
      )}
      {responseBody ? (
        <>
          <CodeBlock
            label={responseBodyIs?.cut ? "Body, the first 8 KB" : "Body"}
            code={visibleText(responseBody)}
            wrap
            maxHeight="sm"
          />
          {responseBodyIs?.cut ? (
            <p className="text-muted text-xs">Cut off here: we keep the first 8 KB of a response.</p>
          ) : null}
          {responseBodyIs?.bytes ? (
            <p className="text-muted text-xs">
              Not UTF-8 text. Other bytes than ASCII are shown as <code className="font-mono">\xff</code>.
            </p>
          ) : null}
        </>
      ) : responseStatus === null ? null : (
        <p className="text-muted text-sm">No body.</p>
      )}
    </>
  );
}

/**
 * An attempt as a curl command that sends the same bytes and headers. Disables globbing, file names and curl's own `Accept`.
 */
export function attemptCurl({
  url,
  requestHeaders,
  requestBody,
}: Pick<ShownAttempt, "url" | "requestHeaders" | "requestBody">): string {
  const lines = [
    `curl -i --globoff -X POST ${quoted(url)}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    "-H 'Accept:'",
    `--data-raw ${quoted(requestBody)}`,
  ];
  return lines.join(" \\\n  ");
}

type AttemptResultProps = { responseStatus: number | null; succeeded: boolean };

/** An attempt's outcome in a pill: the response status, or that there was no response. */
export function AttemptResult({ responseStatus, succeeded }: AttemptResultProps) {
  return <StatusBadge tone={succeeded ? "done" : "harm"}>{responseStatus ?? "No response"}</StatusBadge>;
}
