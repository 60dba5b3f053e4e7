import { CodeBlock } from "@/components/ui/code-block";
import type { Vector } from "@/lib/domain/webhooks/reference";
import { FactsTable } from "../facts-table";
import { InlineText } from "../inline-text";
import { Section } from "../section";

/** Signed deliveries with all that went into them, to test a verifier with. */
export function TestVectors({ vectors }: { vectors: readonly Vector[] }) {
  return (
    <Section id="vectors" title="Test vectors" className="gap-6">
      <p className="max-w-3xl">
        <InlineText text="Deliveries that never change. Your verifier must accept them when its clock stands at the timestamp, and refuse them today, with another secret, or with one byte changed. Copy a body as it stands: it is one line without a break at its end. These secrets belong to no endpoint." />
      </p>
      {vectors.map(({ id, title, why, secrets, timestamp, eventId, body, headers }) => (
        <Section key={id} id={`vector-${id}`} title={title} level={3}>
          <p className="max-w-3xl">{why}</p>
          <FactsTable
            caption={`${title}: what is signed`}
            columns={["Part", "Value"]}
            rows={[
              ...secrets.map((secret, index) => [index === 0 ? "Secret" : "Secret before", `\`${secret}\``] as const),
              ["Timestamp", `\`${timestamp}\``],
              ["Event", `\`${eventId}\``],
              ["Body", `${new TextEncoder().encode(body).length} bytes in UTF-8`],
            ]}
          />
          <CodeBlock label="Body" code={body} wrap />
          <CodeBlock
            label="Headers"
            code={Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
            wrap
          />
        </Section>
      ))}
    </Section>
  );
}
