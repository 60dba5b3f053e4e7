import { routes } from "@/app/api/routes";
import type { ReferenceGroup } from "@/components/api/reference/group-parts";
import { ATTESTATION_PARTS, type AttestationGuide } from "@/components/api/reference/hosted-attestation";
import { CERTIFICATES_PARTS } from "@/components/api/reference/productions-and-certificates";
import type { ContentsGroup } from "@/components/api/reference/section";
import { DELIVERY_HEADERS } from "@/lib/api/openapi/webhooks";
import { RATE_LIMITS } from "@/lib/api/rate-limits";
import { commonErrors, referenceCalls } from "@/lib/api/reference/calls";
import { examplesOf } from "@/lib/api/reference/examples";
import { fieldsOf, referenceEvents } from "@/lib/api/reference/fields";
import { declaredWebhooks, deliveryFacts, receivers, vectors } from "@/lib/domain/events/reference";
import { EventEnvelope } from "@/lib/domain/events/schemas";
import { env } from "@/lib/platform/env";
import { nodeProgram } from "./attestation-in-node";
import { pythonProgram } from "./attestation-in-python";
import { certificatesGuide } from "./certificates-guide";

// The same for every reader, so computed once.
const events = referenceEvents(declaredWebhooks);
const envelope = fieldsOf(EventEnvelope, "output");
const limits = { key: RATE_LIMITS.key.limit, unkeyed: RATE_LIMITS.unkeyed.limit, flood: RATE_LIMITS.flood.limit };

/** One page of the reference: its contents and its data. */
export type ReferencePage = ContentsGroup & { group: ReferenceGroup };

let pages: ReferencePage[] | undefined;

/** The whole reference, page by page, from the declarations of routes and event types. */
export function referencePages(): readonly ReferencePage[] {
  pages ??= writePages(env().baseUrl);
  return pages;
}

function writePages(baseUrl: string): ReferencePage[] {
  const areas = [...Map.groupBy(referenceCalls(routes, baseUrl), ({ area }) => area)];
  return [
    {
      slug: "guide",
      title: "Guide",
      parts: [
        { id: "overview", label: "Overview" },
        { id: "authentication", label: "Authentication" },
        { id: "statuses", label: "Statuses" },
        { id: "errors", label: "Errors" },
        { id: "repeating", label: "Repeating a call" },
        { id: "limits", label: "Limits" },
        { id: "versioning", label: "Versioning" },
        { id: "client", label: "Client for Node" },
      ],
      group: { kind: "guide", baseUrl, errors: commonErrors(), limits },
    },
    {
      slug: "hosted-attestation",
      title: "Hosted attestation",
      parts: ATTESTATION_PARTS,
      group: { kind: "attestation", ...attestationGuide(baseUrl) },
    },
    {
      slug: "productions-and-certificates",
      title: "Productions and certificates",
      parts: CERTIFICATES_PARTS,
      group: { kind: "certificates", ...certificatesGuide(baseUrl) },
    },
    ...areas.map(([area, calls]) => ({
      slug: area.toLowerCase().replaceAll(" ", "-"),
      title: area,
      parts: [
        ...(area === "Content" ? [{ id: "compliance-copies", label: "Compliance copies" }] : []),
        ...calls.map(({ id, summary }) => ({ id, label: summary })),
      ],
      group: { kind: "calls" as const, withCopies: area === "Content", calls },
    })),
    {
      slug: "webhooks",
      title: "Webhooks",
      parts: [
        { id: "webhooks", label: "Receiving events" },
        { id: "verify", label: "Verifying a signature" },
        { id: "vectors", label: "Test vectors" },
        { id: "webhook-deliveries", label: "Deliveries and retries" },
        { id: "webhook-secrets", label: "Signing secrets" },
        { id: "payload-edits", label: "Editing payloads" },
        { id: "rehearsals", label: "Rehearsing" },
        { id: "webhook-addresses", label: "Source addresses" },
      ],
      group: {
        kind: "webhooks",
        facts: deliveryFacts(),
        envelope,
        sample: events[0]?.sample ?? "",
        headers: DELIVERY_HEADERS,
        receivers,
        vectors: vectors(),
      },
    },
    {
      slug: "event-types",
      title: "Event types",
      names: true,
      parts: events.map(({ id, type }) => ({ id, label: type })),
      group: { kind: "types", events },
    },
  ];
}

const SESSION = {
  contentId: "post-1001",
  contentType: "video",
  contentTitle: "Summer at the lake",
  detectedFaceCount: 1,
  uploaderExternalUserId: "creator-1042",
  redirectUrl: "https://platform.example.com/attested",
};

const EVENTS = "upload_session.solo_completed,collab_scene.created,collab_scene.greenlit";

/** The code of the page about hosted attestation, with calls of `baseUrl`. A test runs all of it. */
export function attestationGuide(baseUrl: string): AttestationGuide {
  const sessions = `${baseUrl}/api/v1/upload-sessions`;
  const feed = `${baseUrl}/api/v1/events?${new URLSearchParams({ types: EVENTS })}`;
  return {
    create: examplesOf({ method: "POST", url: sessions, body: SESSION }),
    read: examplesOf({ method: "GET", url: `${sessions}/03f9c2k7v1m4x8q0z5t6b3n1j` }),
    program: {
      curl: examplesOf({ method: "GET", url: feed }).curl,
      node: nodeProgram(baseUrl),
      python: pythonProgram(baseUrl),
    },
  };
}
