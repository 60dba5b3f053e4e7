import { expect, it, vi } from "vitest";
import { insertDepiction } from "@/lib/domain/content/insert-depictions";
import { listContent } from "@/lib/domain/content/queries";
import { LogContentBody } from "@/lib/domain/content/schemas";
import { getUploader } from "@/lib/domain/content/uploader";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { keyCtx, makeAccount, makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/fill-whole-search";
import { mortalWorker } from "@/lib/testing/worker-process";
import { addToSearch } from "./add-to-search";
import { fillSearch, startSearchFilling } from "./fill-search";

const worker = mortalWorker();

async function setUp() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const waiting = async () =>
    db.$queryRaw`SELECT FROM depictions_to_search q JOIN depictions d ON d.id = q.depiction_id WHERE d.partner_id = ${partner.id}`;
  const find = async (q: string) => (await listContent(portalCtx(partner, "viewer"), { q })).rows.map(({ id }) => id);
  const make = (title: string) => makeDepiction(partner, { accountId: account.id, title });
  return { partner, account, waiting, find, make };
}

it("finds what was logged as soon as it was put into the search, and lists it before", async () => {
  const { partner, account, waiting, find } = await setUp();
  const uploader = await getUploader(partner.id, account.id);
  const input = LogContentBody.parse({ contentUrl: "https://example.com/1", title: "Fresh from the shoot" });
  const logged = await insertDepiction({ ctx: keyCtx(partner), uploader, input });
  expect(await waiting()).toHaveLength(1);
  expect(await find("fresh")).toEqual([]);
  expect((await listContent(portalCtx(partner, "viewer"), {})).rows.map(({ id }) => id)).toEqual([logged?.id]);
  const filling = startSearchFilling();
  await vi.waitFor(async () => expect(await find("fresh")).toEqual([logged?.id]), { timeout: 60_000 });
  await filling.stop();
  expect(await waiting()).toEqual([]);
});

it("lets several fill at once: each record goes in once, whoever takes it", async () => {
  const { make, find, waiting } = await setUp();
  const mark = `mark${newId()}`;
  const made = await Promise.all(Array.from({ length: 40 }, (_, n) => make(`${mark} of ${n}`)));
  await Promise.all([0, 1, 2, 3].map(fillWholeSearch));
  expect(await waiting()).toEqual([]);
  expect((await find(mark)).sort()).toEqual(made.map(({ id }) => id).sort());
  // Put there again, it stays what and where it was.
  const [first] = made;
  await inTransaction((tx) => addToSearch(tx, [first?.id ?? ""]));
  expect(await find(mark)).toHaveLength(40);
});

it("takes nothing for good that it could not put in", async () => {
  const { make, find, waiting } = await setUp();
  await fillWholeSearch();
  const { id, title } = await make(`Unlucky${newId()}`);
  const stop = new Error("killed between taking and putting in");
  const failing = inTransaction(async (tx) => {
    await tx.$queryRaw`DELETE FROM depictions_to_search RETURNING depiction_id`;
    await addToSearch(tx, [id]);
    throw stop;
  });
  await expect(failing).rejects.toThrow(stop);
  expect(await waiting()).toHaveLength(1);
  expect(await fillSearch()).toBeGreaterThan(0);
  expect(await find(title)).toEqual([id]);
});

it("loses nothing to a worker that is killed in the midst of it", async () => {
  const { partner, account, find, waiting } = await setUp();
  const count = 4_000;
  const mark = `mark${newId()}`;
  await db.$executeRaw`
    WITH logged AS (
      INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type,
        platform, production_date, copy_state, created_at)
      SELECT left(md5('a' || n) || md5('b' || n), 25), left(md5('c' || n), 25), ${partner.id}, ${account.id}, 'post-' || n,
        'https://example.com/' || n, ${mark} || ' of ' || n, 'image', 'Platform', now(), 'missing', now()
      FROM generate_series(1, ${count}::int) AS n RETURNING id)
    INSERT INTO depictions_to_search SELECT id FROM logged`;
  const left = async () => ((await waiting()) as unknown[]).length;
  for (let before = count, deaths = 0; deaths < 3 && before > 0; deaths++) {
    await worker.start();
    await vi.waitFor(async () => expect(await left()).toBeLessThan(before), { timeout: 60_000, interval: 2 });
    await worker.kill();
    before = await left();
  }
  await fillWholeSearch();
  expect(await left()).toBe(0);
  const rows = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM depiction_search JOIN depictions d ON d.id = depiction_id WHERE d.partner_id = ${partner.id}`;
  expect(rows).toEqual([{ count }]);
  expect(await find(`${mark} 17`)).not.toEqual([]);
}, 120_000);
