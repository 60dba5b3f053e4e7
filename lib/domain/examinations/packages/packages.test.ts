import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseVerifierKey, verifyBag, verifyProof } from "@/clients/ledger/verify.mjs";
import type { Ctx, ExaminerActor, StaffActor } from "@/lib/domain/core/context";
import { listLooks } from "@/lib/domain/creators/overview";
import { setPartnerStatus } from "@/lib/domain/parties/partners";
import { placeLegalHold, takeDown } from "@/lib/domain/records/content";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import {
  confirmAsRead,
  type Examinable,
  makeEnteredPackage,
  makeExaminable,
  makeExamination,
  makeExaminationOf,
  makePacked,
  somePackage,
  someSample,
} from "@/lib/testing/examinations";
import {
  makeCustodian,
  makeDepiction,
  makeMember,
  makePartner,
  personCtx,
  portalCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { makeExtension, makePublication } from "@/lib/testing/scenes";
import { asOwner, statementsOf } from "@/lib/testing/sql";
import { ownObjectFolder } from "@/lib/testing/storage-drivers";
import { integrateAll, verifierKeys } from "@/lib/testing/transparency";
import { readZip } from "@/lib/testing/zip";
import { endExamination, narrowExamination } from "../examinations";
import { askForSample } from "../samples";
import {
  askForPackage,
  changePackageScope,
  confirmPackage,
  enterPackage,
  examinedPackage,
  expireRecordPackagesTask,
  findForPackage,
  listPackages,
  makeRecordPackageTask,
  openExaminedRecords,
  openRecords,
  packExamination,
  remakePackage,
  sumOfExaminedPackage,
  sumOfPackage,
  sweepRecordPackageTask,
  viewPackage,
} from ".";

await ownObjectFolder();
afterEach(() => clock.reset());

const again = <C extends { requestId: string }>(ctx: C): C => ({ ...ctx, requestId: newId() });

const bytesOf = (body: Readable | null) => buffer(body ?? Readable.from([]));
const make = (packageId: string) => makeRecordPackageTask.run({ packageId }, firstRun);
const rowOf = (id: string) => db.recordPackage.findUniqueOrThrow({ where: { id } });
const download = async (ctx: Ctx<StaffActor>, packageId: string) =>
  bytesOf((await openRecords(again(ctx), { packageId, range: null })).body);
const examined = async (ctx: Ctx<ExaminerActor>, packageId: string) =>
  bytesOf((await openExaminedRecords(again(ctx), { packageId, range: null })).body);

/** The files of an archive, without the folder around them. */
function filesOf(zip: Buffer): Map<string, Buffer> {
  return new Map([...readZip(zip)].map(([path, body]) => [path.replace(/^[^/]+\//, ""), body]));
}
const textOf = (files: Map<string, Buffer>) => (path: string) => files.get(path)?.toString() ?? "";
const find = (files: Map<string, Buffer>, path: RegExp) => [...files.keys()].filter((one) => path.test(one));

/** What verifying an archive finds wrong. */
async function problemsOf(zip: Buffer, sha256: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "records-"));
  const problems: string[] = [];
  await writeFile(join(folder, "records.zip"), zip);
  const keys = await Promise.all((await verifierKeys()).map(parseVerifierKey));
  const refuse = (name: string, why: string) => problems.push(`${name}: ${why}`);
  await verifyBag(join(folder, "records.zip"), { keys, sha256, refuse });
  await rm(folder, { recursive: true });
  return problems;
}

async function partsOf(packageId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage().listOlder("record-packages", new Date(Date.now() + DAY_MS))) {
    if (key.includes(packageId)) keys.push(key);
  }
  return keys;
}

const linesOn = async (subjectId: string) =>
  (await db.ledgerEntry.findMany({ where: { subjectId }, orderBy: { seq: "asc" } })).map(({ action }) => action);

let first: Promise<Examinable> | undefined;
/** A production whose title is hostile, for the tests that only read it. */
const one = () =>
  (first ??= makeExaminable({ names: ["Ada <script>alert(1)</script> Example", "Berta Example"] }).then(
    async (made) => {
      const productionId = made.production.id;
      await db.productionDepiction.createMany({
        data: Array.from({ length: 101 }, (_, n) => ({
          ...{
            id: newId(),
            productionId,
            url: `https://films.example.com/<${n}>`,
            producedOn: clock.now(),
            addedAt: clock.now(),
          },
        })),
      });
      await integrateAll();
      return made;
    },
  ));

describe("a package of records", () => {
  it("has everything about what was picked, opens offline, and is verified whole with its proofs", async () => {
    const { production, depiction, jpeg, performers, scene } = await one();
    const { ctx, id } = await makePacked([["production", production.id]]);
    const zip = await download(ctx, id);
    const { text } = await sumOfPackage(ctx, id);
    expect(text).toBe(`${sha256Hex(zip)}  records-${id}.zip\n`);
    expect(await problemsOf(zip, text.slice(0, 64))).toEqual([]);
    const files = filesOf(zip);
    const read = textOf(files);
    expect(read("bag-info.txt")).toContain(`External-Identifier: Package ${id}\n`);
    const [copy] = find(files, /^data\/records\/\d+-depiction\/copy\.jpg$/);
    expect(files.get(copy ?? "")?.equals(jpeg)).toBe(true);
    const record = JSON.parse(read(copy?.replace("copy.jpg", "record.json") ?? ""));
    expect(record).toMatchObject({
      id: depiction.id,
      title: depiction.title,
      copy: { sha256: sha256Hex(jpeg), file: "copy.jpg" },
    });
    expect(record.history.map(({ did }: { did: string }) => did)).toContain("confirmed the copy");
    expect(record.proofs.length).toBeGreaterThan(0);
    const keys = await Promise.all((await verifierKeys()).map(parseVerifierKey));
    for (const proof of record.proofs) {
      const { entry } = await verifyProof(read(`data/${proof}`), keys);
      expect(Object.keys(entry)).toEqual(["at", "actorKind", "action", "subjectKind", "subjectId"]);
    }
    expect(find(files, /release-\d\.pdf$/)).toHaveLength(performers.length);
    expect(find(files, /people\/\d+\/id-front\.jpg$/)).toHaveLength(performers.length);
    const [sceneFile] = find(files, /-scene\/record\.json$/);
    expect(JSON.parse(read(sceneFile ?? ""))).toMatchObject({
      id: scene.id,
      releases: [{ file: "release-1.pdf" }, {}],
    });

    const [productionPage = ""] = find(files, /-production\/record\.html$/);
    expect(read(productionPage)).toContain("Ada &lt;script&gt;alert(1)&lt;/script&gt; Example");
    expect(read(productionPage)).toContain("https://films.example.com/&lt;1&gt;");
    expect(read(productionPage)).toContain("These are the first 100.");
    expect(read(productionPage.replace("record.html", "depictions.csv")).split("\r\n")).toHaveLength(104);
    const ofProduction = JSON.parse(read(productionPage.replace("html", "json")));
    expect(ofProduction.people.map(({ legalName }: { legalName: string | null }) => legalName)).toContain(
      "Berta Example",
    );

    const pages = find(files, /\.html$/);
    expect(pages).toEqual(
      expect.arrayContaining(["names-1", "aliases-1", "titles-1"].map((name) => `data/${name}.html`)),
    );
    for (const page of pages) {
      expect(read(page)).toContain(`Package ${id}, for Jo Doe, District Court`);
      expect(read(page)).not.toMatch(/<script|(src|href)="https?:/);
      for (const [, href = ""] of read(page).matchAll(/href="([^"]+)"/g)) {
        expect(files.has(new URL(href, `file:///${page}`).pathname.slice(1)), `${page} ${href}`).toBe(true);
      }
    }
    expect(read("data/names-1.html")).toContain("Ada &lt;script&gt;alert(1)&lt;/script&gt; Example");
  });

  it("has of a picked person only their own records, and nothing of the others in them", async () => {
    const { performers } = await one();
    const [ada, berta] = performers;
    const { ctx, id } = await makePacked([["person", ada?.userId ?? ""]]);
    const zip = await download(ctx, id);
    expect(zip.includes("Berta Example")).toBe(false);
    expect(zip.includes(berta?.email ?? "none")).toBe(false);
    expect(find(filesOf(zip), /release-\d\.pdf$/)).toHaveLength(1);
  });

  it("is redacted for an acquirer", async () => {
    const { production, performers, checkOf } = await one();
    const { ctx, id } = await makePacked([["production", production.id]], { profile: "acquirer" });
    const files = filesOf(await download(ctx, id));
    expect(find(files, /id-front|id-back|copy\.|\.pdf$|tlog-proof|names-|aliases-/)).toEqual([]);
    expect(find(files, /person\.jpg$/)).toHaveLength(performers.length);
    const person = JSON.parse(textOf(files)(find(files, /person\.json$/)[0] ?? ""));
    expect(person).toMatchObject({ born: expect.stringMatching(/^\d{4}$/), document: null, otherNames: [] });
    expect(JSON.stringify([...files.values()].map(String))).not.toContain(checkOf(performers[0]?.userId ?? ""));
  });

  it("is the same bytes each time, and resumes from any byte, in one download of ten minutes", async () => {
    const { production, performers } = await one();
    const { ctx, id } = await makePacked([["production", production.id]]);
    const zip = await download(ctx, id);
    for (const [range, part] of [
      ["bytes=0-0", zip.subarray(0, 1)],
      [`bytes=${zip.length - 7}-`, zip.subarray(-7)],
      ["bytes=-5", zip.subarray(-5)],
      ["bytes=1000-70000", zip.subarray(1000, 70_001)],
    ] as const) {
      const { body } = await openRecords(again(ctx), { packageId: id, range });
      expect((await bytesOf(body)).equals(part), range).toBe(true);
    }
    expect((await openRecords(again(ctx), { packageId: id, range: `bytes=${zip.length}-` })).body).toBeNull();
    const downloads = async () => (await linesOn(id)).filter((action) => action === "record_package.downloaded").length;
    expect(await downloads()).toBe(1);
    clock.advance(11 * 60_000);
    await download(ctx, id);
    expect(await downloads()).toBe(2);
    const ada = await db.user.findUniqueOrThrow({ where: { id: performers[0]?.userId ?? "" } });
    expect(JSON.stringify(await listLooks(personCtx(ada), undefined))).toContain(
      "downloaded a package with your records",
    );
  });

  it("is entered, picked and made once, and not by those who are involved", async () => {
    const { production, partner, scene } = await one();
    const { ctx, id } = await makeEnteredPackage([["production", production.id]]);
    await enterPackage(again(ctx), { id, ...somePackage() });
    const found = await findForPackage(ctx, { packageId: id, text: scene.id });
    expect(found).toMatchObject([{ kind: "scene", id: scene.id }]);
    await expect(
      changePackageScope(again(ctx), { packageId: id, kind: "scene", itemId: newId(), isIn: true }),
    ).rejects.toMatchObject({ status: 404 });
    const member = await makeCustodian();
    await makeMember(partner, "viewer", member);
    const confirm = (by: Ctx<StaffActor>, packageId: string, picked = "") =>
      confirmPackage(again(by), { packageId, picked });
    for (const act of [viewPackage, confirm, remakePackage, sumOfPackage, download]) {
      await expect(act(staffCtx(member), id)).rejects.toMatchObject({ code: "conflict_of_interest" });
    }
    expect((await listPackages(staffCtx(member))).rows.find((row) => row.id === id)).toEqual({ id, isReserved: true });
    const other = staffCtx(await makeCustodian());
    const { picked } = await viewPackage(other, id);
    await expect(
      changePackageScope(again(other), { packageId: id, kind: "scene", itemId: scene.id, isIn: true }),
    ).rejects.toMatchObject({ code: "not_yours" });
    await expect(confirm(ctx, id, picked)).rejects.toMatchObject({ code: "same_custodian" });
    await expect(remakePackage(again(other), id)).rejects.toMatchObject({ code: "package_asked" });
    await changePackageScope(again(ctx), { packageId: id, kind: "scene", itemId: scene.id, isIn: true });
    await expect(confirm(other, id, picked)).rejects.toMatchObject({ code: "scope_changed" });
    const read = (await viewPackage(other, id)).picked;
    const both = await Promise.allSettled([confirm(other, id, read), confirm(other, id, read)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await viewPackage(other, id)).confirmedBy).toBe((await viewPackage(ctx, id)).confirmedBy);
    await expect(
      asOwner(`UPDATE record_packages SET confirmed_by_id = entered_by_id WHERE id = '${id}'`),
    ).rejects.toThrow("confirmed once");
    await expect(
      changePackageScope(again(ctx), { packageId: id, kind: "scene", itemId: scene.id, isIn: true }),
    ).rejects.toMatchObject({ code: "package_asked" });
    const empty = await makeEnteredPackage([]);
    await expect(confirm(other, empty.id)).rejects.toMatchObject({ code: "nothing_in_scope" });
    await expect(
      asOwner(`UPDATE record_packages SET status = 'making', asked_at = now(), confirmed_by_id = entered_by_id, confirmed_at = now()
        WHERE id = '${empty.id}'`),
    ).rejects.toThrow("record_packages_confirmed");
  });

  it("is made again by anyone once it failed, and only then", async () => {
    const { production } = await one();
    const { ctx, id } = await makeEnteredPackage([["production", production.id]]);
    await confirmAsRead(staffCtx(await makeCustodian()), id);
    vi.spyOn(storage(), "put").mockRejectedValueOnce(new Error("full"));
    await makeRecordPackageTask.run({ packageId: id }, { ...firstRun, lastAttempt: true });
    expect((await rowOf(id)).status).toBe("failed");
    const both = await Promise.allSettled([remakePackage(again(ctx), id), remakePackage(again(ctx), id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await make(id);
    expect((await download(ctx, id)).length).toBeGreaterThan(0);
  });

  it("is told to nobody before the day that its authority says, and then by itself", async () => {
    const { production, performers } = await makeExaminable();
    const delayReason = "Order 24-117, page 3";
    const toldAfter = new Date(clock.now().getTime() + 30 * DAY_MS);
    for (const [wrong, field] of [
      [{ toldAfter }, "delayReason"],
      [{ delayReason }, "toldAfter"],
      [{ delayReason, toldAfter: new Date(clock.now().getTime() + 400 * DAY_MS) }, "toldAfter"],
    ] as const)
      await expect(makeEnteredPackage([], wrong)).rejects.toMatchObject({ field });
    const { ctx, id } = await makePacked([["production", production.id]], { toldAfter, delayReason });
    await findForPackage(again(ctx), { packageId: id, text: performers[0]?.userId ?? "" });
    await download(ctx, id);
    const ada = await db.user.findUniqueOrThrow({ where: { id: performers[0]?.userId ?? "" } });
    const told = async () => (await listLooks(personCtx(ada), undefined)).looks.map(({ action }) => action);
    expect(await told()).not.toContain("person.package_downloaded");
    expect(await told()).not.toContain("index.searched");
    await expect(asOwner(`UPDATE record_packages SET told_after = now() WHERE id = '${id}'`)).rejects.toThrow("kept");
    clock.advance(30 * DAY_MS);
    expect(await told()).toEqual(expect.arrayContaining(["person.package_downloaded", "index.searched"]));
  });

  it("has the records of a partner that isn't active any more, and of what is under a legal hold, without saying so", async () => {
    const { production, partner, depiction, jpeg, performers } = await makeExaminable();
    const why = `Secret case ${newId()}`;
    await placeLegalHold(staffCtx(await makeCustodian()), { depictionId: depiction.id, reason: why });
    await setPartnerStatus(systemCtx(), { partnerId: partner.id, status: "inactive" });
    const opened = await makeExamination([["production", production.id]]);
    const { packageId } = await askForPackage(opened.ctx());
    await make(packageId);
    const own = await makePacked([["partner", partner.id]]);
    for (const zip of [await examined(opened.ctx(), packageId), await download(own.ctx, own.id)]) {
      const files = filesOf(zip);
      const text = [...files.values()].join("\n");
      expect(text).toContain(depiction.id);
      expect([...files.values()].some((body) => body.equals(jpeg))).toBe(true);
      expect(text).not.toContain(why);
      expect(text).not.toMatch(/legal.?hold/i);
    }
    // It is told of the inspection as before, and so are the people.
    const told = { partnerId: partner.id, type: "production.records_inspected" };
    expect(await db.webhookEvent.count({ where: told })).toBe(1);
    expect(await linesOn(performers[0]?.userId ?? "")).toContain("person.package_downloaded");
    // The hold keeps the copy of a removed record from being erased, not in packages.
    await takeDown(portalCtx(partner), { depictionId: depiction.id, reason: "The creator asked" });
    const next = await makePacked([["partner", partner.id]]);
    const files = filesOf(await download(next.ctx, next.id));
    expect([...files.values()].join("\n")).toContain(depiction.id);
    expect([...files.values()].some((body) => body.equals(jpeg))).toBe(false);
  });

  it("leaves no object of a run that died, and none once it has expired", async () => {
    const { production } = await one();
    const { ctx, id } = await makeEnteredPackage([["production", production.id]]);
    await confirmAsRead(staffCtx(await makeCustodian()), id);
    const objects = storage();
    const put = objects.put.bind(objects);
    vi.spyOn(objects, "put").mockImplementationOnce(async (...sent) => {
      await put(...sent);
      throw new Error("killed");
    });
    await expect(make(id)).rejects.toThrow("killed");
    expect(await partsOf(id)).toHaveLength(1);
    await make(id);
    await make(id);
    clock.advance(3 * HOUR_MS);
    await runJobs(sweepRecordPackageTask);
    expect(await partsOf(id)).toEqual([`${(await rowOf(id)).storagePrefix}/0`]);
    const [stored = ""] = await partsOf(id);
    expect((await buffer(await objects.get(stored))).includes("bagit.txt")).toBe(false);
    await expect(asOwner(`UPDATE record_packages SET bytes = 1 WHERE id = '${id}'`)).rejects.toThrow("does not change");
    clock.advance(15 * DAY_MS);
    await expect(download(ctx, id)).rejects.toMatchObject({ code: "prove_again" });
    await expect(download(staffCtx({ id: ctx.actor.userId }), id)).rejects.toMatchObject({ status: 404 });
    await expireRecordPackagesTask.run({}, firstRun);
    await runJobs(sweepRecordPackageTask);
    expect([await partsOf(id), (await rowOf(id)).status]).toEqual([[], "expired"]);
    expect(await db.recordPackageRecord.count({ where: { packageId: id } })).toBe(0);
  });
});

describe("the package of an examination", () => {
  it("is asked for six times an hour, also if each one fails", async () => {
    const { production } = await one();
    const { id, ctx, enterer } = await makeExamination([["production", production.id]]);
    const asked = new Set<string>();
    for (let n = 0; n < 6; n++) {
      const { packageId } = await askForPackage(again(ctx()));
      asked.add(packageId);
      await db.recordPackage.update({ where: { id: packageId }, data: { status: "failed", failure: "Full" } });
    }
    expect(asked.size).toBe(6);
    await expect(askForPackage(again(ctx()))).rejects.toMatchObject({ code: "too_often" });
    await expect(packExamination(again(enterer), id)).rejects.toMatchObject({ code: "too_often" });
    clock.advance(HOUR_MS);
    await askForPackage(again(ctx()));
  });

  it("has what the examination opens, says its number on each page, and tells whom a look tells", async () => {
    const { production, partner, performers } = await makeExaminable();
    const { id, ctx, enterer } = await makeExamination([["production", production.id]]);
    const { packageId } = await askForPackage(ctx());
    expect(await packExamination(again(enterer), id)).toEqual({ packageId });
    await make(packageId);
    const zip = await examined(ctx(), packageId);
    await examined(ctx(), packageId);
    const files = filesOf(zip);
    for (const page of find(files, /\.html$|bag-info\.txt$|README\.txt$/))
      expect(textOf(files)(page)).toContain(`Examination ${id}`);
    expect(await db.examinationLook.findMany({ where: { examinationId: id } })).toMatchObject([
      { kind: "package", subjectId: packageId, sha256: new Uint8Array(Buffer.from(sha256Hex(zip), "hex")) },
    ]);
    expect(await linesOn(performers[0]?.userId ?? "")).toContain("person.package_downloaded");
    const told = await db.webhookEvent.count({
      where: { partnerId: partner.id, type: "production.records_inspected" },
    });
    expect(told).toBe(1);
  });

  it("says nothing of where others published a scene that was drawn for a sample", async () => {
    const { partner, scene, depiction } = await makeExaminable();
    const elsewhere = await makePartner();
    await makeExtension(scene, elsewhere);
    const theirs = await makePublication(scene, {
      partnerId: elsewhere.id,
      contentUrl: `https://other.example/${newId()}`,
    });
    const sampleId = newId();
    await askForSample(portalCtx(partner), { id: sampleId, partnerId: partner.id, ...someSample() });
    await integrateAll();
    const { ctx } = await makeExaminationOf(sampleId);
    const { packageId } = await askForPackage(ctx());
    await make(packageId);
    const files = filesOf(await examined(ctx(), packageId));
    const text = [...files.values()].join("\n");
    expect(text).toContain(depiction.contentUrl);
    for (const word of [elsewhere.name, theirs.contentUrl]) expect(text).not.toContain(word);
  });

  it("is closed to another examiner, once the scope is narrower, and when the examination ends", async () => {
    const { production, scene } = await makeExaminable();
    const opened = await makeExamination([
      ["production", production.id],
      ["scene", scene.id],
    ]);
    const other = await makeExamination([["production", (await one()).production.id]]);
    const { packageId } = await askForPackage(opened.ctx());
    await expect(examined(opened.ctx(), packageId)).rejects.toMatchObject({ status: 404 });
    await make(packageId);
    await expect(examined(other.ctx(), packageId)).rejects.toMatchObject({ status: 404 });
    const { body } = await openExaminedRecords(opened.ctx(), { packageId, range: null });
    const remove = [{ kind: "production" as const, itemId: production.id }];
    const custodians = () => viewPackage(again(opened.enterer), packageId);
    const { closesAt } = await db.examination.findUniqueOrThrow({ where: { id: opened.id } });
    expect(await custodians()).toMatchObject({ isNarrowed: false, isOver: false, expiresAt: closesAt });
    expect(await examinedPackage(opened.ctx())).toMatchObject({ expiresAt: closesAt });
    await narrowExamination(again(opened.enterer), {
      examinationId: opened.id,
      reason: "Too much",
      remove,
      closesAt: null,
    });
    expect(await custodians()).toMatchObject({ isNarrowed: true, isOver: false, recordCount: 3 });
    await expect(bytesOf(body)).rejects.toMatchObject({ status: 404 });
    await expect(examined(opened.ctx(), packageId)).rejects.toMatchObject({ status: 404 });
    const next = await askForPackage(opened.ctx());
    expect(next.packageId).not.toBe(packageId);
    await make(next.packageId);
    await examined(opened.ctx(), next.packageId);
    await endExamination(again(opened.enterer), { examinationId: opened.id, reason: "Enough" });
    await expect(examined(opened.ctx(), next.packageId)).rejects.toMatchObject({ status: 404 });
    // Also before it is deleted, and for custodians.
    expect(await custodians()).toMatchObject({ isOver: true });
    for (const id of [packageId, next.packageId])
      await expect(download(again(opened.enterer), id)).rejects.toMatchObject({ status: 404 });
    await expireRecordPackagesTask.run({}, firstRun);
    expect((await rowOf(next.packageId)).status).toBe("expired");
    const figures = await makeExamination([], { profile: "regulator" });
    await expect(askForPackage(figures.ctx())).rejects.toMatchObject({ status: 404 });
  });

  it("is closed once a record in it leaves the scope by itself", async () => {
    const { production, scene } = await makeExaminable();
    const { ctx } = await makeExamination([["production", production.id]]);
    const { packageId } = await askForPackage(ctx());
    await make(packageId);
    const { body } = await openExaminedRecords(ctx(), { packageId, range: null });
    await asOwner(`DELETE FROM production_performers WHERE scene_id = '${scene.id}'`);
    expect(await examinedPackage(ctx())).toBeNull();
    await expect(bytesOf(body)).rejects.toMatchObject({ status: 404 });
    await expect(examined(ctx(), packageId)).rejects.toMatchObject({ status: 404 });
    await expect(sumOfExaminedPackage(ctx(), packageId)).rejects.toMatchObject({ status: 404 });
    expect((await rowOf(packageId)).status).toBe("expired");
    const next = await askForPackage(ctx());
    expect(next.packageId).not.toBe(packageId);
    await make(next.packageId);
    expect((await examined(ctx(), next.packageId)).includes(scene.id)).toBe(false);
  });

  it("of many records isn't compared with them on each page, but when it is downloaded", async () => {
    const { production, scene } = await makeExaminable();
    const { ctx } = await makeExamination([["production", production.id]]);
    const { packageId } = await askForPackage(ctx());
    await make(packageId);
    await asOwner(`ALTER TABLE record_packages DISABLE TRIGGER USER;
      UPDATE record_packages SET record_count = 2001 WHERE id = '${packageId}'; ALTER TABLE record_packages ENABLE TRIGGER USER`);
    await asOwner(`DELETE FROM production_performers WHERE scene_id = '${scene.id}'`);
    const asked = await statementsOf(() => examinedPackage(ctx()));
    expect(asked.join("\n")).not.toContain("index_entries");
    expect(await examinedPackage(ctx())).toMatchObject({ id: packageId });
    await expect(examined(ctx(), packageId)).rejects.toMatchObject({ status: 404 });
    expect(await examinedPackage(ctx())).toBeNull();
  });

  it("stays closed to custodians who are involved in a record that has left the scope", async () => {
    const [{ partner, scene }, other, rest] = [await makeExaminable(), await makePartner(), await makePartner()];
    await makeExtension(scene, other);
    const { id, enterer } = await makeExamination([
      ["partner", partner.id],
      ["depiction", (await makeDepiction(rest)).id],
    ]);
    const { packageId } = await packExamination(again(enterer), id);
    await make(packageId);
    const member = await makeCustodian();
    await makeMember(other, "viewer", member);
    const refused = async () => {
      for (const act of [viewPackage, sumOfPackage, download])
        await expect(act(staffCtx(member), packageId)).rejects.toMatchObject({ code: "conflict_of_interest" });
    };
    await refused();
    const remove = [{ kind: "partner" as const, itemId: partner.id }];
    await narrowExamination(again(enterer), { examinationId: id, reason: "Too much", remove, closesAt: null });
    await refused();
    await download(enterer, packageId);
  });

  it("never has the copy of a removed record, also of one that is removed later", async () => {
    const { production, partner, depiction, jpeg } = await makeExaminable();
    const { ctx } = await makeExamination([["production", production.id]]);
    const { packageId } = await askForPackage(ctx());
    await make(packageId);
    expect((await examined(ctx(), packageId)).includes(jpeg)).toBe(true);
    const custodian = staffCtx(await makeCustodian());
    expect((await download(custodian, packageId)).includes(jpeg)).toBe(true);
    const { body } = await openRecords(again(custodian), { packageId, range: null });
    await takeDown(portalCtx(partner), { depictionId: depiction.id, reason: "The creator asked" });
    for (const act of [download, sumOfPackage])
      await expect(act(custodian, packageId)).rejects.toMatchObject({ code: "record_removed" });
    await expect(bytesOf(body)).rejects.toMatchObject({ status: 404 });
    expect(await viewPackage(custodian, packageId)).toMatchObject({ status: "ready", isClosed: true });
    await expect(examined(ctx(), packageId)).rejects.toMatchObject({ status: 404 });
    const next = await askForPackage(ctx());
    expect(next.packageId).not.toBe(packageId);
    await make(next.packageId);
    const files = filesOf(await examined(ctx(), next.packageId));
    expect(find(files, /copy\.jpg$/)).toEqual([]);
  });
});
