import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import type { Field, ReferenceEvent } from "@/lib/api/reference/fields";
import type { DeliveryFacts } from "@/lib/domain/events/reference";
import { PRINTED } from "./examples";
import { BreakableName, Prose, Section, Sentences } from "./section";
import { FactsTable, FieldsTable } from "./tables";

const DUTIES = [
  "Verify the signature before you trust the body. Verify the raw bytes.",
  "Store the event, respond with any 2xx, then do the work.",
  "Deduplicate on `id`, because an event may arrive more than once. Each attempt has a new signature.",
  "Don’t rely on the order: a retried event may arrive after a later one. `created` says when it happened.",
  "Switch on `type`. Ignore unknown fields, and respond 2xx to unknown types: we may add both.",
  "Treat identifiers as opaque strings.",
];

type ReceivingProps = {
  facts: DeliveryFacts;
  envelope: readonly Field[];
  sample: string;
  headers: readonly (readonly [name: string, meaning: string, example: string])[];
};

/** What a delivery contains, and what an endpoint does with it. */
export function Receiving({ facts, envelope, sample, headers }: ReceivingProps) {
  return (
    <Section id="webhooks" title="Receiving events">
      <p className="max-w-3xl">
        We POST events to the endpoints you register in the <TextLink href="/portal/webhooks">partner portal</TextLink>.
        You can have up to {facts.maxEndpoints} endpoints, each with its own signing secret and event types. We write a
        change and its event in one transaction, so you never get one without the other.
      </p>
      <CodeBlock
        label="A delivery"
        code={`POST /your/endpoint HTTP/1.1\nContent-Type: application/json\n${headers.map(([name, , example]) => `${name}: ${example}`).join("\n")}\n\n${sample}`}
        className={PRINTED}
      />
      <h3 className="font-semibold">Body</h3>
      <p className="max-w-3xl">
        JSON in UTF-8 on a single line, wrapped here for reading. The fields of <code className="font-mono">data</code>{" "}
        depend on the type:{" "}
        <a href="/docs/event-types" className="text-accent-text underline underline-offset-4">
          Event types
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
      <Sentences items={DUTIES} />
    </Section>
  );
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** When we send a delivery, what counts as received, and how we retry. */
export function Deliveries({ facts: { waitMinutes, attemptSeconds } }: { facts: DeliveryFacts }) {
  return (
    <Section id="webhook-deliveries" title="Deliveries and retries">
      <Prose
        text={`A delivery is received when you return a complete 2xx response within ${attemptSeconds} seconds, including DNS and connecting. We don’t follow redirects. We retry everything else with the same body and the same \`X-SVC-Delivery\`, and a new signature.`}
      />
      <FactsTable
        caption="Attempts of one delivery"
        columns={["Attempt", "When"]}
        rows={[
          ["1", "At once"],
          ...waitMinutes.map(
            (minutes, index) =>
              [String(index + 2), `${spanOf(minutes)} after the ${ORDINALS[index]} one failed`] as const,
          ),
        ]}
      />
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
        <li>
          After the last attempt the delivery has failed, but it is not lost. In the{" "}
          <TextLink href="/portal/webhooks/deliveries">portal</TextLink> you see every attempt with its request and
          response. You can resend one delivery, or all that failed since a given time.
        </li>
        <li>
          We never disable an endpoint. We email owners and admins after the first failed delivery, after one day and
          five days without a successful one, and when deliveries succeed again.
        </li>
        <li>
          While an endpoint is paused, we send nothing to it. Waiting deliveries go out when you resume it. Events that
          happen meanwhile get no delivery; read them from the feed.
        </li>
        <li>
          The URL must be https on a public host. We refuse private addresses when you enter the URL and again whenever
          we connect.
        </li>
      </ul>
      <h3 className="font-semibold">Catching up</h3>
      <p className="max-w-3xl">
        <Anchor to="readEvents">Read events</Anchor> returns the same events in the order they were recorded, for 90
        days. Store its cursor, and continue from there after an outage. Events you already received have the same{" "}
        <code className="font-mono">id</code>.
      </p>
      <p className="max-w-3xl">
        We send no event when a creator abandons onboarding. <Anchor to="readSoloAccount">Read the account</Anchor> and
        send the creator to its <code className="font-mono">onboardingUrl</code> again.
      </p>
    </Section>
  );
}

function Anchor({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={`#${to}`} className="text-accent-text underline underline-offset-4">
      {children}
    </a>
  );
}

function spanOf(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, "hour"] : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** One event type: when we send it, its fields and an example. */
export function EventSection({ event: { id, type, when, fields, sample } }: { event: ReferenceEvent }) {
  return (
    <Section
      id={id}
      title={<BreakableName name={type} />}
      name={type}
      className="border-line border-t pt-8 first:border-t-0 first:pt-0"
    >
      <Prose text={when} />
      <div className="flex flex-col gap-3">
        <h3 className="font-medium text-sm">
          Fields of <code className="font-mono">data</code>
        </h3>
        <FieldsTable caption={`${type}: fields of data`} fields={fields} sent />
      </div>
      <CodeBlock label="Example body" code={sample} className={PRINTED} />
    </Section>
  );
}
