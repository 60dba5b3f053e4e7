import type { Ctx, PersonActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { isSame } from "./publish-statement";
import type { PublishedStatement, StatementText } from "./schemas";
import { chosenPart } from "./slugs";
import { statementUrl, textOf } from "./statement-text";

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
