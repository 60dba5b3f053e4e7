import { randomInt } from "node:crypto";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { PublishedStatement, StatementText } from "./schemas";

/** A person's own statement: the draft and the published versions. */
export type OwnStatement = {
  /** The text to publish next. */
  draft: StatementText;
  /** The chosen part of the URL. */
  address: string;
  url: string;
  indexable: boolean;
  published: PublishedStatement | null;
  /** The draft differs from the public version. */
  differs: boolean;
  /** Every published version, latest first. */
  versions: PublishedStatement[];
};

/** A person's saved statement; null before they save one. */
export async function findOwnStatement({ actor: { userId } }: Ctx<PersonActor>): Promise<OwnStatement | null> {
  const found = await db.statement.findUnique({
    where: { userId },
    include: { versions: { orderBy: { version: "desc" }, omit: { userId: true } } },
  });
  if (!found) return null;
  const { slug, indexable, publishedVersion, versions } = found;
  const draft = textOf(found);
  const published = versions.find(({ version }) => version === publishedVersion) ?? null;
  return {
    draft,
    address: chosenPart(slug),
    url: statementUrl(slug),
    indexable,
    published,
    differs: published !== null && !isSame(draft, published),
    versions,
  };
}

/**
 * The public statement at a URL. Null for unknown URLs and withdrawn statements alike. Doesn't depend on the person's
 * accounts, because a former platform could tell from it whether they are active elsewhere.
 */
export async function findPublicStatement(
  slug: string,
): Promise<{ statement: PublishedStatement; indexable: boolean } | null> {
  // Skips the query for text that can't be a URL.
  if (!/^[a-z0-9-]{10,60}$/.test(slug)) return null;
  const found = await db.statement.findFirst({
    where: { slug, publishedVersion: { not: null } },
    select: {
      indexable: true,
      publishedVersion: true,
      versions: { orderBy: { version: "desc" }, take: 1, omit: { userId: true } },
    },
  });
  const statement = found?.versions[0];
  // The public version is always the latest one.
  if (!found || statement?.version !== found.publishedVersion) return null;
  return { statement, indexable: found.indexable };
}

/** A saved statement's text if published now: the person's part and today's custodian. */
export function textOf({
  displayName,
  workTitle,
  producedOn,
}: Pick<StatementText, "displayName" | "workTitle" | "producedOn">): StatementText {
  const { custodianName, custodianTitle, custodianAddress, custodianHours } = env();
  return { displayName, workTitle, producedOn, custodianName, custodianTitle, custodianAddress, custodianHours };
}

/** A statement's public URL. */
const statementUrl = (slug: string): string => `${env().baseUrl}/statements/${slug}`;

/** Whether two statements have the same text. */
export function isSame(text: ReturnType<typeof textOf>, other: Record<string, unknown>): boolean {
  return Object.entries(text).every(([field, value]) => {
    const second = other[field];
    return value instanceof Date && second instanceof Date ? value.getTime() === second.getTime() : value === second;
  });
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const RANDOM_CHARS = 10;

/**
 * The end of a statement's public URL: the chosen part, if any, and ten random characters. So URLs can't be guessed,
 * and every choice is available: a refusal would reveal that another creator has it.
 */
export function newSlug(chosen: string): string {
  const random = Array.from({ length: RANDOM_CHARS }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return chosen ? `${chosen}-${random}` : random;
}

/** The chosen part of a URL. Empty without one. */
export const chosenPart = (slug: string): string => slug.slice(0, -RANDOM_CHARS).replace(/-$/, "");
