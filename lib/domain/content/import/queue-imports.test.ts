import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { beginImport, IMPORT_HEAD, importSetUp } from "@/lib/testing/imports";

it("runs a partner's imports one after another, and those of two partners side by side", async () => {
  const [one, other] = [await importSetUp(), await importSetUp()];
  const queued = [];
  for (const { partner, lines } of [one, one, other]) {
    queued.push(await beginImport(partner, [IMPORT_HEAD, ...lines(1)].join("\n")));
  }
  const jobs = await db.$queryRaw<{ key: string; queueName: string | null }[]>`
    SELECT key, queue_name AS "queueName" FROM graphile_worker.jobs WHERE task_identifier = 'import_content' AND key IS NOT NULL`;
  const [first, second, third] = queued.map((id) => jobs.find(({ key }) => key.endsWith(id))?.queueName);
  expect(first).toBe(`imports ${one.partner.id}`);
  expect(second).toBe(first);
  expect(third).toBe(`imports ${other.partner.id}`);
});
