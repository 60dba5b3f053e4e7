import { CodeBlock } from "@/components/ui/code-block";
import type { CallError } from "@/lib/api/reference/calls";
import { FactsTable } from "../facts-table";
import { InlineText } from "../inline-text";
import { Section } from "../section";

const BODY = `{
  "error": "email must be an email address",
  "code": "invalid_field",
  "field": "email"
}`;

/** The one shape of every error, and those that any call can answer. */
export function Errors({ errors }: { errors: readonly CallError[] }) {
  return (
    <Section id="errors" title="Errors">
      <p className="max-w-3xl">
        <InlineText text="Every error has this one flat shape. The HTTP status is what to rely on. `code` narrows it down where there is more than one cause; treat an unknown `code` as its status. `field` names the field at fault, as a dotted path. The text of `error` is for people and may change." />
      </p>
      <CodeBlock label="400" code={BODY} />
      <p className="max-w-3xl">
        Any call can answer these. What is particular to a call stands with it. After a 500, or when nothing answers,
        try again with growing pauses: calls that may be repeated are listed under{" "}
        <a href="#repeating" className="text-accent-text underline underline-offset-4">
          Repeating a call
        </a>
        .
      </p>
      <FactsTable
        caption="Errors of every call"
        columns={["Status", "Code", "When"]}
        rows={errors.map(({ status, code, when }) => [String(status), code ? `\`${code}\`` : "none", when])}
      />
    </Section>
  );
}
