import { InlineText } from "../inline-text";
import { Section } from "../section";

const RULES = [
  "The version stands in the path, `/api/v1/`. There is no version header.",
  "New optional fields, calls, event types and error codes appear without notice. Ignore fields that you do not know, and treat an unknown code as its HTTP status.",
  "A change that could break a client comes as a new version of the path.",
];

/** What may change, and what will not. */
export function Versioning() {
  return (
    <Section id="versioning" title="Versioning">
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
        {RULES.map((rule) => (
          <li key={rule}>
            <InlineText text={rule} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
