import type { Tx } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";

const words = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Whether a text holds every word of a name, in whatever order, case and spelling of accents. */
export function holdsName(text: string, name: string): boolean {
  const shown = new Set(words(text));
  const wanted = words(name);
  return wanted.length > 0 && wanted.every((word) => shown.has(word));
}

/**
 * Makes sure that what goes public, its address included, does not hold the legal name on the person's ID. Throws
 * `InvalidField` for the field that does.
 */
export async function refuseLegalName(
  tx: Tx,
  userId: string,
  { displayName, workTitle, address }: { displayName: string; workTitle: string | null; address: string },
): Promise<void> {
  const identity = await tx.identity.findUnique({ where: { userId }, select: { legalName: true } });
  if (!identity) return;
  for (const [field, text] of Object.entries({ displayName, workTitle, address })) {
    if (text && holdsName(text, identity.legalName)) {
      throw new InvalidField(
        field,
        "This is the name on your ID. The statement is public: use the name you publish under.",
      );
    }
  }
}
