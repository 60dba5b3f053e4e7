import { routes } from "@/app/api/routes";
import { ATTESTATION_PARTS } from "@/components/api/reference/hosted-attestation";
import { CERTIFICATES_PARTS } from "@/components/api/reference/productions-and-certificates";
import { curly } from "@/components/api/reference/section";
import { DELIVERY_HEADERS } from "@/lib/api/openapi/webhooks";
import { RATE_LIMITS } from "@/lib/api/rate-limits";
import { commonErrors, referenceCalls } from "@/lib/api/reference/calls";
import { fieldsOf, referenceEvents } from "@/lib/api/reference/fields";
import { declaredWebhooks, deliveryFacts, receivers, vectors } from "@/lib/domain/events/reference";
import { EventEnvelope } from "@/lib/domain/events/schemas";
import { env } from "@/lib/platform/env";
import { attestationGuide } from "./attestation-guide";
import { certificatesGuide } from "./certificates-guide";
import { changelogPage } from "./changelog";
import type { DocsPage } from "./docs-page";
import { errorArticles, errorsPage } from "./error-articles";
import { guideContext } from "./guides/code";
import type { Guide, GuideContext } from "./guides/context";
import { loggingContent, onboardingCreators } from "./guides/creators-and-content";
import { quickstart } from "./guides/quickstart";
import { scenesAndConsent, takedowns } from "./guides/scenes-and-takedowns";
import { eventFeed } from "./guides/the-event-feed";

// The same for every reader, so computed once.
const events = referenceEvents(declaredWebhooks);
const envelope = fieldsOf(EventEnvelope, "output");
const limits = { key: RATE_LIMITS.key.limit, unkeyed: RATE_LIMITS.unkeyed.limit, flood: RATE_LIMITS.flood.limit };

type Docs = { pages: readonly DocsPage[]; errors: readonly DocsPage[] };
let docs: Docs | undefined;

/** The documentation, from the declarations of routes and event types, and from the guides. This list is the navigation. */
export const docsPages = (): readonly DocsPage[] => all().pages;

/** A page for each error code, which the navigation has under Errors. */
export const errorPages = (): readonly DocsPage[] => all().errors;

function all(): Docs {
  docs ??= write(env().baseUrl);
  return docs;
}

function write(baseUrl: string): Docs {
  const calls = referenceCalls(routes, baseUrl).map((call) => ({ ...call, summary: curly(call.summary) }));
  const context = guideContext(baseUrl, calls);
  const errors = errorArticles(calls);
  const pages: DocsPage[] = [
    guidePage(quickstart, context),
    basicsPage(baseUrl),
    guidePage(onboardingCreators, context),
    guidePage(loggingContent, context),
    guidePage(scenesAndConsent, context),
    {
      slug: "hosted-attestation",
      chapter: "Guides",
      title: "Hosted attestation",
      summary: "Upload sessions: our page asks the creator, so you build none.",
      parts: ATTESTATION_PARTS,
      group: { kind: "attestation", ...attestationGuide(baseUrl) },
    },
    {
      slug: "productions-and-certificates",
      chapter: "Guides",
      title: "Productions and certificates",
      summary: "Verify a certificate offline, and hear of revocations.",
      parts: CERTIFICATES_PARTS,
      group: { kind: "certificates", ...certificatesGuide(baseUrl) },
    },
    guidePage(takedowns, context),
    webhooksPage(),
    guidePage(eventFeed, context),
    {
      slug: "errors-and-limits",
      chapter: "Guides",
      title: "Errors and limits",
      summary: "The format of errors, and how many requests you may send.",
      parts: [
        { id: "errors", label: "Errors" },
        { id: "limits", label: "Limits" },
      ],
      group: { kind: "limits", errors: commonErrors(), limits },
    },
    {
      slug: "idempotency-and-retries",
      chapter: "Guides",
      title: "Idempotency and retries",
      summary: "Which calls are safe to repeat, and when.",
      parts: [
        { id: "retrying", label: "When to retry" },
        { id: "repeating", label: "Repeating a call" },
      ],
      group: { kind: "repeating" },
    },
    ...[...Map.groupBy(calls, ({ area }) => area)].map(
      ([area, ofArea]): DocsPage => ({
        slug: area.toLowerCase().replaceAll(" ", "-"),
        chapter: "Reference",
        title: area,
        parts: [
          ...(area === "Content" ? [{ id: "compliance-copies", label: "Compliance copies" }] : []),
          ...ofArea.map(({ id, summary }) => ({ id, label: summary })),
        ],
        group: { kind: "calls" as const, withCopies: area === "Content", calls: ofArea },
      }),
    ),
    {
      slug: "event-types",
      chapter: "Reference",
      title: "Event types",
      names: true,
      parts: events.map(({ id, type }) => ({ id, label: type })),
      group: { kind: "types", events },
    },
    errorsPage(errors),
    changelogPage(baseUrl),
  ];
  return { pages, errors };
}

function guidePage({ write: writeGuide, ...page }: Guide, context: GuideContext): DocsPage {
  const article = writeGuide(context);
  return {
    ...page,
    parts: article.parts.map(({ id, title }) => ({ id, label: title })),
    group: { kind: "article", article },
  };
}

const basicsPage = (baseUrl: string): DocsPage => ({
  slug: "guide",
  chapter: "Start",
  title: "API basics",
  summary: "Keys, statuses, identifiers, versions, and a client for Node.",
  parts: [
    { id: "overview", label: "Overview" },
    { id: "authentication", label: "Authentication" },
    { id: "statuses", label: "Statuses" },
    { id: "errors", label: "Errors" },
    { id: "repeating", label: "Repeating a call" },
    { id: "limits", label: "Limits" },
    { id: "versioning", label: "Versioning" },
    { id: "client", label: "Client for Node" },
    { id: "descriptions", label: "Descriptions for tools" },
  ],
  group: { kind: "guide", baseUrl },
});

const webhooksPage = (): DocsPage => ({
  slug: "webhooks",
  chapter: "Guides",
  title: "Webhooks",
  summary: "Receive events, and verify their signature.",
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
});
