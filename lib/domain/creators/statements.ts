import { randomInt } from "node:crypto";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockUser } from "@/lib/domain/parties/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import type { PublishedStatement, StatementInput, StatementText } from "./statement-schemas";

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

/**
 * Publishes a person's saved statement as a new dated version. Keeps earlier versions. Does nothing for an unchanged
 * text. Platforms get the URL while their account is active. Throws `NotFound` before the first save, 409
 * `not_verified`, `InvalidField` for a text that contains the legal name.
 */
export function publishStatement(ctx: Ctx<PersonActor>): Promise<{ published: boolean; version: number }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const draft = await tx.statement.findUnique({ where: { userId } });
    if (!draft) throw new NotFound("Save your statement first");
    if ((await tx.identity.count({ where: { userId } })) === 0) {
      throw new Conflict("not_verified", "You can publish it once your ID is verified");
    }
    await refuseLegalName(tx, userId, { ...draft, address: chosenPart(draft.slug) });
    const latest = await tx.statementVersion.findFirst({ where: { userId }, orderBy: { version: "desc" } });
    const text = textOf(draft);
    if (latest && latest.version === draft.publishedVersion && isSame(textOf(draft), latest)) {
      return { published: false, version: latest.version };
    }
    const version = (latest?.version ?? 0) + 1;
    await tx.statementVersion.create({ data: { userId, version, ...text, publishedAt: clock.now() } });
    await tx.statement.update({ where: { userId }, data: { publishedVersion: version } });
    record(tx, {
      ctx,
      action: "statement.published",
      subject: { kind: "person", id: userId },
      detail: { version, slug: draft.slug },
    });
    return { published: true, version };
  });
}

/**
 * Withdraws a person's public statement. `withdrawn` is false if none was public. Keeps its versions. The URL then
 * answers like an unknown one.
 */
export function withdrawStatement(ctx: Ctx<PersonActor>): Promise<{ withdrawn: boolean }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const { count } = await tx.statement.updateMany({
      where: { userId, publishedVersion: { not: null } },
      data: { publishedVersion: null },
    });
    if (count > 0) record(tx, { ctx, action: "statement.withdrawn", subject: { kind: "person", id: userId } });
    return { withdrawn: count > 0 };
  });
}

/**
 * Saves a person's statement. The public version doesn't change until they publish, except for `indexable`, which takes
 * effect at once. Throws `InvalidField` for a text that contains the legal name, and for a new URL while the statement
 * is public.
 */
export function saveStatement(ctx: Ctx<PersonActor>, input: StatementInput): Promise<void> {
  const { address, ...text } = input;
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    await refuseLegalName(tx, userId, input);
    const saved = await tx.statement.findUnique({ where: { userId }, select: { slug: true, publishedVersion: true } });
    const moves = saved !== null && chosenPart(saved.slug) !== address;
    if (moves && saved.publishedVersion !== null) {
      throw new InvalidField(
        "address",
        "Your statement is public under this address. Withdraw it before you change it.",
      );
    }
    const now = clock.now();
    const slug = saved && !moves ? saved.slug : newSlug(address);
    await tx.statement.upsert({
      where: { userId },
      create: { userId, slug, ...text, createdAt: now, updatedAt: now },
      update: { slug, ...text, updatedAt: now },
    });
    record(tx, { ctx, action: "statement.saved", subject: { kind: "person", id: userId } });
  });
}

const words = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Whether a text contains every word of a name, in any order, case and spelling of accents. */
export function containsName(text: string, name: string): boolean {
  const textWords = new Set(words(text));
  const nameWords = words(name);
  return nameWords.length > 0 && nameWords.every((word) => textWords.has(word));
}

/** Throws `InvalidField` for a public field, including the URL, that contains the legal name on the person's ID. */
async function refuseLegalName(
  tx: Tx,
  userId: string,
  { displayName, workTitle, address }: { displayName: string; workTitle: string | null; address: string },
): Promise<void> {
  const identity = await tx.identity.findUnique({ where: { userId }, select: { legalName: true } });
  if (!identity) return;
  for (const [field, text] of Object.entries({ displayName, workTitle, address })) {
    if (text && containsName(text, identity.legalName)) {
      throw new InvalidField(
        field,
        "This is the name on your ID. The statement is public, so use the name you publish under.",
      );
    }
  }
}
