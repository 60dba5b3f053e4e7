import type { ComponentProps } from "react";
import type { CallError, ReferenceCall } from "@/lib/api/reference/calls";
import type { ReferenceEvent } from "@/lib/api/reference/fields";
import { CallSection } from "./call-section";
import { ComplianceCopies } from "./compliance-copies";
import { Authentication, Limits, Overview, Versioning } from "./guide";
import { Errors, Repeating, Statuses } from "./guide-calls";
import { type AttestationGuide, HostedAttestation } from "./hosted-attestation";
import { type CertificatesGuide, ProductionsAndCertificates } from "./productions-and-certificates";
import { Deliveries, EventSection, Receiving } from "./webhooks-receiving";
import { Secrets, TestVectors, Verifying } from "./webhooks-signing";

/** The data of one page of the reference. */
export type ReferenceGroup =
  | ({ kind: "guide"; baseUrl: string; errors: CallError[] } & ComponentProps<typeof Limits>)
  | ({ kind: "attestation" } & AttestationGuide)
  | ({ kind: "certificates" } & CertificatesGuide)
  | { kind: "calls"; withCopies: boolean; calls: ReferenceCall[] }
  | ({ kind: "webhooks" } & ComponentProps<typeof Receiving> &
      ComponentProps<typeof Verifying> &
      ComponentProps<typeof TestVectors>)
  | { kind: "types"; events: ReferenceEvent[] };

/** The parts of one page. Their ids never change, because partners link to them. */
export function GroupParts({ group }: { group: ReferenceGroup }) {
  switch (group.kind) {
    case "guide":
      return (
        <>
          <Overview baseUrl={group.baseUrl} />
          <Authentication />
          <Statuses />
          <Errors errors={group.errors} />
          <Repeating />
          <Limits limits={group.limits} />
          <Versioning />
        </>
      );
    case "attestation":
      return <HostedAttestation {...group} />;
    case "certificates":
      return <ProductionsAndCertificates {...group} />;
    case "calls":
      return (
        <>
          {group.withCopies ? <ComplianceCopies /> : null}
          {group.calls.map((call) => (
            <CallSection key={call.id} call={call} />
          ))}
        </>
      );
    case "webhooks":
      return (
        <>
          <Receiving facts={group.facts} envelope={group.envelope} sample={group.sample} headers={group.headers} />
          <Verifying receivers={group.receivers} />
          <TestVectors vectors={group.vectors} />
          <Deliveries facts={group.facts} />
          <Secrets facts={group.facts} />
        </>
      );
    case "types":
      return (
        <>
          <p className="max-w-3xl">
            Every field is present unless marked as optional. A field without a value is null where its type allows it.
          </p>
          {group.events.map((event) => (
            <EventSection key={event.id} event={event} />
          ))}
        </>
      );
  }
}
