import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";
import { InlineText } from "../inline-text";
import { Section } from "../section";

const ROTATION = [
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
        {ROTATION.map((step) => (
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
