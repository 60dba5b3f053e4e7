import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import { asyncapi, oas } from "@stoplight/spectral-rulesets";

// Its own types contradict each other.
const RULES: Record<"openapi" | "asyncapi", RulesetDefinition> = {
  openapi: { extends: [oas as RulesetDefinition] },
  asyncapi: {
    extends: [asyncapi as RulesetDefinition],
    rules: {
      // Few tools read 3.1 yet.
      "asyncapi-latest-version": "off",
      // We publish no address for mail.
      "asyncapi-info-contact-properties": "off",
    },
  },
};

/** Spectral's findings about a document, including warnings and hints. */
export async function problemsOf(document: object, rules: keyof typeof RULES): Promise<unknown[]> {
  const spectral = new Spectral();
  spectral.setRuleset(RULES[rules]);
  const problems = await spectral.run(JSON.stringify(document));
  return problems.map(({ code, message, path }) => [code, message, path.join(".")]);
}

/** The values of every member with this name, at any depth. */
export function* membersOf(value: unknown, wanted: string): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === wanted && typeof member === "string") yield member;
    yield* membersOf(member, wanted);
  }
}
