import type { ComponentProps, ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import type { CallError, ReferenceCall } from "@/lib/api/reference/calls";
import type { Field, ReferenceEvent } from "@/lib/api/reference/fields";
import { type Article, ArticleParts, Columns } from "./article";
import { ComplianceCopies } from "./compliance-copies";
import {
  Authentication,
  Descriptions,
  Elsewhere,
  Errors,
  Limits,
  NodeClient,
  Overview,
  Repeating,
  Retrying,
  Statuses,
  Versioning,
} from "./guide";
import { type AttestationGuide, HostedAttestation } from "./hosted-attestation";
import { type CertificatesGuide, ProductionsAndCertificates } from "./productions-and-certificates";
import { InlineText, Section } from "./section";
import { type Attempt, ErrorsTable, Examples, FieldsTable, PRINTED } from "./tables";
import {
  Addresses,
  Deliveries,
  EventSection,
  PayloadEditing,
  Receiving,
  Rehearsing,
  Secrets,
  TestVectors,
  Verifying,
} from "./webhooks";

const REASONS: Record<number, string> = { 200: "OK", 201: "Created", 202: "Accepted" };

/** One call: parameters, responses and errors, with its examples beside them. */
export function CallSection({ call }: { call: ReferenceCall }) {
  const { id, method, path, summary, description, params, query, body, responses, errors } = call;
  const titled = responses.map((response) => ({
    ...response,
    title: `Response ${response.statuses.map((status) => `${status} ${REASONS[status] ?? ""}`.trim()).join(", ")}`,
  }));
  const code = (
    <>
      <Examples examples={call.examples} attempt={attemptOf(call)} />
      {titled.map(({ title, sample }) => (
        <CodeBlock key={title} label={title} language="json" code={sample} maxHeight="md" className={PRINTED} />
      ))}
    </>
  );
  return (
    <Section id={id} title={summary} className="border-line border-t pt-8 first:border-t-0 first:pt-0">
      <Columns code={code}>
        <p className="flex min-w-0 flex-wrap items-center gap-3">
          <Badge tone={method === "GET" ? "neutral" : "accent"}>{method}</Badge>
          <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
        </p>
        {description ? (
          <div className="flex max-w-3xl flex-col gap-3">
            {description.split(/\n{2,}/).map((paragraph) => (
              <p key={paragraph}>
                <InlineText text={paragraph} />
              </p>
            ))}
          </div>
        ) : null}
        <Fields title="Path parameters" call={summary} fields={params} />
        <Fields title="Query parameters" call={summary} fields={query} />
        <Fields title="Body" call={summary} fields={body} />
        {titled.map(({ title, fields }) => (
          <Part key={title} title={title}>
            <FieldsTable caption={`${summary}: ${title}`} fields={fields} sent />
          </Part>
        ))}
        {errors.length > 0 ? (
          <Part title="Errors">
            <ErrorsTable caption={`${summary}: errors`} errors={errors} />
          </Part>
        ) : null}
      </Columns>
    </Section>
  );
}

/** The call for the page's own form, which sends GET and POST with JSON. */
function attemptOf({ method, isRead, sent }: ReferenceCall): Attempt | undefined {
  return sent && (method === "GET" || method === "POST") ? { method, isRead, ...sent } : undefined;
}

function Fields({ title, call, fields }: { title: string; call: string; fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <Part title={title}>
      <FieldsTable caption={`${call}: ${title}`} fields={fields} />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-medium text-sm">{title}</h3>
      {children}
    </div>
  );
}

/** The data of one page. */
export type ReferenceGroup =
  | { kind: "article"; article: Article }
  | { kind: "guide"; baseUrl: string }
  | ({ kind: "limits"; errors: CallError[] } & ComponentProps<typeof Limits>)
  | { kind: "repeating" }
  | ({ kind: "attestation" } & AttestationGuide)
  | ({ kind: "certificates" } & CertificatesGuide)
  | { kind: "calls"; withCopies: boolean; calls: ReferenceCall[] }
  | ({ kind: "webhooks" } & ComponentProps<typeof Receiving> &
      ComponentProps<typeof Verifying> &
      ComponentProps<typeof TestVectors>)
  | { kind: "types"; events: ReferenceEvent[] };

/** The parts of one page. Their ids never change, because partners link to them. */
export function GroupParts({ group }: { group: ReferenceGroup }) {
  switch (group.kind) {
    case "article":
      return <ArticleParts article={group.article} />;
    case "guide":
      return (
        <>
          <Overview baseUrl={group.baseUrl} />
          <Authentication />
          <Statuses />
          <Elsewhere
            id="errors"
            title="Errors"
            text="An error is a JSON object with `error`, a text for people, and mostly `code` and `field`. Decide by the HTTP status, then by `code`. [Errors and limits](/docs/errors-and-limits#errors) has the format, and [Error codes](/docs/errors) a page for each code."
          />
          <Elsewhere
            id="repeating"
            title="Repeating a call"
            text="There is no idempotency header. We recognize most repeats by your own ids, and answer with the record as it is. [Idempotency and retries](/docs/idempotency-and-retries#repeating) lists how each call behaves."
          />
          <Elsewhere
            id="limits"
            title="Limits"
            text="Each key has a number of requests per minute, which every answer’s `X-RateLimit-` headers tell. Over it, we answer 429 with `Retry-After`. [Errors and limits](/docs/errors-and-limits#limits) has the numbers."
          />
          <Versioning />
          <NodeClient baseUrl={group.baseUrl} />
          <Descriptions />
        </>
      );
    case "limits":
      return (
        <>
          <Errors errors={group.errors} />
          <Limits limits={group.limits} />
        </>
      );
    case "repeating":
      return (
        <>
          <Retrying />
          <Repeating />
        </>
      );
    case "attestation":
      return <HostedAttestation {...group} />;
    case "certificates":
      return <ProductionsAndCertificates {...group} />;
    case "calls":
      return (
        <>
          {group.withCopies ? <ComplianceCopies /> : null}
          {group.calls.map((call) => (
            <CallSection key={call.id} call={call} />
          ))}
        </>
      );
    case "webhooks":
      return (
        <>
          <Receiving facts={group.facts} envelope={group.envelope} sample={group.sample} headers={group.headers} />
          <Verifying receivers={group.receivers} />
          <TestVectors vectors={group.vectors} />
          <Deliveries facts={group.facts} />
          <Secrets facts={group.facts} />
          <PayloadEditing />
          <Rehearsing />
          <Addresses facts={group.facts} />
        </>
      );
    case "types":
      return (
        <>
          <p className="max-w-3xl">
            Every field is present unless marked as optional. A field without a value is null where its type allows it.
          </p>
          {group.events.map((event) => (
            <EventSection key={event.id} event={event} />
          ))}
        </>
      );
  }
}
