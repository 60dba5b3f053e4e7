import { CodeBlock } from "@/components/ui/code-block";
import type { ReferenceEvent } from "@/lib/api/reference/fields";
import { BreakableName } from "../breakable-name";
import { FieldsTable } from "../fields-table";
import { InlineText } from "../inline-text";
import { Section } from "../section";

/** One type of event: when it is sent, what it carries, and what it looks like. */
export function EventSection({ event: { id, type, when, fields, sample } }: { event: ReferenceEvent }) {
  return (
    <Section
      id={id}
      title={<BreakableName name={type} />}
      name={type}
      className="border-line border-t pt-8 first:border-t-0 first:pt-0"
    >
      <p className="max-w-3xl">
        <InlineText text={when} />
      </p>
      <div className="flex flex-col gap-3">
        <h3 className="font-medium text-sm">
          Fields of <code className="font-mono">data</code>
        </h3>
        <FieldsTable caption={`${type}: fields of data`} fields={fields} sent />
      </div>
      <CodeBlock label="Example body" code={sample} className="print:[&_pre]:whitespace-pre-wrap" />
    </Section>
  );
}
