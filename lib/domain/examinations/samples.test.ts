import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { verifyDrawing } from "@/clients/ledger/draw.mjs";
import { parseVerifierKey } from "@/clients/ledger/verify.mjs";
import type { Ctx, ExaminerActor } from "@/lib/domain/core/context";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { wholeOf } from "@/lib/platform/streams";
import { linesOn } from "@/lib/testing/effects";
import {
  makeExaminable,
  makeExaminationOf,
  makePackedExamination,
  someExamination,
  someSample,
} from "@/lib/testing/examinations";
import { makeCustodian, makeDepiction, makeMember, makePartner, portalCtx, staffCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { makeExtension, makePublication, makeScene } from "@/lib/testing/scenes";
import { verifySignedPdf } from "@/lib/testing/signed-pdf";
import { asOwner, cutOff } from "@/lib/testing/sql";
import { integrateAll, verifierKeys } from "@/lib/testing/transparency";
import { readZip } from "@/lib/testing/zip";
import { changeScope, endExamination, narrowExamination } from "./examinations";
import { readIndex } from "./indexes";
import { openExaminedRecords } from "./packages";
import { viewExaminedRecord } from "./records";
import {
  allSampleList,
  askForSample,
  type Drawing,
  drawSample,
  enterSample,
  findPartners,
  sampleList,
} from "./samples";
import { SampleExaminationInput, SampleInput } from "./schemas";

type Partner = Awaited<ReturnType<typeof makePartner>>;

const ask = async (partner: Partner, more: Partial<SampleInput> = {}, id = newId()) =>
  (await askForSample(portalCtx(partner), { id, partnerId: partner.id, ...someSample(more) })).sampleId;

async function withDepictions(count: number) {
  const partner = await makePartner();
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await makeDepiction(partner)).id);
  return { partner, ids };
}

async function drawn(sampleId: string): Promise<Drawing> {
  await integrateAll();
  const drawing = await drawSample(sampleId);
  if (!drawing) throw new Error("not drawn");
  return drawing;
}

const open = async (ctx: Ctx<ExaminerActor>) => {
  const packageId = await makePackedExamination(ctx);
  const { body } = await openExaminedRecords({ ...ctx, requestId: newId() }, { packageId, range: null });
  return body ?? Readable.from([]);
};

