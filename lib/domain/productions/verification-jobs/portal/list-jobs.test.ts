import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { FROM, makePartner, portalCtx } from "@/lib/testing/factories";
import { makeVerificationJob } from "@/lib/testing/verification-jobs";
import { jobList } from "./list-jobs";

it("exports the jobs that the list shows, safe in a spreadsheet, and records it without the text that was searched", async () => {
  const partner = await makePartner();
  const endedAt = new Date("2026-11-20T10:00:00.000Z");
  const canceled = await makeVerificationJob(partner, {
    jobId: "=cmd|x",
    scene: { title: "Night shoot", status: "cancelled", cancelledAt: endedAt },
  });
  const other = await makeVerificationJob(partner, { jobId: "other", performers: [{}, {}] });
  await makeVerificationJob();
  const ctx = portalCtx(partner, "viewer");
  const read = async (filters: Parameters<typeof jobList.export>[1]) =>
    (await new Response(await jobList.export(ctx, filters)).text()).trimEnd().split("\r\n");
  const [head, ...lines] = await read({});
  expect(head).toContain("id,contentId,title,status,performerCount");
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^other,${other.contentId},Behind the scenes,pending,2,0,0,,`)),
    expect.stringMatching(new RegExp(`^'=cmd\\|x,${canceled.contentId},Night shoot,cancelled,1,`)),
  ]);
  expect(lines[1]).toContain(`,${endedAt.toISOString()},500,0,platform_invoice,`);
  expect(await read({ status: "cancelled", q: "night" })).toEqual([head, lines[1]]);
  const told = await db.ledgerEntry.findMany({
    where: { action: "verification_job_list.exported", subjectId: partner.id },
    orderBy: { seq: "asc" },
  });
  expect(told.map(({ actorId, detail }) => [actorId, detail])).toEqual([
    [partner.users.viewer.id, JSON.stringify(FROM)],
    [partner.users.viewer.id, JSON.stringify({ ...FROM, status: "cancelled", q: true })],
  ]);
});
