import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import type { DeliveryFacts, Receiver, Vector } from "@/lib/domain/webhooks/reference";
import { LanguageSwitch } from "./examples";
import { InlineText, Section } from "./section";
import { FactsTable } from "./tables";

const STEPS = [
  'Take the body as raw bytes. A framework that parses JSON first must be told to leave this route alone, in Express with `express.raw({ type: "application/json" })`.',
  "Read `t` and every `v1` from `X-SVC-Signature`.",
  "Refuse a `t` that is more than five minutes away from your clock, so that nobody can send an old delivery again.",
  "Compute HMAC-SHA256 over `t`, a dot and the body, keyed by the whole secret as text, `whsec_` included.",
  "Compare it with each `v1` in constant time. One that is equal is enough: there are two during a rotation.",
  "Refuse the rest with 400.",
];

// Written out whole, so that the style sheet has them.
const SHOWN: Record<Receiver["id"], string> = {
  node: "group-has-[#verify-with-node:checked]/verify:block",
  stripe: "group-has-[#verify-with-stripe:checked]/verify:block",
  standardwebhooks: "group-has-[#verify-with-standardwebhooks:checked]/verify:block",
  python: "group-has-[#verify-with-python:checked]/verify:block",
  php: "group-has-[#verify-with-php:checked]/verify:block",
};

/** How a signature is checked, and whole programs that do. */
export function Verifying({ receivers }: { receivers: readonly Receiver[] }) {
  return (
    <Section id="verify" title="Verifying a signature" className="group/verify">
      <p className="max-w-3xl">
        A signature proves that a delivery is ours, that nobody changed it, and that it is fresh. Every delivery is
        signed in two families, with the same secret. Check either one.
      </p>
      <FactsTable
        caption="Families of signatures"
        columns={["Header", "Signed", "Key", "Written as", "Checked by"]}
        rows={[
          ["`X-SVC-Signature`", "`t.body`", "The secret as text", "Hex", "`stripe`, or a few lines of your own"],
          [
            "`webhook-signature`",
            "`webhook-id.webhook-timestamp.body`",
            "The bytes that follow `whsec_`, in base64",
            "Base64",
            "`standardwebhooks`, for many languages",
          ],
        ]}
      />
      <h3 className="font-semibold">By hand</h3>
      <ol className="flex max-w-3xl list-decimal flex-col gap-2 pl-6">
        {STEPS.map((step) => (
          <li key={step}>
            <InlineText text={step} />
          </li>
        ))}
      </ol>
      <h3 className="font-semibold">A whole receiver</h3>
      <p className="max-w-3xl">
        <InlineText text="Each of these runs as it stands, with the secret in `WEBHOOK_SECRET`. Node, Python and PHP need nothing but themselves. The package `standardwebhooks` exists for Python too: `Webhook(secret).verify(body, headers)`." />
      </p>
      <LanguageSwitch legend="Verify in" name="verify-with" choices={receivers} className="print:hidden" />
      {receivers.map(({ id, file, code }) => (
        <div key={id} className={cn("hidden", SHOWN[id])}>
          <CodeBlock label={file} code={code} className="print:[&_pre]:whitespace-pre-wrap" />
        </div>
      ))}
    </Section>
  );
}

const SECRET_ROTATION = [
  "Rotate the secret in the portal, and choose for how long the one before goes on signing.",
  "During this overlap every delivery carries two signatures, the new secret's first. A receiver that knows either of the two accepts it.",
  "Give the new secret to your receivers, one after another.",
  "End the overlap in the portal, or let it end by itself.",
];

/** What signs, and how to change it without losing a delivery. */
export function Secrets({ facts: { overlapHours } }: { facts: DeliveryFacts }) {
  return (
    <Section id="webhook-secrets" title="Signing secrets">
      <p className="max-w-3xl">
        <InlineText text="Each endpoint has its own: `whsec_` and 32 random bytes in base64. The portal shows it to owners, admins and developers whenever they ask. To change it without an interruption:" />
      </p>
      <ol className="flex max-w-3xl list-decimal flex-col gap-2 pl-6">
        {SECRET_ROTATION.map((step) => (
          <li key={step}>
            <InlineText text={step} />
          </li>
        ))}
      </ol>
      <p className="max-w-3xl">
        An overlap of {overlapHours.usual} hours is usual, and one of {overlapHours.max / 24} days the longest. If a
        secret has leaked, choose none: the old one ends at once.
      </p>
    </Section>
  );
}

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
