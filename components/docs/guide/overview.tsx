import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/text-link";
import { InlineText } from "../inline-text";
import { Section } from "../section";

const RULES = [
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
        {RULES.map((rule) => (
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
