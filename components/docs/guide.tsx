import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import { KEY_VARIABLE } from "@/lib/api/reference/examples";
import { InlineText, Section } from "./section";
import { FactsTable } from "./tables";

const CONVENTIONS = [
  "Bodies are JSON objects in UTF-8, sent as `application/json`, of at most 1 MiB.",
  "Identifiers are opaque strings of 25 characters. Store them as strings and never parse them.",
  "Date-times leave as ISO 8601 in UTC with milliseconds, `2026-09-05T12:00:00.000Z`. They are taken with any offset, but not without a time.",
  "Unknown fields of a request are ignored, and `null` for an optional field means that you left it out.",
  "No answer holds a legal name, a date of birth, an image of an ID or an internal user id. You know a creator by `accountId` and by your own `externalUserId`.",
  "What belongs to another partner answers 404, exactly like what does not exist.",
  "Every answer carries `X-Request-Id`. Quote it when you write to us; it is also the id in the portal's request log.",
];

/** How the API behaves as a whole. */
export function Overview({ baseUrl }: { baseUrl: string }) {
  return (
    <Section id="overview" title="Overview">
      <p className="max-w-3xl">
        A REST API over HTTPS. Every call lives under the base address below, and answers JSON. There is no sandbox:
        each call writes production records and may send real mail.
      </p>
      <CodeBlock label="Base address" code={`${baseUrl}/api/v1`} />
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
        {CONVENTIONS.map((rule) => (
          <li key={rule}>
            <InlineText text={rule} />
          </li>
        ))}
      </ul>
      <p className="max-w-3xl">
        The same reference for programs: <TextLink href="/docs/openapi.json">OpenAPI 3.1 document</TextLink>.
      </p>
    </Section>
  );
}

const KEY_ROTATION = [
  "Create a new key in the portal.",
  "Deploy it beside the old one.",
  "Watch the old key's `lastUsedAt` in the portal until it stands still.",
  "Revoke the old key. 24 hours of overlap are usual; the portal can revoke it for you then.",
];

/** Keys: which, how to send one, how to change one. */
export function Authentication() {
  return (
    <Section id="authentication" title="Authentication">
      <p className="max-w-3xl">
        <InlineText text="Send a live key with every request, as `Authorization: Bearer svc_live_…`. You create keys in the " />
        <TextLink href="/portal">partner portal</TextLink>
        <InlineText text=", up to ten at a time. The secret is shown once; we keep only its hash and cannot show it again." />
      </p>
      <p className="max-w-3xl">
        <InlineText text="A key is `svc_live_`, 32 random characters and a checksum of 6. The portal shows the first and last 4 of the 32, and a dot for each checksum character: `svc_live_AbCd…WxYz••••••`. Compare it with your key from either end." />
      </p>
      <CodeBlock
        label="Shell"
        code={`export ${KEY_VARIABLE}='svc_live_…'   # the examples on this page read the key from here`}
      />
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
        <li>
          <InlineText text="A missing header, or a key that is unknown, revoked or expired: 401, without a `code`." />
        </li>
        <li>
          <InlineText text="A key that starts with `svc_test_`: 403 `TEST_MODE_UNAVAILABLE`. New partners start with such a key; create a live one first." />
        </li>
        <li>A partner account that is not active: 403.</li>
      </ul>
      <h3 className="font-semibold">Changing a key</h3>
      <ol className="flex max-w-3xl list-decimal flex-col gap-2 pl-6">
        {KEY_ROTATION.map((step) => (
          <li key={step}>
            <InlineText text={step} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The limits in force, in requests a minute. */
type LimitNumbers = { key: number; unkeyed: number; flood: number };

const TOO_MANY = `HTTP/1.1 429 Too Many Requests
Retry-After: 12
X-RateLimit-Limit: 300
X-RateLimit-Remaining: 0
X-RateLimit-Reset: 1788609600000

{
  "error": "Too many requests",
  "retryAfter": 12,
  "limit": 300,
  "remaining": 0,
  "reset": 1788609600000
}`;

/** How many requests are taken, how an answer tells, and what to do at the end of them. */
export function Limits({ limits }: { limits: LimitNumbers }) {
  return (
    <Section id="limits" title="Limits">
      <FactsTable
        caption="Request limits"
        columns={["Requests", "Counted for", "In any"]}
        rows={[
          [
            String(limits.key),
            "One key, all calls together, including test keys and keys of inactive partners",
            "60 seconds",
          ],
          [
            String(limits.unkeyed),
            "One address, requests without a key or with an unknown, revoked or expired one",
            "60 seconds",
          ],
          [String(limits.flood), "One address, everything that it sends", "60 seconds"],
        ]}
      />
      <p className="max-w-3xl">
        <InlineText text="The window slides. Every response carries `X-RateLimit-Limit`, `X-RateLimit-Remaining`, and `X-RateLimit-Reset`, the moment in epoch milliseconds at which the oldest counted request leaves the window. Over the limit the answer is 429: wait for as many seconds as `Retry-After` says, plus a random moment, and try again. Requests answered 429 don't count." />
      </p>
      <CodeBlock label="Over the limit" code={TOO_MANY} />
    </Section>
  );
}

const CHANGES = [
  "The version stands in the path, `/api/v1/`. There is no version header.",
  "New optional fields, calls, event types and error codes appear without notice. Ignore fields that you do not know, and treat an unknown code as its HTTP status.",
  "A change that could break a client comes as a new version of the path.",
];

/** What may change, and what will not. */
export function Versioning() {
  return (
    <Section id="versioning" title="Versioning">
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
        {CHANGES.map((rule) => (
          <li key={rule}>
            <InlineText text={rule} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
