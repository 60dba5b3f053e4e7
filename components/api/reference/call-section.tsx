import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import type { ReferenceCall } from "@/lib/api/reference/calls";
import type { Field } from "@/lib/api/reference/fields";
import { Examples, PRINTED } from "./examples";
import { InlineText, Section } from "./section";
import { ErrorsTable, FieldsTable } from "./tables";

const REASONS: Record<number, string> = { 200: "OK", 201: "Created", 202: "Accepted" };

/** One call: parameters, responses, errors and examples. */
export function CallSection({ call }: { call: ReferenceCall }) {
  const { id, method, path, summary, description, params, query, body, responses, errors } = call;
  return (
    <Section id={id} title={summary} className="border-line border-t pt-8 first:border-t-0 first:pt-0">
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
      <Examples examples={call.examples} />
      <Fields title="Path parameters" call={summary} fields={params} />
      <Fields title="Query parameters" call={summary} fields={query} />
      <Fields title="Body" call={summary} fields={body} />
      {responses.map(({ statuses, fields, sample }) => {
        const title = `Response ${statuses.map((status) => `${status} ${REASONS[status] ?? ""}`.trim()).join(", ")}`;
        return (
          <Part key={title} title={title}>
            <FieldsTable caption={`${summary}: ${title}`} fields={fields} />
            <CodeBlock label="Example response" code={sample} className={PRINTED} />
          </Part>
        );
      })}
      {errors.length > 0 ? (
        <Part title="Errors">
          <ErrorsTable caption={`${summary}: errors`} errors={errors} />
        </Part>
      ) : null}
    </Section>
  );
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
