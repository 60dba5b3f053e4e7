import { CodeBlock } from "@/components/ui/code-block";
import { FactsTable } from "../facts-table";
import { InlineText } from "../inline-text";
import { Section } from "../section";

/** The limits in force, in requests a minute. */
export type LimitNumbers = { key: number; unkeyed: number; flood: number };

const ANSWER = `HTTP/1.1 429 Too Many Requests
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
      <CodeBlock label="Over the limit" code={ANSWER} />
    </Section>
  );
}
