import { expect, it, vi } from "vitest";
import { contentList } from "@/lib/domain/records/content";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { mortalWorker } from "@/lib/testing/mortal-program";
import { fillWholeSearch } from "@/lib/testing/run-jobs";

const worker = mortalWorker();

async function setUp() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const queued = async () => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT FROM search_queue q JOIN depictions d ON d.id = q.record_id WHERE d.partner_id = ${partner.id}`;
    return rows.length;
  };
  const find = async (q: string) =>
    (await contentList.read(portalCtx(partner, "viewer"), { q })).rows.map(({ id }) => id);
  return { partner, account, queued, find };
}

it("loses nothing when a worker is killed midway", async () => {
  const { partner, account, find, queued } = await setUp();
  const count = 4_000;
  const mark = `mark${newId()}`;
  await db.$executeRaw`
    WITH logged AS (
      INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type,
        platform, production_date, copy_state, created_at)
      SELECT '0' || left(md5('a' || n), 24), '0' || left(md5('c' || n), 24), ${partner.id}, ${account.id}, 'post-' || n,
        'https://example.com/' || n, ${mark} || ' of ' || n, 'image', 'Platform', now(), 'missing', now()
      FROM generate_series(1, ${count}::int) AS n RETURNING id)
    INSERT INTO search_queue SELECT 'depiction', id FROM logged`;
  for (let before = count, deaths = 0; deaths < 3 && before > 0; deaths++) {
    await worker.start();
    await vi.waitFor(async () => expect(await queued()).toBeLessThan(before), { timeout: 60_000, interval: 2 });
    await worker.kill();
    before = await queued();
  }
  await fillWholeSearch();
  expect(await queued()).toBe(0);
  const rows = await db.$queryRaw`SELECT count(*)::int AS count FROM search_records WHERE partner_id = ${partner.id}`;
  expect(rows).toEqual([{ count }]);
  expect(await find(`${mark} 17`)).not.toEqual([]);
});
