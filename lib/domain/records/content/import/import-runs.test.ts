import { describe, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf } from "@/lib/testing/effects";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import {
  beginImport,
  IMPORT_HEAD,
  importedUrl,
  importSetUp,
  importText,
  readImport,
  readReport,
  runImport,
} from "@/lib/testing/imports";
import { arrivalKey, importKey } from "./import-files";
import { getImport, listImports, reportImport } from "./queries";
import { importChecked, startImport } from "./start-import";

describe("an import", () => {
  it("writes nothing twice, and reports repeats within the file", async () => {
    const { partner, account, rows, lines } = await importSetUp();
    const noId = `${account.id},${importedUrl("no-id")},Without an id,,`;
    const [first = "", second = ""] = lines(2);
    const text = [IMPORT_HEAD, first, second, first.replace("Post 0", "Another title"), noId, noId].join("\n");
    const { state, findings } = await importText(partner, text);
    expect(state).toMatchObject({ logged: 3, repeated: 2, unchanged: 0, refused: 0 });
    expect(findings).toEqual([
      {
        line: 4,
        outcome: "repeated",
        externalContentId: "post-0",
        reason: "The file already has this record on line 2, which counts.",
      },
      {
        line: 6,
        outcome: "repeated",
        externalContentId: null,
        reason: "The file already has this record on line 5, which counts.",
      },
    ]);
    const before = await rows();
    expect((await importText(partner, text)).state).toMatchObject({ logged: 0, repeated: 2, unchanged: 3 });
    expect(await rows()).toEqual(before);
    expect(await eventsOf(partner)).toHaveLength(3);
  });

  it("continues after a crash without writing or counting twice", async () => {
    const { partner, rows, lines } = await importSetUp();
    const importId = await beginImport(partner, [IMPORT_HEAD, ...lines(1_700)].join("\n"));
    // Stops after the second batch, like a worker that shuts down.
    const { signal } = new AbortController();
    const stop = vi.spyOn(signal, "throwIfAborted");
    stop
      .mockReturnValueOnce()
      .mockReturnValueOnce()
      .mockImplementation(() => {
        throw new Error("stopped");
      });
    await expect(runImport(importId, { signal })).rejects.toThrow("stopped");
    expect((await readImport(partner, importId)).state).toMatchObject({ status: "running", logged: 1000 });
    // Two concurrent ones take turns or skip.
    await Promise.all([runImport(importId), runImport(importId)]);
    expect((await readImport(partner, importId)).state).toMatchObject({
      status: "done",
      rows: 1700,
      logged: 1700,
      unchanged: 0,
    });
    expect(await rows()).toHaveLength(1_700);
    expect(await eventsOf(partner)).toHaveLength(1_700);
    await runImport(importId);
    expect(await db.ledgerEntry.count({ where: { subjectId: importId } })).toBe(2);
  });

  it("writes each record once in two concurrent imports", async () => {
    const { partner, rows, lines } = await importSetUp();
    const all = lines(1_200);
    const ids = [
      await beginImport(partner, [IMPORT_HEAD, ...all].join("\n")),
      await beginImport(partner, [IMPORT_HEAD, ...all.toReversed()].join("\n")),
    ];
    await Promise.all(ids.map((id) => runImport(id)));
    const states = await Promise.all(ids.map(async (id) => (await readImport(partner, id)).state));
    expect(states.map(({ status }) => status)).toEqual(["done", "done"]);
    expect(states.reduce((sum, { logged }) => sum + logged, 0)).toBe(1_200);
    expect(states.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBe(1_200);
    expect(await rows()).toHaveLength(1_200);
  });
});

describe("a dry run", () => {
  it("counts what would be written, writes nothing, and can be imported after", async () => {
    const { partner, rows, lines, account } = await importSetUp();
    await importText(partner, [IMPORT_HEAD, ...lines(1)].join("\n"));
    const text = [IMPORT_HEAD, ...lines(5), `${account.id},x,T,y,`].join("\n");
    const { state, importId } = await importText(partner, text, { dryRun: true });
    expect(state).toMatchObject({ status: "done", dryRun: true, logged: 4, unchanged: 1, refused: 1 });
    expect(await rows()).toHaveLength(1);
    await importChecked(portalCtx(partner), { importId });
    await runImport(importId);
    const after = await readImport(partner, importId);
    expect(after.state).toMatchObject({ status: "done", dryRun: false, logged: 4, unchanged: 1, refused: 1 });
    expect(after.findings).toHaveLength(1);
    expect(await rows()).toHaveLength(5);
    await expect(importChecked(portalCtx(partner), { importId })).rejects.toMatchObject({ code: "NOT_CHECKED" });
  });

  it("isn't imported without its file or permission", async () => {
    const { partner, lines } = await importSetUp();
    const { importId } = await importText(partner, [IMPORT_HEAD, ...lines(1)].join("\n"), { dryRun: true });
    await expect(importChecked(portalCtx(partner, "developer"), { importId })).rejects.toMatchObject({ status: 403 });
    await expect(importChecked(portalCtx(await makePartner()), { importId })).rejects.toMatchObject({ status: 404 });
    await storage().delete(importKey({ partnerId: partner.id, id: importId }));
    await expect(importChecked(portalCtx(partner), { importId })).rejects.toMatchObject({ code: "FILE_GONE" });
    expect((await readImport(partner, importId)).state.dryRun).toBe(true);
  });
});

describe("who may import, and see it", () => {
  it("requires an uploaded file, a known extension, and a free slot", async () => {
    const { partner, lines } = await importSetUp();
    const start = { partnerId: partner.id, importId: newId(), fileName: "a.csv", dryRun: false };
    await expect(startImport(portalCtx(partner), start)).rejects.toMatchObject({ status: 400 });
    await expect(beginImport(partner, "x", { fileName: "records.xlsx" })).rejects.toMatchObject({ field: "file" });
    await expect(beginImport(partner, "")).rejects.toMatchObject({ field: "file" });
    const text = [IMPORT_HEAD, ...lines(1)].join("\n");
    const importId = await beginImport(partner, text);
    await expect(startImport(portalCtx(partner), { ...start, importId })).rejects.toMatchObject({ code: "BEGUN" });
    await expect(startImport(portalCtx(partner, "viewer"), { ...start, importId })).rejects.toMatchObject({
      status: 403,
    });
    const foreign = portalCtx(await makePartner());
    await expect(startImport(foreign, { ...start, importId })).rejects.toMatchObject({ status: 404 });
    for (const read of [getImport, reportImport]) {
      const which = { partnerId: partner.id, importId };
      await expect(read(foreign, which)).rejects.toMatchObject({ status: 404 });
      await expect(read(foreign, { ...which, partnerId: foreign.actor.partnerId })).rejects.toMatchObject({
        status: 404,
      });
      await expect(read(portalCtx(partner, "viewer"), which)).rejects.toMatchObject({ status: 403 });
      await expect(read(portalCtx(partner, "developer"), which)).rejects.toMatchObject({ status: 403 });
    }
    await expect(listImports(portalCtx(partner, "developer"))).rejects.toMatchObject({ status: 403 });
    // The role in the session doesn't count.
    const { userId } = portalCtx(partner, "admin").actor;
    await db.partnerMember.updateMany({ where: { partnerId: partner.id, userId }, data: { role: "viewer" } });
    await expect(readImport(partner, importId)).rejects.toMatchObject({ status: 403 });
    await db.partnerMember.updateMany({ where: { partnerId: partner.id, userId }, data: { role: "admin" } });
    for (let n = 0; n < 4; n++) await beginImport(partner, text);
    await expect(beginImport(partner, text)).rejects.toMatchObject({ code: "TOO_MANY_IMPORTS" });
  });

  it("reports every skipped row as CSV that is safe in a spreadsheet", async () => {
    const { partner, account } = await importSetUp();
    const bad = Array.from({ length: 2_345 }, (_, n) => `${account.id},nowhere,T,=cmd-${n},`);
    const { importId, state, findings } = await importText(partner, [IMPORT_HEAD, ...bad].join("\n"));
    expect(state.refused).toBe(2_345);
    expect(findings).toHaveLength(100);
    const report = await readReport(partner, importId);
    const lines = report.trimEnd().split("\r\n");
    expect(lines).toHaveLength(2_346);
    expect(lines.slice(0, 2)).toEqual([
      "line,outcome,externalContentId,reason",
      "2,refused,'=cmd-0,contentUrl: must be an absolute http or https URL",
    ]);
  });
});

it("stops after more than 100,000 refused rows, keeps what it wrote, and says so", async () => {
  const { partner, rows, lines } = await importSetUp();
  const refused = Array.from({ length: 1_499 }, () => "x");
  const importId = await beginImport(partner, [IMPORT_HEAD, ...lines(1), ...refused, ...lines(2)].join("\n"));
  // As if much was already done: the first batch reaches exactly 100,000, which is still allowed.
  await db.contentImport.update({ where: { id: importId }, data: { refused: 99_501 } });
  await runImport(importId);
  const { state } = await readImport(partner, importId);
  expect(state).toMatchObject({ status: "failed", logged: 1, refused: 100_500 });
  expect(state.problem).toBe("More than 100,000 rows were refused. Fix the rows in the report and re-import.");
  expect(await rows()).toHaveLength(1);
  expect(await storage().exists(importKey({ partnerId: partner.id, id: importId }))).toBe(false);
});

it("reports a storage failure only at its last attempt, and says that nothing is lost", async () => {
  const { partner, rows, lines } = await importSetUp();
  const importId = await beginImport(partner, [IMPORT_HEAD, ...lines(3)].join("\n"));
  const get = vi.spyOn(storage(), "get").mockRejectedValue(new Error("the store is not there"));
  await expect(runImport(importId, { attempt: 24 })).rejects.toThrow("the store is not there");
  expect((await readImport(partner, importId)).state).toMatchObject({ status: "running", problem: null });
  await runImport(importId, { attempt: 25, lastAttempt: true });
  get.mockRestore();
  const { state } = await readImport(partner, importId);
  expect(state).toMatchObject({ status: "failed", logged: 0 });
  expect(state.problem).toContain("failed on our side. Start it again");
  expect(await rows()).toEqual([]);
  const told = await db.ledgerEntry.findMany({ where: { subjectId: importId } });
  expect(told.map(({ action, detail }) => [action, JSON.parse(detail ?? "").failed])).toEqual([
    ["content_import.finished", true],
  ]);
  // A finished import stays finished.
  await runImport(importId);
  expect((await readImport(partner, importId)).state).toEqual(state);
});

it("reports a file's own problem at any attempt", async () => {
  const { partner, lines } = await importSetUp();
  const importId = await beginImport(partner, [IMPORT_HEAD, ...lines(3)].join("\n"));
  await storage().delete(arrivalKey({ partnerId: partner.id, id: importId }));
  await runImport(importId);
  expect((await readImport(partner, importId)).state.problem).toBe("The file was deleted. Upload it again.");
});

it("runs a partner's imports one after another, and those of two partners concurrently", async () => {
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
