import type { ReactNode } from "react";
import { TextLink } from "@/components/ui/text-link";
import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";
import { FactsTable } from "../facts-table";
import { InlineText } from "../inline-text";
import { Section } from "../section";

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
