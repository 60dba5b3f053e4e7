import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import type { CallError } from "@/lib/api/reference/calls";
import { KEY_VARIABLE } from "@/lib/api/reference/examples";
import { InlineText, Prose, Section, Sentences } from "./section";
import { ErrorsTable, FactsTable } from "./tables";

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
        To generate a client, use the{" "}
        <a href="#descriptions" className="text-accent-text underline underline-offset-4">
          OpenAPI document
        </a>
        .
      </p>
    </Section>
  );
}

const DOCUMENTS = [
  ["[/docs/openapi.json](/docs/openapi.json)", "OpenAPI 3.1: every call, and webhooks."],
  ["[/docs/asyncapi.json](/docs/asyncapi.json)", "AsyncAPI 3: the events that webhooks deliver."],
  [
    "[/schemas/collab_scene.greenlit.json](/schemas/collab_scene.greenlit.json)",
    "The JSON Schema of one event. Each event type has one, and each named body, such as `/schemas/LogContentBody.json`.",
  ],
] as const;

/** What programs read instead of these pages. */
export const Descriptions = () => (
  <Section id="descriptions" title="Descriptions for tools">
    <Prose text="These documents say the same as this reference, from the same declarations. Their addresses never change, and pages of any origin may read them." />
    <FactsTable caption="Descriptions of the API" columns={["Address", "Content"]} rows={DOCUMENTS} />
  </Section>
);

/** The gist of a part that has its own page. Its id stays, because partners link to it. */
export const Elsewhere = ({ id, title, text }: { id: string; title: string; text: string }) => (
  <Section id={id} title={title}>
    <Prose text={text} />
  </Section>
);

const INSTALLING = (baseUrl: string) => `npm install ${baseUrl}/docs/vellum-client.tgz
export VELLUM_URL=${baseUrl} VELLUM_API_KEY='svc_live_…'`;

const CALLING = `import { createClient, dataOf } from "vellum-client";

const { VELLUM_URL: baseUrl = "", VELLUM_API_KEY: apiKey = "" } = process.env;
const vellum = createClient({ baseUrl, apiKey });
const { found, verified } = dataOf(
  await vellum.POST("/api/v1/talent/check", { body: { email: "creator@example.com" } }),
);
console.log(found, verified);`;

const COMMANDS = `npx vellum listen http://localhost:4000/webhooks   # your events, posted to your machine
npx vellum trigger collab_scene.greenlit           # one example event, marked as a test
npx vellum verify certificate certificate.jwt`;

