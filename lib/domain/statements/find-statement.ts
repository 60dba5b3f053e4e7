import { randomInt } from "node:crypto";
import type { Ctx, PersonActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { PublishedStatement, StatementText } from "./schemas";

/** A person's own statement: the draft, and what is public of it. */
export type OwnStatement = {
  /** What would be published now. */
  draft: StatementText;
  /** The part of the address that was chosen. */
  address: string;
  url: string;
  indexable: boolean;
  published: PublishedStatement | null;
  /** The draft says something else than what is public. */
  differs: boolean;
  /** Everything that was ever published, the latest first. */
  versions: PublishedStatement[];
};

/** The statement that a person has saved; null before they did. */
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
 * What the public reads at an address. Null for an address that never was and for a statement that was withdrawn: the two
 * are not told apart. It does not rest on the person's accounts: a platform that was given the address once, and is not
 * their platform any more, would see from it whether they are active on another. The records stay in custody all the same.
 */
export async function findPublicStatement(
  slug: string,
): Promise<{ statement: PublishedStatement; indexable: boolean } | null> {
  // What cannot be an address is not looked for.
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

/** What a saved statement says if it is published now: the person's words, and who keeps the records today. */
export function textOf({
  displayName,
  workTitle,
  producedOn,
}: Pick<StatementText, "displayName" | "workTitle" | "producedOn">): StatementText {
  const { custodianName, custodianTitle, custodianAddress, custodianHours } = env();
  return { displayName, workTitle, producedOn, custodianName, custodianTitle, custodianAddress, custodianHours };
}

/** Where a statement can be read by everybody. */
const statementUrl = (slug: string): string => `${env().baseUrl}/statements/${slug}`;

/** Whether two statements say the same. */
export function isSame(text: ReturnType<typeof textOf>, other: Record<string, unknown>): boolean {
  return Object.entries(text).every(([field, said]) => {
    const also = other[field];
    return said instanceof Date && also instanceof Date ? said.getTime() === also.getTime() : said === also;
  });
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const DRAWN = 10;

/**
 * The end of a statement's public address: the part that was chosen, if any, and ten characters drawn by lot. So nobody
 * guesses an address, and no choice is ever taken: being refused one would tell that somebody else has it.
 */
export function drawSlug(chosen: string): string {
  const drawn = Array.from({ length: DRAWN }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return chosen ? `${chosen}-${drawn}` : drawn;
}

/** The part of an address that was chosen; empty where none was. */
export const chosenPart = (slug: string): string => slug.slice(0, -DRAWN).replace(/-$/, "");
