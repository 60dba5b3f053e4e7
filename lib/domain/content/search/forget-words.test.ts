import { expect, it } from "vitest";
import { eraseDepiction } from "@/lib/domain/content/erase-depiction";
import { eraseExpiredTask } from "@/lib/domain/content/erase-expired";
import { db, inTransaction } from "@/lib/platform/db";
import { makeAccount, makeDepiction, makePartner, makeUser, systemCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/fill-whole-search";
import { firstRun } from "@/lib/testing/run-jobs";
import { addToSearch, removeFromSearch } from "./add-to-search";
import { forgetWords } from "./forget-words";
import { wordMark } from "./marks";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** A word without digits that no other test has. */
const word = () => Array.from({ length: 16 }, () => LETTERS[Math.floor(Math.random() * 26)]).join("");

const long = new Date();
long.setUTCFullYear(long.getUTCFullYear() - 8);

const known = async (words: string[]) => {
  const rows = await db.$queryRaw<
    { word: string }[]
  >`SELECT DISTINCT word FROM search_vocabulary WHERE word = ANY (${words})`;
  const found = rows.map((row) => row.word);
  return words.filter((one) => found.includes(one));
};

/** Words of a record that is erased, which none has. */
async function vain(words: string[]) {
  await db.$executeRaw`INSERT INTO search_vocabulary SELECT '', unnest(${words}::text[]) ON CONFLICT DO NOTHING`;
  await db.$executeRaw`INSERT INTO search_words_in_doubt SELECT '', unnest(${words}::text[])`;
}

async function isWaiting(): Promise<boolean | undefined> {
  const rows = await db.$queryRaw<{ waits: boolean }[]>`SELECT EXISTS (
    SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    UNION ALL SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid') AS waits`;
  return rows[0]?.waits;
}

async function setUp() {
  const partner = await makePartner();
  const person = await makeUser();
  const account = await makeAccount(partner, { status: "active", userId: person.id });
  return { account, make: (given: object) => makeDepiction(partner, { accountId: account.id, ...given }) };
}

it("forgets words with the last record that has them, of the index too, and none before", async () => {
  const { make } = await setUp();
  const [gone, shared, indexed] = [word(), word(), word()];
  await make({ title: `${gone} ${shared}`, productionDate: long, createdAt: long });
  const young = await make({ title: `Young ${shared}` });
  // Erased itself; the index of who appears has an entry of it that is younger.
  await make({ title: indexed, productionDate: long });
  await fillWholeSearch();
  expect(await known([gone, shared, indexed])).toEqual([gone, shared, indexed]);
  await eraseExpiredTask.run({}, firstRun);
  expect(await known([gone, shared, indexed])).toEqual([shared, indexed]);
  expect(await db.depiction.count({ where: { id: young.id } })).toBe(1);
  // Again, it is there again.
  await make({ title: gone });
  await fillWholeSearch();
  expect(await known([gone])).toEqual([gone]);
});

it("looks again at a word whose last record is erased while it is looked at", async () => {
  const { make } = await setUp();
  const title = word();
  const { id, partnerId, contentUrl } = await make({ title, productionDate: long, createdAt: long });
  await fillWholeSearch();
  await vain([title]);
  let forgetting: Promise<void> | undefined;
  await inTransaction(async (tx) => {
    await eraseDepiction(tx, systemCtx(), { depictionId: id, reason: "Over" });
    await tx.indexEntry.deleteMany({ where: { depictionId: id } });
    await removeFromSearch(tx, { id, partnerId, title, contentUrl, externalContentId: null });
    forgetting = forgetWords();
    // It waits for the word that is noted anew, and does not take the record to be there.
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true);
  });
  await forgetting;
  await forgetWords();
  expect(await known([title])).toEqual([]);
});

it("ends between two batches when the worker has to stop", async () => {
  const words = Array.from({ length: 250 }, word);
  await vain(words);
  await expect(forgetWords(AbortSignal.abort())).rejects.toThrow("aborted");
  expect((await known(words)).length).toBe(150);
  await forgetWords();
  expect(await known(words)).toEqual([]);
});

it("forgets a word that shares its mark with another's record", async () => {
  const { make } = await setUp();
  const [first, other] = [word(), word()];
  const { id } = await make({ title: first });
  await fillWholeSearch();
  await vain([first, other]);
  await db.$executeRaw`UPDATE depiction_search SET marks = marks || ${wordMark(other, null)}::int WHERE depiction_id = ${id}`;
  await forgetWords();
  expect(await known([first, other])).toEqual([first]);
});

it("keeps a word that a record is put into the search with at that moment", async () => {
  const { make } = await setUp();
  const title = word();
  const { id } = await make({ title });
  await vain([title]);
  let forgetting: Promise<void> | undefined;
  await inTransaction(async (tx) => {
    await addToSearch(tx, [id]);
    forgetting = forgetWords();
    // It waits for this to end.
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true);
  });
  await forgetting;
  expect(await known([title])).toEqual([title]);
});
