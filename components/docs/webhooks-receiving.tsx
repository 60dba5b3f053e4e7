import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import type { Field, ReferenceEvent } from "@/lib/api/reference/fields";
import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";
import { BreakableName, InlineText, Section } from "./section";
import { FactsTable, FieldsTable } from "./tables";

const DUTIES = [
  "Verify the signature before you trust the body, and verify the bytes as they came.",
  "Keep the event, answer with any 2xx, and do the work afterwards.",
  "Deduplicate on `id`: an event may arrive more than once. Not on the signature, which each attempt makes anew.",
  "Rely on no order: what had to be sent again arrives after what happened later. `created` says when it happened.",
  "Go by `type`, ignore fields that you do not know, and answer 2xx to a type that you do not know: both may be added.",
  "Take identifiers as opaque strings.",
];

type ReceivingProps = {
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

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** When something is sent, what counts as received, and what happens when nothing does. */
export function Deliveries({ facts: { waitMinutes, attemptSeconds } }: { facts: DeliveryFacts }) {
  return (
    <Section id="webhook-deliveries" title="Deliveries and retries">
      <p className="max-w-3xl">
        <InlineText
          text={`Received means a 2xx whose answer is complete within ${attemptSeconds} seconds, finding and reaching your host included. Redirects are not followed. Everything else is tried again, with the same body and the same \`X-SVC-Delivery\`, and with a signature of its own time.`}
        />
      </p>
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
          After the last attempt the delivery has failed. It is not lost: the{" "}
          <TextLink href="/portal/webhooks/deliveries">portal</TextLink> shows every attempt with its request and its
          answer, and sends one again, or all that failed since a moment.
        </li>
        <li>
          We never switch an endpoint off. Owners and admins get a mail when a first delivery has failed for good, when
          nothing has arrived for a day and for five days, and when deliveries arrive again.
        </li>
        <li>
          While you pause an endpoint, nothing is sent to it: what waited is sent when it goes on, but no delivery is
          made of events that happen meanwhile. Read those from the feed.
        </li>
        <li>
          The address must be https, and its host public: a private or internal address is refused when you enter it,
          and again whenever we connect.
        </li>
      </ul>
      <h3 className="font-semibold">Catching up</h3>
      <p className="max-w-3xl">
        <Anchor to="readEvents">Read events</Anchor> gives you the same events in the order in which they were recorded,
        for 90 days. Keep its cursor, and after an outage of yours read on from there, without anybody's help. Events
        that you had already are the same ones, with the same <code className="font-mono">id</code>.
      </p>
      <p className="max-w-3xl">
        No event tells you that a creator gave up on onboarding. <Anchor to="readSoloAccount">Read the account</Anchor>,
        and send the creator to its <code className="font-mono">onboardingUrl</code> again.
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