/** The package for partners who use Node. Its README has the rest. */
export function NodeClient({ baseUrl }: { baseUrl: string }) {
  return (
    <Section id="client" title="Client for Node">
      <Prose text="`vellum-client` has every call of this reference with its types. It retries what is safe to retry, uploads a compliance copy in one call, verifies webhooks, and follows the event feed from where it stopped. Its README has an example of each." />
      <CodeBlock label="Shell" language="shell" code={INSTALLING(baseUrl)} />
      <CodeBlock label="Node" language="node" code={CALLING} />
      <Prose text="The same package has the `vellum` command. `listen` posts your events to a local URL, signed and in order, so you can write a receiver before it has a public address. `trigger` posts one example there; nothing happens at our side." />
      <CodeBlock label="Shell" language="shell" code={COMMANDS} />
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
        language="shell"
        code={`export ${KEY_VARIABLE}='svc_live_…'   # the examples on this page read the key from here`}
      />
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
        <li>
          <InlineText text="Missing header, unknown, revoked or expired key, or a call from outside the key’s networks: 401, without a `code`." />
        </li>
        <li>
          <InlineText text="Test key, which starts with `svc_test_`: 403 `TEST_MODE_UNAVAILABLE`. New partners get one; create a live key first, and rehearse events in the portal." />
        </li>
        <li>Inactive partner account: 403.</li>
        <li>
          <InlineText text="Restricted key that may not make this call: 403 `insufficient_scope`." />
        </li>
      </ul>
      <p className="max-w-3xl">
        A key has full access unless you restrict it in the portal: to some areas of this API, to reading them, or to
        your own networks. A call that only reads is a GET, a talent check or a certificate’s verification.
      </p>
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
      <Prose text="The window slides. Every response has `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`: the time in epoch milliseconds when the oldest counted request leaves the window. Over the limit, we return 429. Wait for `Retry-After` seconds plus a random delay, then retry. Requests that get a 429 don’t count. The portal’s API keys page shows the limits in force for you. If you need more, ask us. To send many creators or depictions in one call, use the bulk calls: each line counts as a request." />
      <CodeBlock label="Over the limit" language="http" code={TOO_MANY} />
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

const STATUSES = [
  ["`pending_id_verification`", "Not active yet, for any reason.", "Send the creator to `onboardingUrl`."],
  [
    "`subscribed_pending_id`",
    "Paid for, but the ID is not verified yet.",
    "Send the creator to `onboardingUrl`. No uploads yet.",
  ],
  ["`active`", "Paid for and verified. We keep the records.", "Allow uploads, in this status only."],
  ["`suspended`", "Suspended. `suspendReason` says why.", "Block uploads."],
] as const;

const REASONS = [
  ["`subscription_lapsed`", "The creator’s own subscription ended.", "The creator pays again."],
  ["`platform_lapsed`", "Your platform fee lapsed.", "You pay the fee."],
  ["`partner_deactivated`", "You deactivated the creator.", "Only your reactivate call."],
  ["`platform_deactivated`", "We suspended the account.", "We lift it."],
  ["`manual_suspension`", "We suspended the account.", "We lift it."],
] as const;

/** The statuses of an account, and what to do about each. */
export function Statuses() {
  return (
    <Section id="statuses" title="Statuses of a solo account">
      <Prose text="There are four values. Block uploads for every status except `active`. A status never reveals whether the person already had an account with us, or agreed to be linked to you. Only calls about a creator’s content do: if we asked the person and they have not agreed, we refuse with `CONSENT_PENDING` or `CONSENT_DECLINED`." />
      <FactsTable caption="Statuses" columns={["Status", "Meaning", "What you do"]} rows={STATUSES} />
      <h3 className="font-semibold">Why an account is suspended</h3>
      <FactsTable caption="Suspend reasons" columns={["suspendReason", "Meaning", "What clears it"]} rows={REASONS} />
    </Section>
  );
}

const ERROR_BODY = `{
  "error": "email must be an email address",
  "code": "invalid_field",
  "field": "email",
  "errors": [
    { "code": "invalid_field", "field": "email", "message": "email must be an email address" },
    { "code": "missing_parameter", "field": "callbackUrl", "message": "callbackUrl is required. Did you send it as callback_url?" }
  ]
}`;

/** The format of errors, and the errors that any call can return. */
export function Errors({ errors }: { errors: readonly CallError[] }) {
  return (
    <Section id="errors" title="Errors">
      <Prose text="Every error has this format. Rely on the HTTP status. `code` tells causes of the same status apart; treat an unknown `code` like its status. `field` is the dotted path of the invalid field. If a request isn’t valid, `errors` lists every problem, and the rest is about the first. The texts are for people and may change." />
      <CodeBlock label="400" language="json" code={ERROR_BODY} />
      <p className="max-w-3xl">
        Any call can return these errors. Others are listed with their call. After a 500 or a timeout, retry with
        exponential backoff. The calls that are safe to repeat are listed under{" "}
        <TextLink href="/docs/idempotency-and-retries">Idempotency and retries</TextLink>. Each code has a{" "}
        <TextLink href="/docs/errors">page</TextLink> with its cause and its fix.
      </p>
      <ErrorsTable caption="Errors of every call" errors={errors} />
    </Section>
  );
}

const CALLS = [
  [
    "Provision a solo account",
    "Your `externalUserId`, then the email address",
    "200 with the existing account. If it is active, we send `solo_account.verified` again.",
  ],
  ["Deactivate", "The account", "200 with `deactivated: false`."],
  ["Reactivate", "The account", "200 with `reactivated: false`."],
  [
    "Log content",
    "Your `externalContentId`; without one, the `contentUrl`",
    "200 with `duplicate: true`, even if the content was taken down since. The record doesn’t change, whatever the body says.",
  ],
  ["Confirm a compliance copy", "The content", "200 with the stored copy. We send no second event."],
  ["Take content down", "Your `externalContentId`", "200 with `deleted: false`."],
  [
    "Create a scene",
    "Nothing: each call creates one",
    "A second scene, with its own fee and invitations. After a timeout, look for `collab_scene.created` before you call again.",
  ],
  [
    "Create a production",
    "Nothing: each call creates one",
    "A second production. Look in the portal before you call again.",
  ],
  ["Cancel a scene", "The scene", "200 with the first `cancelledAt`."],
  ["Extend a scene", "The scene and you", "200. An unpaid fee is tried again; a paid one is never charged twice."],
  [
    "Register a publication",
    "Your `contentUrl`",
    "409 `duplicate_publication`, even if the publication was removed since.",
  ],
  ["Create an upload session", "Nothing: each call creates one", "A second session. Both links work."],
  ["Remove a publication", "The publication", "200 with the first `removedAt` and a `message`."],
] as const;

/** Which calls are safe to repeat, and how we recognize a repeat. */
export function Repeating() {
  return (
    <Section id="repeating" title="Repeating a call">
      <Prose text="There is no idempotency header; we ignore one if you send it. We recognize a repeat by what the call is about. It changes nothing and returns the existing record." />
      <FactsTable
        caption="Calls that may be repeated"
        columns={["Call", "Recognized by", "Response to a repeat"]}
        rows={CALLS}
      />
    </Section>
  );
}

const WAITS = [
  ["429", "`Retry-After` seconds, plus a random second. Then repeat any call: it wasn’t tried."],
  ["503 with `Retry-After`", "That many seconds. Then repeat any call."],
  ["503 without `Retry-After`", "The call may have taken effect. Look first, as the error says, then decide."],
  ["500, or no answer", "1 second, then 2, 4, 8, each with a random part. Repeat only calls that are safe to repeat."],
  ["400, 403, 404, 409, 422", "Don’t repeat. Read `code`, and fix the cause."],
  ["401", "Don’t repeat. Check the key."],
] as const;

const REPEAT_RULES = [
  "Send your own ids: `externalUserId` for creators, `externalContentId` for content, `id` for verification jobs. They make a call safe to repeat.",
  "Set a timeout of at least 30 seconds. Creating a scene can wait 10 seconds for the card.",
  "Three calls have an effect each time: creating a scene, an upload session and a production. Write down that you are about to call, and look for the result before you call again. Registering a publication has one effect, but its repeat answers 409, so look at the scene first there too.",
] as const;

/** When a failed call may be sent again. */
export const Retrying = () => (
  <Section id="retrying" title="When to retry">
    <Prose text="The status decides whether to retry, and the call decides whether that is safe. The [client for Node](/docs/guide#client) does all of this." />
    <FactsTable caption="What to do by status" columns={["Status", "What you do"]} rows={WAITS} />
    <Sentences items={REPEAT_RULES} />
  </Section>
);
