import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { masterKeyPrefixes, open, SealBroken, seal } from "@/lib/platform/crypto";
import { db, inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import type { IdentityLikeness } from "@/prisma/generated/client";
import { logUnreadable, openDocumentNumber, personKey, personKeys, withFacts } from "./id-facts";
import {
  COMPARED,
  hashPhoto,
  isSamePhoto,
  keptHashes,
  markOf,
  OF_64_BITS,
  type PhotoHashes,
  photoKeys,
  photoMarks,
  readHashes,
} from "./photo-marks";
import { readPhoto } from "./photos";

// What is sealed can't be compared, so each sent check gets marks: HMACs under a key derived from the master key, which say that two
// checks are alike and nothing else. A job makes them, compares them with everyone else's, and keeps the pairs.

const MARK = "mark_identity_check";

/** Compares a check with those of other people, behind the request that sent it. */
export const queueMarks = (tx: Pick<Tx, "$executeRaw">, checkId: string): Promise<void> =>
  // Pictures are decoded one at a time.
  enqueue(tx, MARK, { checkId }, { jobKey: `${MARK}:${checkId}`, queueName: "identity marks" });

/** Makes a check's marks and finds its duplicates. A repeat changes nothing. */
export const markCheckTask = defineTask(MARK, z.object({ checkId: z.string() }), async ({ checkId }) => {
  await countTry(checkId);
  try {
    // In a transaction of its own: of two checks that are marked at once, the later one sees the other.
    const marks = await makeMarks(checkId);
    if (marks) await compare(marks);
  } catch (error) {
    logUnreadable(error, checkId);
  }
});

const AT_ONCE = 500;
/** So many tries without marks end them: what can't be read stays so. The check's page then keeps saying that it wasn't compared. */
const TRIES_MOST = 5;

/** Notes a try before it is made, so that one that kills the process counts. Marks of an earlier master key stay until there are new ones. */
const countTry = (checkId: string) => db.$executeRaw`
  INSERT INTO identity_marks (check_id, user_id, photo_marks, photo_hashes, made_under, made_at, tries)
  SELECT id, user_id, '{}', ''::bytea, ${masterKeyPrefixes().current}, ${clock.now()}, 1 FROM identity_checks
  WHERE id = ${checkId} AND status <> 'draft'
  ON CONFLICT (check_id) DO UPDATE SET tries = identity_marks.tries + 1`;

/** Queues the checks without marks, or with marks of an earlier master key or version, that weren't tried too often. */
export const markMissingTask = defineTask("mark_missing_identity_checks", z.unknown(), async (_, { signal }) => {
  for (let after = "", page = await nextUnmarked(after); page.length > 0; page = await nextUnmarked(after)) {
    signal?.throwIfAborted();
    const ids = page;
    await inTransaction(async (tx) => {
      for (const id of ids) await queueMarks(tx, id);
    });
    after = ids.at(-1) ?? after;
  }
});

export const markMissingSchedule: Schedule = { task: markMissingTask, cron: "25 * * * *" };

async function nextUnmarked(after: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT k.id FROM identity_checks k WHERE k.status <> 'draft' AND k.id > ${after} AND NOT EXISTS (
      SELECT FROM identity_marks m WHERE m.check_id = k.id
        AND (m.tries >= ${TRIES_MOST} OR m.compared_at IS NOT NULL AND m.made_under = ${masterKeyPrefixes().current} AND NOT ${OF_64_BITS}))
    ORDER BY k.id LIMIT ${AT_ONCE}`;
  return rows.map(({ id }) => id);
}

/** Whether the photos of some checks can't be compared yet, because a version before PDQ made their marks. */
export async function areOlderMarks(tx: Pick<Tx, "$queryRaw">): Promise<boolean> {
  const [{ some } = { some: false }] = await tx.$queryRaw<{ some: boolean }[]>`
    SELECT EXISTS (SELECT FROM identity_marks WHERE ${OF_64_BITS} AND tries < ${TRIES_MOST}) AS some`;
  return some;
}

type Marks = {
  checkId: string;
  userId: string;
  numberMark: bigint | null;
  personMark: bigint | null;
  hashes: PhotoHashes;
};

const contextOf = ({ checkId, userId }: Pick<Marks, "checkId" | "userId">) => ["identity-marks", checkId, userId];

/** Null for a draft, and for a check that is gone. */
async function makeMarks(checkId: string): Promise<Marks | null> {
  const found = await db.identityCheck.findUnique({ where: { id: checkId }, include: { photos: true } });
  if (!found || found.status === "draft") return null;
  const [check] = await withFacts(db, [found]);
  if (!check) return null;
  const { userId, legalName, birthDate, documentCountry, photosAskedAt } = check;
  const number = await openDocumentNumber(db, check);
  const hashes: PhotoHashes = {};
  for (const kind of COMPARED.filter((one) => check.photos.some((photo) => photo.kind === one))) {
    const hash = await hashPhoto((await readPhoto({ checkId, userId, kind, photosAskedAt })).jpeg);
    if (hash) hashes[kind] = hash;
  }
  const marks: Marks = {
    checkId,
    userId,
    numberMark: number === null ? null : markOf("number", documentCountry ?? "", plainNumber(number)),
    personMark:
      legalName && birthDate ? markOf("person", plainName(legalName), birthDate.toISOString().slice(0, 10)) : null,
    hashes,
  };
  const { numberMark, personMark } = marks;
  const sealed = seal(keptHashes(hashes), await personKey(db, userId), contextOf(marks));
  await db.$executeRaw`
    INSERT INTO identity_marks (check_id, user_id, number_mark, person_mark, photo_marks, photo_hashes, made_under, made_at)
    SELECT id, user_id, ${numberMark}, ${personMark}, ${photoMarks(hashes)}::bigint[], ${sealed}, ${masterKeyPrefixes().current}, ${clock.now()}
    FROM identity_checks WHERE id = ${checkId}
    ON CONFLICT (check_id) DO UPDATE SET number_mark = excluded.number_mark, person_mark = excluded.person_mark,
      photo_marks = excluded.photo_marks, photo_hashes = excluded.photo_hashes, made_under = excluded.made_under,
      made_at = excluded.made_at, compared_at = NULL`;
  return marks;
}

/** The most alike first. More would be photos that all look the same, such as documents of one kind. */
const CANDIDATES_MOST = 1_000;

type Candidate = {
  checkId: string;
  userId: string;
  sameNumber: boolean | null;
  samePerson: boolean | null;
  photoHashes: Uint8Array;
};

async function compare(marks: Marks): Promise<void> {
  const { checkId, userId, numberMark, personMark, hashes } = marks;
  const keys = photoKeys(hashes);
  // Each key alone: of thousands in one condition, PostgreSQL would compare each with each mark of each row.
  const found = await rowsIn<Candidate>(db)`
    WITH alike AS (
      SELECT m.check_id, count(*) AS shared FROM unnest(${keys}::bigint[]) AS key JOIN identity_marks m ON m.photo_marks @> ARRAY[key]
      WHERE m.user_id <> ${userId} GROUP BY m.check_id ORDER BY shared DESC, m.check_id DESC LIMIT ${CANDIDATES_MOST}),
    ids AS (
      SELECT check_id FROM alike UNION SELECT check_id FROM identity_marks WHERE number_mark = ${numberMark}
      UNION SELECT check_id FROM identity_marks WHERE person_mark = ${personMark})
    SELECT m.check_id, m.user_id, m.number_mark = ${numberMark} AS same_number, m.person_mark = ${personMark} AS same_person, m.photo_hashes
    FROM ids JOIN identity_marks m USING (check_id) LEFT JOIN alike a USING (check_id)
    WHERE m.user_id <> ${userId}
    ORDER BY same_number DESC NULLS LAST, same_person DESC NULLS LAST, a.shared DESC NULLS LAST, m.check_id DESC LIMIT ${CANDIDATES_MOST}`;
  const keyOf = await personKeys(db, [...new Set(found.map((one) => one.userId))]);
  const pairs = found.flatMap((other) => {
    const likenesses: IdentityLikeness[] = [
      ...(other.sameNumber ? (["document_number"] as const) : []),
      ...(other.samePerson ? (["name_and_birth_date"] as const) : []),
      ...(isSamePhoto(hashes, hashesOf(other, keyOf)) ? (["photo"] as const) : []),
    ];
    return likenesses.map((likeness) => ({ otherId: other.checkId, likeness, foundAt: clock.now() }));
  });
  await inTransaction(async (tx) => {
    const both = pairs.flatMap(({ otherId, ...pair }) => [
      { checkId, otherId, ...pair },
      { checkId: otherId, otherId: checkId, ...pair },
    ]);
    await tx.identityDuplicate.createMany({ data: both, skipDuplicates: true });
    await tx.identityMarks.update({ where: { checkId }, data: { comparedAt: clock.now(), tries: 0 } });
  });
}

function hashesOf({ checkId, userId, photoHashes }: Candidate, keyOf: (userId: string) => Buffer) {
  try {
    return readHashes(open(photoHashes, keyOf(userId), contextOf({ checkId, userId })));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    logUnreadable(error, checkId);
    return {};
  }
}

/** Without what people write differently: spaces, hyphens, case. */
const plainNumber = (number: string): string => number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Without accents and case, and in any order of its parts. */
const plainName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== "")
    .sort()
    .join(" ");
