import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import type { Field, ReferenceEvent } from "@/lib/api/reference/fields";
import type { DeliveryFacts, Receiver, Vector } from "@/lib/domain/events/reference";
import { BreakableName, Prose, Section, Sentences } from "./section";
import { FactsTable, FieldsTable, PRINTED, Programs } from "./tables";

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
        We POST events to the endpoints you register in the <TextLink href="/portal/webhooks">partner portal</TextLink>{" "}
        or <TextLink href="/docs/webhook-endpoints#createWebhookEndpoint">through the API</TextLink>. You can have up to{" "}
        {facts.maxEndpoints} endpoints, each with its own signing secret and event types. We write a change and its
        event in one transaction, so you never get one without the other.
      </p>
      <CodeBlock
        label="A delivery"
        language="http"
        code={`POST /your/endpoint HTTP/1.1\nContent-Type: application/json\n${headers.map(([name, , example]) => `${name}: ${example}`).join("\n")}\n\n${sample}`}
        className={PRINTED}
      />
      <h3 className="font-semibold">Body</h3>
      <p className="max-w-3xl">
        JSON in UTF-8 on a single line, wrapped here for reading. The fields of <code className="font-mono">data</code>{" "}
        depend on the type: <TextLink href="/docs/event-types">Event types</TextLink>.
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
export function Deliveries({ facts: { waitMinutes, attemptSeconds, allowsPrivate } }: { facts: DeliveryFacts }) {
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
          happen meanwhile get no delivery: the endpoint’s page then offers to send them, and the feed has them too.
        </li>
        <li>
          {allowsPrivate
            ? "This service runs for trials, so it also takes http and private addresses. Elsewhere, the URL must be https on a public host."
            : "The URL must be https on a public host. We refuse private addresses when you enter the URL and again whenever we connect."}
        </li>
      </ul>
      <h3 className="font-semibold">Catching up</h3>
      <p className="max-w-3xl">
        <TextLink href="/docs/events#readEvents">Read events</TextLink> returns the same events in the order they were
        recorded, for 90 days. Store its cursor, and continue from there after an outage. Events you already received
        have the same <code className="font-mono">id</code>.
      </p>
      <p className="max-w-3xl">
        We send no event when a creator abandons onboarding.{" "}
        <TextLink href="/docs/solo-accounts#readSoloAccount">Read the account</TextLink> and send the creator to its{" "}
        <code className="font-mono">onboardingUrl</code> again.
      </p>
    </Section>
  );
}

const EDITS = `{
  "only": ["accountId", "externalUserId", "attestation"],
  "omit": ["attestation.ip"],
  "rename": { "externalUserId": "userId" },
  "add": { "source": "vellum" }
}`;

/** How an endpoint's owner changes what it gets. */
export const PayloadEditing = () => (
  <Section id="payload-edits" title="Editing payloads">
    <p className="max-w-3xl">
      An endpoint’s <em>Payload</em> page in the portal takes a JSON document that edits{" "}
      <code className="font-mono">data</code> before we sign and send it. We apply these in this order:
    </p>
    <FactsTable
      caption="Edits"
      columns={["Word", "What it does"]}
      rows={[
        ["`only`", "Keeps these paths and what is in them."],
        ["`omit`", "Drops these paths."],
        ["`rename`", "Gives the field at a path another name."],
        ["`add`", "Adds fields with a fixed value to `data`, or replaces them."],
      ]}
    />
    <CodeBlock label="An example" language="json" code={EDITS} className={PRINTED} />
    <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
      <li>
        Paths are names with dots, and go into lists: <code className="font-mono">scene.performers.email</code>. A path
        that a payload doesn’t have does nothing.
      </li>
      <li>
        <code className="font-mono">id</code>, <code className="font-mono">type</code> and{" "}
        <code className="font-mono">created</code> stay. The signature covers the edited body.
      </li>
      <li>A delivery keeps the edits that it was created with, on every attempt. The feed has the original.</li>
    </ul>
  </Section>
);

/** How to get events before anything happens. */
export const Rehearsing = () => (
  <Section id="rehearsals" title="Rehearsing">
    <p className="max-w-3xl">
      There is no sandbox. Instead, the portal has <TextLink href="/portal/webhooks/rehearsal">rehearsals</TextLink>:
      press what happens to a made-up creator, and your endpoint gets the real events, signed and retried like all
      others. A scene’s time to sign can run out in two minutes.
    </p>
    <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
      <li>
        Each event has <code className="font-mono">&quot;rehearsal&quot;: true</code> beside its data, and each attempt
        the header <code className="font-mono">X-SVC-Rehearsal: 1</code>.
      </li>
      <li>Nothing happened: the API answers 404 for the ids in them. They cost and count nothing.</li>
      <li>
        Only the endpoint you choose gets them. The feed has them with{" "}
        <code className="font-mono">rehearsals=true</code>, which <code className="font-mono">vellum listen</code> sets.
      </li>
      <li>Test keys return 403.</li>
    </ul>
  </Section>
);

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
      <CodeBlock label="Example body" language="json" code={sample} className={PRINTED} />
    </Section>
  );
}

