import type { Ctx, PersonActor, ProducerActor } from "@/lib/domain/core/context";
import { nameText } from "@/lib/domain/parties/people";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, InvalidField } from "@/lib/platform/errors";
import { insertAlias } from "./aliases";
import { NAME_DIFFERS } from "./labels";
import { AliasName } from "./schemas";

/** The names on a person's record. `legalName` is null until their ID is verified. Names they no longer use stay theirs. */
export type OwnNames = { legalName: string | null; others: { name: string; addedAt: Date }[] };

/** The names of several people, for each of their ids. */
export async function namesOf(
  userIds: readonly string[],
  tx: Pick<Tx, "identity" | "personAlias"> = db,
): Promise<(userId: string) => OwnNames> {
  const where = { userId: { in: [...userIds] } };
  const identities = await tx.identity.findMany({ where, select: { userId: true, legalName: true } });
  const aliases = await tx.personAlias.findMany({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  return (userId) => ({
    legalName: identities.find((one) => one.userId === userId)?.legalName ?? null,
    others: aliases.filter((one) => one.userId === userId).map(({ name, createdAt }) => ({ name, addedAt: createdAt })),
  });
}

/** Whether a signature is a person's legal name, another name of theirs, or neither; `unverified` before there is a legal name. */
type NameMatch = "legal" | "other" | "none" | "unverified";

export function matchName(typed: string, { legalName, others }: OwnNames): NameMatch {
  if (legalName === null) return "unverified";
  if (signsAs(typed, [legalName])) return "legal";
  return signsAs(typed, allNames({ legalName, others })) ? "other" : "none";
}

export const allNames = ({ legalName, others }: OwnNames): string[] => [
  ...(legalName === null ? [] : [legalName]),
  ...others.map(({ name }) => name),
];

/** The last signature under a name that isn't among a person's. `sceneId`: of a release. */
type OtherSignature = { id: string; name: string; at: Date; sceneId: string | null };

/** Names that a person signed with and that aren't among `names`, and the last signature under each. */
export async function findOtherSignatures(
  tx: Pick<Tx, "$queryRaw">,
  userId: string,
  names: readonly string[],
): Promise<OtherSignature[]> {
  const signatures = await tx.$queryRaw<OtherSignature[]>`
    SELECT DISTINCT ON (a.signed_name) a.id, a.signed_name AS name, a.attested_at AS at, p.scene_id AS "sceneId"
    FROM attestations a LEFT JOIN scene_performers p ON p.release_id = a.id
    WHERE a.user_id = ${userId} AND a.signed_name IS NOT NULL AND a.kind IN ('release', 'documentation', 'renewal')
    ORDER BY a.signed_name, a.id DESC`;
  return signatures.filter(({ name }) => !signsAs(name, names));
}

const TYPE_YOUR_NAME = "Type your full name to sign.";

/** The name that somebody types to sign: with a letter, and nothing that changes the direction of text. */
export const SignedName = nameText(200, TYPE_YOUR_NAME).refine(
  (name) => /\p{L}/u.test(name) && !/[\u202a-\u202e\u2066-\u2069]/u.test(name),
  { error: TYPE_YOUR_NAME },
);

type Signature = {
  signedName: string;
  /** Adds the name to the person's record if it isn't there. */
  addsName: boolean;
  /** The id of what they sign. */
  signing: string;
  at: Date;
};

/**
 * Assert that a verified person signs with a name of theirs, or add the name to their record in the same transaction. Anyone
 * may sign who isn't verified: the custodian compares the names with the ID (`findOtherSignatures`). Throws `AppError` 422
 * `name_differs` and `InvalidField`, both about `signedName`.
 */
export async function assertOwnName(
  tx: Tx,
  ctx: Ctx<PersonActor | ProducerActor>,
  { signedName, addsName, signing, at }: Signature,
): Promise<void> {
  const { userId } = ctx.actor;
  if (matchName(signedName, (await namesOf([userId], tx))(userId)) !== "none") return;
  if (!addsName) throw new AppError(422, NAME_DIFFERS, { code: "name_differs", field: "signedName" });
  const name = AliasName.safeParse(signedName);
  if (!name.success) throw new InvalidField("signedName", name.error.issues[0]?.message ?? NAME_DIFFERS);
  await insertAlias(tx, ctx, { name: name.data, at, field: "signedName", signing });
}

/**
 * Whether a typed signature is one of a person's names. Letter case, accents, spacing, hyphens, apostrophes, invisible characters
 * and the order of the names don't count. Names between the first and the last may be left out, added or abbreviated, but not
 * replaced. Letters that only look alike, such as those of another script, differ. Law: 28 CFR 75.2(a)(1).
 */
export function signsAs(typed: string, names: readonly string[]): boolean {
  const signed = readingOf(typed);
  return signed.letters !== "" && names.some((name) => isSameName(signed, readingOf(name)));
}

/** A name as it is compared. */
type Reading = {
  /** What spaces separate: “anne-marie” is one word, because half of it may be another person's name. */
  words: string[];
  /** What spaces and hyphens separate, sorted. */
  parts: string;
  letters: string;
};

function readingOf(name: string): Reading {
  const folded = fold(name);
  const words = split(folded.replace(HYPHENS, ""));
  return { words, parts: split(folded).toSorted().join(" "), letters: words.join("") };
}

const APOSTROPHES = /['’‘‛`´ʹʻʼʽʾʿ′＇]/g;
const HYPHENS = /[\p{Dash}]/gu;
// Accents, and the vowel points of Hebrew and Arabic. Marks of other scripts make another letter.
const ACCENTS = /(?![\u3099\u309a])(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}])\p{Mn}/gu;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

// Letters that have no accent to remove, as people without them on their keyboard type them. The index folds the same way.
const PLAIN: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
  ς: "σ",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

const fold = (name: string): string =>
  name
    .replace(APOSTROPHES, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(INVISIBLE, "")
    .replace(ACCENTS, "")
    .replace(/[øłđðıςßæœþ]/g, (letter) => PLAIN[letter] ?? letter);

const split = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

const isSameName = (signed: Reading, own: Reading): boolean =>
  signed.letters === own.letters || signed.parts === own.parts || differsInMiddleNames(signed.words, own.words);

function differsInMiddleNames(signed: readonly string[], own: readonly string[]): boolean {
  const [first, last] = [own[0], own.at(-1)];
  // A single name must be the whole signature.
  if (own.length < 2 || first === undefined || last === undefined) return false;
  if (without([first, last], signed).length > 0) return false;
  const [missing, added] = [without(own, signed), without(signed, own)];
  return missing.length === 0 || added.every((name) => missing.some((other) => abbreviates(name, other)));
}

/** The words of a name that the other doesn't have. A word that is there twice must be in both twice. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Whether one of two words is the other's initial. */
const abbreviates = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length === 1 && long.startsWith(short);
};