const unzip = async (ctx: Ctx<ExaminerActor>) => {
  const zip = await wholeOf(await open(ctx));
  const files = [...readZip(zip)].map(([name, bytes]) => [name.replace(/^[^/]+\//, ""), bytes] as const);
  return Object.assign(new Map(files), { sha256: sha256Hex(zip) });
};

/** What the package says of each record. */
const recordsIn = (files: ReadonlyMap<string, Buffer>) =>
  [...files].flatMap(([name, bytes]) =>
    /records\/[^/]+\/record\.json$/.test(name) ? [JSON.parse(String(bytes))] : [],
  );

const trusted = async () => Promise.all((await verifierKeys()).map(parseVerifierKey));

describe("asking for a sample", () => {
  it("fixes the records, once for each form, before anybody knows the seed", async () => {
    const { partner, ids } = await withDepictions(5);
    const id = newId();
    await Promise.all([1, 2, 3].map(() => ask(partner, {}, id)));
    expect(await drawSample(id)).toBeNull();
    const later = await makeDepiction(partner);
    await db.depiction.findUniqueOrThrow({ where: { id: later.id } });
    const { drawn: records, tree, sample } = await drawn(id);
    const names = sample.population.trimEnd().split("\n");
    expect(names.toSorted()).toEqual(ids.map((one) => `depiction ${one}`).toSorted());
    expect(records).toHaveLength(3);
    expect(records.map((one) => one.id)).not.toContain(later.id);
    const [line] = await linesOn(id);
    expect(line).toMatchObject({ action: "sample.asked", partnerId: partner.id });
    expect(JSON.parse(line?.detail ?? "")).toMatchObject({ number: 1, population: 5, phrase: "our number 4711" });
    // What is signed later changes nothing.
    await integrateAll(300);
    const again = await drawn(id);
    expect([again.drawn, again.seed, again.tree.size]).toEqual([records, (await drawn(id)).seed, tree.size]);
  });

  it("leaves nothing of one that was cut off, and asks again under the same id", async () => {
    const { partner, ids } = await withDepictions(2);
    const id = newId();
    expect(await cutOff("samples", () => ask(partner, {}, id))).toBe(true);
    expect([await db.sample.count({ where: { id } }), await linesOn(id)]).toEqual([0, []]);
    await ask(partner, {}, id);
    const { drawn: records, sample } = await drawn(id);
    expect([sample.number, records.map((one) => one.id).toSorted()]).toEqual([1, ids.toSorted()]);
    const [enterer, facts] = [staffCtx(await makeCustodian()), SampleExaminationInput.parse(someExamination())];
    const entered = { id: newId(), sampleId: id, ...facts };
    expect(await cutOff("examination_scope", () => enterSample(enterer, entered))).toBe(true);
    expect(await db.examination.count({ where: { id: entered.id } })).toBe(0);
    await Promise.all([1, 2].map(() => enterSample({ ...enterer, requestId: newId() }, entered)));
    expect(await db.examinationScope.count({ where: { examinationId: entered.id } })).toBe(2);
  });

  it("numbers two that are asked for at once, and draws them apart", async () => {
    const { partner } = await withDepictions(40);
    const both = await Promise.all([ask(partner, { size: 20 }), ask(partner, { size: 20 })]);
    const drawings = [await drawn(both[0]), await drawn(both[1])];
    expect(drawings.map(({ sample }) => sample.number).toSorted()).toEqual([1, 2]);
    const [first, second] = drawings.map((one) => one.drawn.map(({ id }) => id));
    expect(first).not.toEqual(second);
    expect(drawings[0]?.sample.populationSha256).not.toEqual(drawings[1]?.sample.populationSha256);
  });

  it("takes all records if there are fewer, none of others, and says so if there are none", async () => {
    const [{ partner, ids }, other] = [await withDepictions(2), await withDepictions(2)];
    const { drawn: records } = await drawn(await ask(partner, { size: 200 }));
    expect(records.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const old = { from: new Date("2001-01-01"), until: new Date("2001-01-02") };
    await expect(ask(other.partner, old)).rejects.toMatchObject({ code: "nothing_to_draw" });
    await expect(ask(partner, { until: new Date(someSample().until.getTime() + DAY_MS) })).rejects.toMatchObject({
      field: "until",
    });
    expect(await db.sample.count({ where: { partnerId: other.partner.id } })).toBe(0);
  });

  it("counts the day of production or of logging, and scenes that are greenlit", async () => {
    const { partner, scene, depiction } = await makeExaminable();
    await makeScene(partner);
    const logged = await drawn(await ask(partner, { size: 50 }));
    expect(logged.drawn.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual(
      [`depiction ${depiction.id}`, `scene ${scene.id}`].toSorted(),
    );
    const { productionDate } = await db.depiction.findUniqueOrThrow({ where: { id: depiction.id } });
    const day = new Date(`${productionDate.toISOString().slice(0, 10)}T00:00:00Z`);
    const produced = await drawn(await ask(partner, { basis: "produced", from: day, until: day, size: 50 }));
    expect(produced.drawn.map(({ id }) => id)).toContain(depiction.id);
  });

  it("is for owners, admins and custodians", async () => {
    const { partner } = await withDepictions(1);
    const other = await makePartner();
    for (const role of ["developer", "viewer"] as const) {
      const ctx = portalCtx({ ...partner, users: { ...partner.users, owner: await makeMember(partner, role) } });
      const own = { ...ctx, actor: { ...ctx.actor, role } };
      const act = askForSample(own, { id: newId(), partnerId: partner.id, ...someSample() });
      await expect(act, role).rejects.toMatchObject({ status: 403 });
      await expect(sampleList.read(own, {}), role).rejects.toMatchObject({ status: 403 });
    }
    const foreign = askForSample(portalCtx(other), { id: newId(), partnerId: partner.id, ...someSample() });
    await expect(foreign).rejects.toMatchObject({ status: 404 });
    const custodian = staffCtx(await makeCustodian());
    const { sampleId } = await askForSample(custodian, { id: newId(), partnerId: partner.id, ...someSample() });
    const taken = askForSample(portalCtx(other), { id: sampleId, partnerId: other.id, ...someSample() });
    await expect(taken).rejects.toMatchObject({ status: 404 });
    expect((await sampleList.read(portalCtx(partner), {})).rows).toMatchObject([
      { id: sampleId, byCustodian: true, drawn: 1, population: 1, status: null },
    ]);
    expect((await sampleList.read(portalCtx(other), {})).rows).toEqual([]);
    const member = await makeCustodian();
    await makeMember(partner, "viewer", member);
    const own = askForSample(staffCtx(member), { id: newId(), partnerId: partner.id, ...someSample() });
    await expect(own).rejects.toMatchObject({ code: "conflict_of_interest" });
    await expect(allSampleList.get(staffCtx(member), sampleId)).rejects.toMatchObject({ status: 404 });
    expect(await allSampleList.get(custodian, sampleId)).toMatchObject({ partnerName: partner.name });
    expect((await findPartners(custodian, partner.name)).map(({ id }) => id)).toContain(partner.id);
    // Also once they left the team: otherwise they could leave, ask and return.
    await db.partnerInvitation.create({
      data: {
        ...{ id: newId(), partnerId: partner.id, email: member.email, role: "viewer", tokenHash: randomBytes(32) },
        ...{ expiresAt: new Date(Date.now() + DAY_MS), acceptedAt: new Date() },
      },
    });
    await db.partnerMember.deleteMany({ where: { userId: member.id } });
    const left = askForSample(staffCtx(member), { id: newId(), partnerId: partner.id, ...someSample() });
    await expect(left).rejects.toMatchObject({ code: "conflict_of_interest" });
    await expect(allSampleList.get(staffCtx(member), sampleId)).rejects.toMatchObject({ status: 404 });
    expect(await findPartners(staffCtx(member), partner.name)).toEqual([]);
  });

  it("stays as it was asked for, and its examination gets no other records", async () => {
    const { partner, ids } = await withDepictions(3);
    const sampleId = await ask(partner, { size: 1 });
    await drawn(sampleId);
    const enterer = staffCtx(await makeCustodian());
    const facts = SampleExaminationInput.parse(someExamination());
    const { examinationId } = await enterSample(enterer, { id: newId(), sampleId, ...facts });
    const change = { examinationId, kind: "depiction", itemId: ids[0] ?? "", isIn: true } as const;
    await expect(changeScope(enterer, change)).rejects.toMatchObject({ code: "drawn" });
    for (const statement of [
      `UPDATE samples SET population_count = 1 WHERE id = '${sampleId}'`,
      `UPDATE examinations SET sample_id = NULL WHERE id = '${examinationId}'`,
      `INSERT INTO examination_scope VALUES ('${examinationId}', 'partner', '${partner.id}', now())`,
    ]) {
      await expect(asOwner(statement), statement).rejects.toThrow();
    }
    const own = await makeCustodian();
    await makeMember(partner, "viewer", own);
    await expect(enterSample(staffCtx(own), { id: newId(), sampleId, ...facts })).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe("an examination of a sample", () => {
  it("opens what was drawn with its consents, and nothing else of the partner or of others", async () => {
    const { partner, depiction, scene } = await makeExaminable();
    const elsewhere = await makePartner();
    const url = `https://other.example/${newId()}`;
    const copy = await makeDepiction(elsewhere, { contentUrl: url });
    await makeExtension(scene, elsewhere);
    await makePublication(scene, { partnerId: elsewhere.id, contentUrl: url });
    const { sample, drawn: records } = await drawn(await ask(partner, { size: 2 }));
    const { ctx } = await makeExaminationOf(sample.id);
    const { lines } = await readIndex(ctx(), { index: "titles" });
    expect(lines.map(({ id }) => id).toSorted()).toEqual([depiction.id, scene.id].toSorted());
    expect(records.map(({ id }) => id).toSorted()).toEqual([depiction.id, scene.id].toSorted());
    expect(new Set(lines.map(({ about }) => about))).toEqual(new Set([partner.name]));
    const viewed = await viewExaminedRecord(ctx(), { kind: "scene", id: scene.id });
    expect(viewed.releases).toHaveLength(2);
    expect(viewed.depictions.map((one) => one.url)).toEqual([depiction.contentUrl]);
    await expect(viewExaminedRecord(ctx(), { kind: "depiction", id: copy.id })).rejects.toMatchObject({ status: 404 });
    // The scene of another partner, which this one published.
    const own = await makeDepiction(elsewhere, { contentUrl: `https://other.example/${newId()}` });
    const theirs = await drawn(await ask(elsewhere, { size: 10 }));
    expect(theirs.drawn.map(({ id }) => id)).toEqual(expect.arrayContaining([copy.id, own.id, scene.id]));
    const view = await makeExaminationOf(theirs.sample.id);
    const seen = await viewExaminedRecord(view.ctx(), { kind: "scene", id: scene.id });
    expect(JSON.stringify(seen)).not.toContain(partner.name);
    expect(seen.depictions.map((one) => one.url)).toEqual([url]);
    // Nor by a search, letter for letter.
    await fillWholeSearch();
    const hits = async (q: string) =>
      (await readIndex(view.ctx(), { index: "titles", q })).lines.map(({ id }) => id).filter((id) => id === scene.id);
    for (const q of [url, scene.title, scene.id]) expect(await hits(q), q).toEqual([scene.id]);
    expect(await hits(depiction.contentUrl)).toEqual([]);
    expect(await hits(new URL(depiction.contentUrl).host)).toEqual([]);
    // Nor in the package of all records, which its examiner may ask for, too.
    const { body } = await openExaminedRecords(view.ctx(), {
      ...{ packageId: await makePackedExamination(view.ctx()), range: null },
    });
    const packed = [...readZip(await wholeOf(body ?? Readable.from([]))).values()].map(String).join("\n");
    expect(packed).toContain(url);
    expect(packed).not.toContain(partner.name);
    expect(packed).not.toContain(depiction.contentUrl);
  });

  it("gives a package that can be drawn again, with redacted IDs and consents", async () => {
    const { partner, depiction, scene, performers, checkOf } = await makeExaminable();
    const sampleId = await ask(partner, { size: 5 });
    await drawn(sampleId);
    const { ctx, id: examinationId } = await makeExaminationOf(sampleId);
    const files = await unzip(ctx());
    const of = (name: string) => String(files.get(`data/${name}`));
    const told = recordsIn(files);
    expect(told.map(({ id }) => id).toSorted()).toEqual([depiction.id, scene.id].toSorted());
    const [shown, consents] = [depiction, scene].map((one) => told.find(({ id }) => id === one.id));
    expect(consents.releases).toMatchObject(
      ["Ada Example", "Berta Example"].map(() => ({ file: null, signedName: expect.any(String) })),
    );
    expect(files.has(`data/${shown.related[0]}/record.json`)).toBe(true);
    // The depiction's own people, and everyone of the scene that it was published from.
    const namesIn = (one: { people: { legalName: string }[] }) => new Set(one.people.map(({ legalName }) => legalName));
    expect(namesIn(consents)).toEqual(new Set(["Ada Example", "Berta Example"]));
    expect(namesIn(shown)).toEqual(new Set(["Ada Example"]));
    const whole = Buffer.concat(
      [...files].filter(([name]) => !name.endsWith(".jpg")).map(([, bytes]) => bytes),
    ).toString();
    for (const person of performers) {
      expect(whole).not.toContain(person.userId);
      expect(whole).not.toContain(person.email);
      expect([...files.keys()].join() + whole).not.toContain(checkOf(person.userId));
    }
    const people = [...files]
      .filter(([name]) => name.endsWith("/person.json"))
      .map(([, text]) => JSON.parse(String(text)));
    for (const person of people) expect(person).toMatchObject({ document: null, otherNames: [] });
    for (const name of ["Ada Example", "Berta Example"]) {
      const born = expect.stringMatching(/^\d{4}$/);
      expect(people).toContainEqual(expect.objectContaining({ legalName: name, born, photos: [expect.anything()] }));
    }
    const portraits = [...files.keys()].filter((name) => name.endsWith("/person.jpg"));
    expect(portraits.length).toBe(people.flatMap(({ photos }) => photos).length);
    expect(portraits.length).toBeGreaterThanOrEqual(performers.length);
    expect([...files.keys()].some((name) => /front|back|copy\.|release-|names-|aliases-/.test(name))).toBe(false);
    for (const page of ["sample.html", "summary.pdf", "takedowns.json", "drawing/drawing.json"])
      expect(of("index.html")).toContain(`href="${page}"`);
    for (const { id } of [depiction, scene]) expect(of("sample.html")).toContain(id);
    for (const name of [...files.keys()].filter((one) => one.endsWith(".html")))
      expect(String(files.get(name)), name).toContain(`Examination ${examinationId}`);
    const months = JSON.parse(of("takedowns.json"));
    expect(months.at(-1)).toMatchObject({ received: 0, breached: 0, isFinal: false });
    const sums = of("contents.sha256").trimEnd().split("\n");
    const rest = ["contents.sha256", "summary.pdf"];
    expect([...files.keys()].filter((name) => name.startsWith("data/"))).toHaveLength(sums.length + rest.length);
    for (const line of sums) {
      const [hash, path = ""] = line.split("  ");
      expect(sha256Hex(files.get(`data/${path}`) ?? ""), path).toBe(hash);
    }
    await verifySignedPdf(files.get("data/summary.pdf") ?? Buffer.of());

    // One look at everything, which each person is told of.
    const looks = await db.examinationLook.findMany({ where: { examinationId } });
    expect(looks).toMatchObject([{ kind: "package" }]);
    expect(Buffer.from(looks[0]?.sha256 ?? []).toString("hex")).toBe(files.sha256);
    for (const { userId } of performers)
      expect((await linesOn(userId)).map(({ action }) => action)).toContain("person.package_downloaded");

    const folder = mkdtempSync(join(tmpdir(), "sample-"));
    try {
      for (const [name, bytes] of files) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), bytes);
      }
      const keys = (await verifierKeys()).flatMap((key) => ["--key", key]);
      const run = spawnSync(process.execPath, ["clients/ledger/draw.mjs", ...keys, join(folder, "data/drawing")]);
      expect([run.status, String(run.stdout)]).toEqual([0, expect.stringContaining(depiction.id)]);
      writeFileSync(join(folder, "data/drawing/population.txt"), "");
      const refused = spawnSync(process.execPath, ["clients/ledger/draw.mjs", ...keys, join(folder, "data/drawing")]);
      expect([refused.status, String(refused.stdout)]).toEqual([1, expect.stringMatching(/^REFUSED/)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("shows no record that was taken out, and nothing after its end", async () => {
    const { partner, depiction } = await makeExaminable();
    const sampleId = await ask(partner, { size: 5 });
    await drawn(sampleId);
    const { ctx, enterer, id: examinationId } = await makeExaminationOf(sampleId);
    const remove = [{ kind: "depiction", itemId: depiction.id } as const];
    await narrowExamination(enterer, { examinationId, reason: "Not theirs", remove, closesAt: null });
    const files = await unzip(ctx());
    expect(recordsIn(files).map(({ kind }) => kind)).toEqual(["scene"]);
    expect(String(files.get("data/sample.html"))).toMatch(
      new RegExp(`Not shown: erased, or taken out</td><td>Depiction</td><td>${depiction.id}`),
    );
    expect([...files.values()].join("\n")).not.toContain(depiction.title);

    const body = await open(ctx());
    await endExamination({ ...enterer, requestId: newId() }, { examinationId, reason: "Enough" });
    await expect(wholeOf(body)).rejects.toMatchObject({ status: 404 });
    await expect(open(ctx())).rejects.toMatchObject({ status: 404 });
  });
});

describe("the drawing in a package", () => {
  it("is refused with another list, seed, choice, record or question", async () => {
    const { partner } = await withDepictions(8);
    const sampleId = await ask(partner, { size: 3 });
    await drawn(sampleId);
    const { ctx } = await makeExaminationOf(sampleId);
    const files = await unzip(ctx());
    const of = (name: string) => String(files.get(`data/drawing/${name}`));
    const good = { drawing: of("drawing.json"), population: of("population.txt"), proof: of("asked.tlog-proof") };
    const keys = await trusted();
    const { drawn: records, asked: question } = await verifyDrawing(good, keys);
    expect(records).toHaveLength(3);
    expect(question).toMatchObject({ acquirer: "First Acquirer", size: 3, population: 8 });

    const claimed = JSON.parse(good.drawing);
    const other = (change: Record<string, unknown>) => ({
      ...good,
      drawing: JSON.stringify({ ...claimed, ...change }),
    });
    const lines = good.population.trimEnd().split("\n");
    const undrawn = lines.find((token) => !records.some((one) => one.token === token));
    const [first, second, third] = claimed.drawn;
    const otherId = await ask(partner, { size: 3 });
    const otherProof = (await drawn(otherId)).tree.proof;
    for (const [name, files] of Object.entries({
      "a shorter list": { ...good, population: `${lines.slice(1).join("\n")}\n` },
      "an added record": { ...good, population: `${[...lines, "f".repeat(64)].join("\n")}\n` },
      "another seed": other({ seed: "0".repeat(64) }),
      "another choice": other({ drawn: [first, second, { ...third, token: undrawn }] }),
      "another order": other({ drawn: [second, first, third] }),
      "fewer records": other({ drawn: [first, second] }),
      "another record": other({ drawn: [first, second, { ...third, id: newId() }] }),
      "another phrase": other({ phrase: "theirs" }),
      "another size": other({ size: 2, drawn: [first, second] }),
      "another sample": other({ sampleId: newId() }),
      "the proof of another sample": { ...good, proof: otherProof },
      "a changed proof": { ...good, proof: good.proof.replace(/index \d+/, "index 0") },
    })) {
      await expect(verifyDrawing(files, keys), name).rejects.toThrow();
    }
    const signedBy = keys.map((key) => ({ ...key, publicKey: new Uint8Array(32) }));
    await expect(verifyDrawing(good, signedBy)).rejects.toThrow();
  });

  it("keeps the acquirer’s phrase on one line", () => {
    expect(SampleInput.parse({ ...someSample(), phrase: " a\nb\u2028c " }).phrase).toBe("a b c");
  });
});
