import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importContentTask } from "@/lib/domain/records/content";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { IMPORT_HEAD, importSetUp } from "@/lib/testing/imports";
import { opsCommands } from "@/lib/testing/ops";
import { runJobs } from "@/lib/testing/run-jobs";

const { answer, failure, ops } = opsCommands();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vellum-import-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Acts as a worker until the command that waits for it ends. */
async function withWorker<T>(partnerId: string, command: Promise<T>): Promise<T> {
  let isOver = false;
  const over = command.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const { id } of await db.contentImport.findMany({ where: { partnerId, status: "waiting" } })) {
      await runJobs(importContentTask, { importId: id });
    }
    await Promise.race([over.catch(() => {}), wait(50)]);
  }
  return over;
}

describe("content import", () => {
  it("imports a file after a dry run, and reports the rejected rows", async () => {
    const { partner, lines, rows, account } = await importSetUp();
    const [file, report] = [`${folder}/records.csv`, `${folder}/report.csv`];
    await writeFile(file, [IMPORT_HEAD, ...lines(1_500), `${account.id},nowhere,T,bad,`].join("\n"));
    const words = ["content", "import", "--partner", partner.id, "--file", file];
    const counts = { rows: 1_501, logged: 1_500, unchanged: 0, repeated: 0, refused: 1, problem: null };
    const dry = await withWorker(partner.id, answer(...words, "--dry-run", "--report", report));
    expect(dry).toMatchObject({ ...counts, status: "done", dryRun: true });
    expect(await readFile(report, "utf8")).toBe(
      "\uFEFFline,outcome,externalContentId,reason\r\n1502,refused,bad,contentUrl: must be an absolute http or https URL\r\n",
    );
    expect(await rows()).toEqual([]);
    const made = await withWorker(partner.id, answer(...words));
    expect(made).toMatchObject({ ...counts, status: "done", dryRun: false, sha256: dry.sha256 });
    expect(await rows()).toHaveLength(1_500);
    const [line] = await db.ledgerEntry.findMany({ where: { subjectId: String(made.importId) } });
    expect(line).toMatchObject({ partnerId: partner.id, actorKind: "system", actorId: expect.stringMatching(/^ops:/) });
  });

  it("summarizes a dry run in words", async () => {
    const { partner, lines, account } = await importSetUp();
    const file = `${folder}/few.csv`;
    await writeFile(file, [IMPORT_HEAD, ...lines(2), `${account.id},nowhere,T,bad,`].join("\n"));
    const words = ["content", "import", "--partner", partner.id, "--file", file, "--dry-run"];
    const { code, stderr } = await withWorker(partner.id, ops(words));
    expect(code).toBe(0);
    expect(stderr).toContain("Dry run: nothing was written. 2 rows would be logged.");
    expect(stderr).toContain("1 row not imported as sent. See --report FILE for the reasons.");
  });

  it("imports nothing if its report cannot be written", async () => {
    const { partner, lines, rows } = await importSetUp();
    const file = `${folder}/one.csv`;
    await writeFile(file, [IMPORT_HEAD, ...lines(1)].join("\n"));
    const words = ["content", "import", "--partner", partner.id, "--file", file, "--report"];
    const nowhere = await failure(...words, `${folder}/nowhere/report.csv`);
    expect(nowhere).toBe(
      `--report: cannot write ${folder}/nowhere/report.csv: there is no such folder. Nothing was imported.\n`,
    );
    expect(await failure(...words, folder)).toContain("--report: cannot write");
    expect([await rows(), await db.contentImport.count({ where: { partnerId: partner.id } })]).toEqual([[], 0]);
  });

  it("leaves no new report if nothing was imported, and keeps an existing one", async () => {
    const [file, report] = [`${folder}/refused.csv`, `${folder}/refused-report.csv`];
    await writeFile(file, [IMPORT_HEAD, "x"].join("\n"));
    const words = ["content", "import", "--partner", newId(), "--file", file, "--report", report];
    expect(await failure(...words)).toContain("There is no partner");
    await expect(readFile(report)).rejects.toMatchObject({ code: "ENOENT" });
    await writeFile(report, "of yesterday");
    expect(await failure(...words)).toContain("There is no partner");
    expect(await readFile(report, "utf8")).toBe("of yesterday");
  });

  it("exits with 1 and the reason for an unreadable file", async () => {
    const { partner } = await importSetUp();
    const file = `${folder}/wrong.csv`;
    await writeFile(file, "a,b\n1,2\n");
    const words = ["content", "import", "--partner", partner.id, "--file", file];
    const { code, stdout } = await withWorker(partner.id, ops([...words, "--json"]));
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      status: "failed",
      problem: expect.stringContaining("“a” is unknown"),
    });
  });

  it("requires a file with a supported extension", async () => {
    const { partner } = await importSetUp();
    const words = ["content", "import", "--partner", partner.id, "--file"];
    expect(await failure(...words, "/nowhere.csv")).toContain("there is no such file");
    expect(await failure(...words, folder)).toContain("is not a file");
    expect(await failure(...words, "package.json")).toContain(".csv");
  });
});