const STEPS = [
  'Read the body as raw bytes. If your framework parses JSON, turn that off for this route; in Express, use `express.raw({ type: "application/json" })`.',
  "Read `t` and every `v1` from `X-SVC-Signature`.",
  "Reject a `t` more than five minutes from your clock. This prevents replays.",
  "Compute HMAC-SHA256 over `t`, a dot and the body. The key is the whole secret as text, including `whsec_`.",
  "Compare it with each `v1` in constant time. One match is enough: there are two during a rotation.",
  "Otherwise respond with 400.",
];

// Written out, so that Tailwind finds the class names.
const SHOWN: Record<Receiver["id"], string> = {
  node: "group-has-[#verify-with-node:checked]/verify:block",
  stripe: "group-has-[#verify-with-stripe:checked]/verify:block",
  standardwebhooks: "group-has-[#verify-with-standardwebhooks:checked]/verify:block",
  python: "group-has-[#verify-with-python:checked]/verify:block",
  php: "group-has-[#verify-with-php:checked]/verify:block",
};

/** How to verify a signature, with complete receivers. */
export function Verifying({ receivers }: { receivers: readonly Receiver[] }) {
  return (
    <Section id="verify" title="Verifying a signature" className="group/verify">
      <p className="max-w-3xl">
        A signature proves that a delivery is ours, unchanged and recent. Every delivery has signatures in two formats,
        made with the same secret. Verify either one.
      </p>
      <FactsTable
        caption="Signature formats"
        columns={["Header", "Signed", "Key", "Encoding", "Verify with"]}
        rows={[
          ["`X-SVC-Signature`", "`t.body`", "The secret as text", "Hex", "`stripe`, or a few lines of code"],
          [
            "`webhook-signature`",
            "`webhook-id.webhook-timestamp.body`",
            "The base64-decoded bytes after `whsec_`",
            "Base64",
            "`standardwebhooks`, for many languages",
          ],
        ]}
      />
      <h3 className="font-semibold">By hand</h3>
      <Sentences items={STEPS} ordered />
      <h3 className="font-semibold">Complete receivers</h3>
      <Prose text="These receivers run unchanged, with the secret in `WEBHOOK_SECRET`. Node, Python and PHP need no packages. `standardwebhooks` is available for Python too: `Webhook(secret).verify(body, headers)`." />
      <Programs legend="Verify in" name="verify-with" programs={receivers} shown={SHOWN} />
    </Section>
  );
}

const SECRET_ROTATION = [
  "Rotate the secret in the portal, and choose how long the old one keeps signing.",
  "During this overlap, every delivery has two signatures, the new secret’s first. Receivers with either secret accept it.",
  "Give your receivers the new secret, one by one.",
  "End the overlap in the portal, or let it expire.",
];

/** How to rotate a signing secret without losing a delivery. */
export function Secrets({ facts: { overlapHours } }: { facts: DeliveryFacts }) {
  return (
    <Section id="webhook-secrets" title="Signing secrets">
      <Prose text="Each endpoint has its own secret: `whsec_` and 32 random bytes in base64. The portal shows it to owners, admins and developers. To rotate it without downtime:" />
      <Sentences items={SECRET_ROTATION} ordered />
      <p className="max-w-3xl">
        The default overlap is {overlapHours.usual} hours; the maximum is {overlapHours.max / 24} days. If a secret has
        leaked, choose no overlap: the old one stops at once.
      </p>
    </Section>
  );
}

/** Signed deliveries with their inputs, to test a verifier. */
export function TestVectors({ vectors }: { vectors: readonly Vector[] }) {
  return (
    <Section id="vectors" title="Test vectors" className="gap-6">
      <Prose text="These deliveries never change. Your verifier must accept them with its clock set to the timestamp. It must reject them today, with another secret, or with one byte changed. Copy a body exactly: it is one line without a trailing newline. These secrets belong to no endpoint." />
      {vectors.map(({ id, title, why, secrets, timestamp, eventId, body, headers }) => (
        <Section key={id} id={`vector-${id}`} title={title} level={3}>
          <p className="max-w-3xl">{why}</p>
          <FactsTable
            caption={`${title}: what is signed`}
            columns={["Part", "Value"]}
            rows={[
              ...secrets.map((secret, index) => [index === 0 ? "Secret" : "Previous secret", `\`${secret}\``] as const),
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

/** Where deliveries come from. */
export function Addresses({ facts: { addresses } }: { facts: DeliveryFacts }) {
  return (
    <Section id="webhook-addresses" title="Source addresses">
      <p className="max-w-3xl">
        {addresses.length > 0
          ? "We send from these addresses. We publish a new one a week before we send from it."
          : "We don’t send from fixed addresses, so don’t restrict them in your firewall."}{" "}
        A program reads the same at{" "}
        <a href="/.well-known/webhook-addresses" className="text-accent-text underline underline-offset-4">
          /.well-known/webhook-addresses
        </a>
        . Always verify the signature too: an address doesn’t prove who sent a message.
      </p>
      {addresses.length > 0 ? <CodeBlock label="Addresses" code={addresses.join("\n")} className={PRINTED} /> : null}
    </Section>
  );
}
