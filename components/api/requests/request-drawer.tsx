"use client";

import { useQuery } from "@tanstack/react-query";
import { portalFetch, useOwnQueries } from "@/components/live/portal-fetch";
import { StatusCode } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { KeyValue } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton, CopyId } from "@/components/ui/copy";
import { Drawer } from "@/components/ui/dialog";
import { TextLink } from "@/components/ui/link";
import { SkeletonRows } from "@/components/ui/progress";
import { Time } from "@/components/ui/time";
import { curlCommand } from "@/lib/api/reference/examples";
import type { RequestDetail } from "@/lib/api/request-log/list-requests";
import { keyStart } from "@/lib/domain/parties/keys/states";
import { CallEffects } from "./call-effects";

export function RequestDrawer({ id, baseUrl, onClose }: { id: string | null; baseUrl: string; onClose: () => void }) {
  const { data, error } = useQuery(
    {
      queryKey: [id],
      queryFn: ({ signal }) =>
        portalFetch("/api/portal/requests/[requestId]", { params: { requestId: id ?? "" }, signal }),
      enabled: id !== null,
      // A logged request never changes.
      staleTime: Number.POSITIVE_INFINITY,
    },
    useOwnQueries(),
  );
  const title = data ? `${data.method} ${data.path}` : "Request";
  return (
    <Drawer title={title} size="lg" open={id !== null} onOpenChange={(open) => !open && onClose()}>
      {error ? (
        <Callout tone="harm">{error.message}</Callout>
      ) : data ? (
        <Detail request={data} baseUrl={baseUrl} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Drawer>
  );
}

function Detail({ request, baseUrl }: { request: RequestDetail; baseUrl: string }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <StatusCode status={request.status} code={request.code} />
        <CopyButton label="Copy as curl" value={asCurl(request, baseUrl)} size="sm" />
        <CopyButton
          label="Copy link"
          value={`${baseUrl}/portal/requests?open=${request.id}`}
          size="sm"
          variant="ghost"
        />
      </div>
      {request.code === "outside_networks" ? (
        <Callout tone="waiting" title="Outside the key’s networks">
          We answered as if the key were unknown. If the call was yours, add its address to{" "}
          <TextLink href={`/portal/keys/${request.key.id}`}>the key’s networks</TextLink>. If not, rotate the key.
        </Callout>
      ) : null}
      <KeyValue
        items={[
          { label: "Request id", value: <CopyId value={request.id} label="request id" /> },
          { label: "Time", value: <Time at={request.at} as="datetime" /> },
          { label: "Took", value: <span className="tabular-nums">{request.durationMs.toFixed(1)} ms</span> },
          {
            label: "Key",
            value: request.key.prefix ? `${request.key.name} (${keyStart(request.key)}…)` : request.key.name,
          },
          { label: "From", value: request.ip ? <span className="font-mono">{request.ip}</span> : "unknown" },
          { label: "Client", value: request.userAgent ?? "not sent" },
          request.field && { label: "Field", value: <span className="font-mono">{request.field}</span> },
        ]}
      />
      <CallEffects request={request} />
      <Message title="Request" headers={request.requestHeaders} body={request.requestBody} query={request.query} />
      <Message title="Response" headers={request.responseHeaders} body={request.responseBody} />
      <p className="text-xs text-muted">
        We remove keys, tokens and upload URLs before logging a call, and cut bodies at 16 KB. Calls are kept for 90
        days.
      </p>
    </div>
  );
}

type MessageProps = { title: string; headers: Record<string, string>; body: string | null; query?: string | null };

function Message({ title, headers, body, query }: MessageProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-medium">{title}</h3>
      {query ? <CodeBlock label="Query" code={decode(query)} wrap /> : null}
      <CodeBlock label="Headers" code={lines.join("\n")} wrap maxHeight="sm" />
      {body ? (
        <CodeBlock label="Body" code={pretty(body)} wrap maxHeight="md" />
      ) : (
        <p className="text-sm text-muted">No body.</p>
      )}
    </section>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function decode(query: string): string {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name} = ${value}`).join("\n");
}

const KEPT = new Set(["content-type", "accept"]);

/** A logged request as a curl command. The log has no keys, so the command reads one from a variable. */
const asCurl = ({ method, path, query, requestHeaders, requestBody }: RequestDetail, baseUrl: string): string =>
  curlCommand({
    method,
    url: `${baseUrl}${path}${query ? `?${query}` : ""}`,
    headers: Object.fromEntries(Object.entries(requestHeaders).filter(([name]) => KEPT.has(name.toLowerCase()))),
    body: requestBody || undefined,
  });
