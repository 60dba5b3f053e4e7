import { CodeBlock } from "@/components/ui/code-block";
import type { DeliveryFacts, Receiver, Vector } from "@/lib/domain/events/reference";
import { Programs } from "./examples";
import { Prose, Section, Sentences } from "./section";
import { FactsTable } from "./tables";

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
