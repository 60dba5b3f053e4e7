import { z } from "zod";
import { isVisible } from "@/lib/platform/wire";
import { quotable } from "../quotable";
import type { Consents } from ".";
import { ACT_LENGTH_MAX, ACTS_MAX, DECLARED_USES, USES, type Use } from "./labels";

type DeclaredUse = (typeof DECLARED_USES)[number];

export const isDeclared = (use: Use): use is DeclaredUse => use !== "depiction";

/** One word of each, whatever their case. */
const noneTwice = (values: readonly string[], context: z.RefinementCtx): void => {
  const seen = new Set<string>();
  for (const [n, value] of values.entries()) {
    if (seen.has(value.toLowerCase())) {
      context.addIssue({ code: "custom", path: [n], message: "must differ from the others" });
      return;
    }
    seen.add(value.toLowerCase());
  }
};

const declaredUses = z
  .array(z.enum(DECLARED_USES))
  .superRefine(noneTwice)
  .optional()
  .meta({
    description:
      "Uses you need consent to. `distribution` is always needed, listed or not, because greenlit means that you may publish. We " +
      "ask for the other two in any case.",
    examples: [["distribution", "download"]],
  });

// Performers read these words in our page and sign them, so nothing in them can look like ours.
const act = z
  .string()
  .transform(quotable)
  .pipe(z.string().max(ACT_LENGTH_MAX).refine(isVisible, { error: "must not be blank" }));

const declaredActs = z
  .array(act)
  .max(ACTS_MAX)
  .superRefine(noneTwice)
  .optional()
  .meta({
    description: `The kinds of act in the scene, in a few plain words each: up to ${ACTS_MAX}, of ${ACT_LENGTH_MAX} characters. Each is asked by itself, and needed.`,
    examples: [["kissing"]],
  });

/** What a scene declares that it needs, and what it keeps of that. */
export const requiredConsents = z
  .object({ uses: declaredUses, acts: declaredActs })
  .transform(({ uses = [], acts = [] }): Consents => {
    const needed: readonly Use[] = ["distribution", ...uses];
    return { uses: USES.filter((use) => needed.includes(use)), acts };
  })
  .optional()
  .describe(
    "What the scene needs each performer's consent to, beside their depiction. Without it, the scene needs distribution only. " +
      "Greenlit permits exactly what the scene needs.",
  );

/** What a scene declared, as its partner reads it. */
export const requiredConsentsOut = z
  .object({
    uses: z.array(z.enum(DECLARED_USES)).describe("The uses that the scene needs consent to."),
    acts: z
      .array(z.string())
      .optional()
      .describe("The kinds of act that you declared. Present only if you created the scene."),
  })
  .optional()
  .describe("What the scene needs each performer's consent to. Present only if its creation said so.");
