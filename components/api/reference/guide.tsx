import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import { KEY_VARIABLE } from "@/lib/api/reference/examples";
import { InlineText, Prose, Section, Sentences } from "./section";
import { FactsTable } from "./tables";

const CONVENTIONS = [
  "Bodies are JSON objects in UTF-8, sent as `application/json`, up to 1 MiB. Checks take up to 64 KiB.",
  "Identifiers are opaque strings of 25 characters. Store them as strings and never parse them.",
  "Timestamps are ISO 8601 in UTC with milliseconds, `2026-09-05T12:00:00.000Z`. Send any offset; date-only values are rejected.",
  "We ignore unknown fields. `null` for an optional field means the same as leaving it out.",
  "Responses never contain a legal name, a date of birth, an image of an ID or an internal user id. You identify a creator by `accountId` and your own `externalUserId`.",
  "Another partner’s records return 404, exactly like records that don’t exist.",
  "Every response has an `X-Request-Id`. Quote it when you contact us. The portal’s request log shows it too.",
];

/** How the API behaves as a whole. */
export function Overview({ baseUrl }: { baseUrl: string }) {
  return (
    <Section id="overview" title="Overview">
      <p className="max-w-3xl">
        A REST API over HTTPS. Every call starts with the base URL below and returns JSON. There is no sandbox: calls
        write production records and may send real email.
      </p>
      <CodeBlock label="Base URL" code={`${baseUrl}/api/v1`} />
      <Sentences items={CONVENTIONS} />
      <p className="max-w-3xl">
        To generate a client, use the <TextLink href="/docs/openapi.json">OpenAPI 3.1 document</TextLink>.
      </p>
    </Section>
  );
}

const KEY_ROTATION = [
  "Create a new key in the portal.",
  "Deploy it while the old one still works.",
  "Watch the old key’s `lastUsedAt` in the portal until it stops changing.",
  "Revoke the old key, or let the portal revoke it after 24 hours.",
];

/** How to send an API key, and how to rotate one. */
export function Authentication() {
  return (
    <Section id="authentication" title="Authentication">
      <p className="max-w-3xl">
        <InlineText text="Send a live key with every request, as `Authorization: Bearer svc_live_…`. You create keys in the " />
        <TextLink href="/portal">partner portal</TextLink>
        <InlineText text=", up to ten at a time. We show the secret once and keep only its hash." />
      </p>
      <Prose text="A key is `svc_live_`, 32 random characters and a 6-character checksum. The portal shows the first and last 4 of the 32, and a dot for each checksum character: `svc_live_AbCd…WxYz••••••`." />
      <CodeBlock
        label="Shell"
        code={`export ${KEY_VARIABLE}='svc_live_…'   # the examples on this page read the key from here`}
      />
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
        <li>
          <InlineText text="Missing header, or unknown, revoked or expired key: 401, without a `code`." />
        </li>
        <li>
          <InlineText text="Test key, which starts with `svc_test_`: 403 `TEST_MODE_UNAVAILABLE`. New partners get one; create a live key first." />
        </li>
        <li>Inactive partner account: 403.</li>
      </ul>
      <h3 className="font-semibold">Rotating a key</h3>
      <Sentences items={KEY_ROTATION} ordered />
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

/** The request limits, their headers, and what to do over the limit. */
export function Limits({ limits }: { limits: LimitNumbers }) {
  return (
    <Section id="limits" title="Limits">
      <FactsTable
        caption="Request limits"
        columns={["Requests", "Counted per", "Within"]}
        rows={[
          [
            String(limits.key),
            "Key, for all calls together. Includes test keys and keys of inactive partners",
            "60 seconds",
          ],
          [String(limits.unkeyed), "IP address, for requests without a valid key", "60 seconds"],
          [String(limits.flood), "IP address, for all requests", "60 seconds"],
        ]}
      />
      <Prose text="The window slides. Every response has `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`: the time in epoch milliseconds when the oldest counted request leaves the window. Over the limit, we return 429. Wait for `Retry-After` seconds plus a random delay, then retry. Requests that get a 429 don’t count." />
      <CodeBlock label="Over the limit" code={TOO_MANY} />
    </Section>
  );
}

const CHANGES = [
  "The version is in the path, `/api/v1/`. There is no version header.",
  "We add optional fields, calls, event types and error codes without notice. Ignore unknown fields, and treat an unknown code like its HTTP status.",
  "A breaking change gets a new version in the path.",
];

/** What may change, and what will not. */
export function Versioning() {
  return (
    <Section id="versioning" title="Versioning">
      <Sentences items={CHANGES} />
    </Section>
  );
}
