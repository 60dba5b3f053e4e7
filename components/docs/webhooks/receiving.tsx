import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/text-link";
import type { Field } from "@/lib/api/reference/fields";
import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";
import { FactsTable } from "../facts-table";
import { FieldsTable } from "../fields-table";
import { InlineText } from "../inline-text";
import { Section } from "../section";

const DUTIES = [
  "Verify the signature before you trust the body, and verify the bytes as they came.",
  "Keep the event, answer with any 2xx, and do the work afterwards.",
  "Deduplicate on `id`: an event may arrive more than once. Not on the signature, which each attempt makes anew.",
  "Rely on no order: what had to be sent again arrives after what happened later. `created` says when it happened.",
  "Go by `type`, ignore fields that you do not know, and answer 2xx to a type that you do not know: both may be added.",
  "Take identifiers as opaque strings.",
];

export type ReceivingProps = {
  facts: DeliveryFacts;
  envelope: readonly Field[];
  sample: string;
  headers: readonly (readonly [name: string, meaning: string, example: string])[];
};

/** What arrives, and what to do with it. */
export function Receiving({ facts, envelope, sample, headers }: ReceivingProps) {
  return (
    <Section id="webhooks" title="Receiving events">
      <p className="max-w-3xl">
        When something happens that you should know of, we post it to the endpoints that you registered in the{" "}
        <TextLink href="/portal/webhooks">partner portal</TextLink>: up to {facts.maxEndpoints} addresses of yours, each
        with a signing secret of its own, and with all types of event or those that you chose. A change and its event
        are written together: there is no change without its event, and no event without its change.
      </p>
      <CodeBlock
        label="A delivery"
        code={`POST /your/endpoint HTTP/1.1\nContent-Type: application/json\n${headers.map(([name, , example]) => `${name}: ${example}`).join("\n")}\n\n${sample}`}
        className="print:[&_pre]:whitespace-pre-wrap"
      />
      <h3 className="font-semibold">Body</h3>
      <p className="max-w-3xl">
        JSON in UTF-8 on a single line, shown here on several. What <code className="font-mono">data</code> holds
        depends on the type:{" "}
        <a href="/docs/event-types" className="text-accent-text underline underline-offset-4">
          Types of event
        </a>
        .
      </p>
      <FieldsTable caption="Fields of every event" fields={envelope} sent />
      <h3 className="font-semibold">Headers</h3>
      <FactsTable
        caption="Headers of every delivery"
        columns={["Header", "Meaning"]}
        rows={headers.map(([name, meaning]) => [`\`${name}\``, meaning])}
      />
      <h3 className="font-semibold">What your endpoint does</h3>
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
        {DUTIES.map((duty) => (
          <li key={duty}>
            <InlineText text={duty} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
