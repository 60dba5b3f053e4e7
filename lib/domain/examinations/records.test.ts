import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { listLooks, proveLooks } from "@/lib/domain/creators/overview";
import { inspectionsOf } from "@/lib/domain/custody/inspections";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { withRequestContext } from "@/lib/platform/request-context";
import { wholeOf } from "@/lib/platform/streams";
import { eventsOf } from "@/lib/testing/effects";
import { type Examinable, makeExaminable, makeExamination } from "@/lib/testing/examinations";
import { makeDepiction, makePartner, personCtx } from "@/lib/testing/factories";
import { makeRemoval } from "@/lib/testing/removals";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { readZip } from "@/lib/testing/zip";
import { endExamination, narrowExamination } from "./examinations";
import { openExaminedRelease, readExaminedCopy, viewExaminedPhoto } from "./files";
import { exportIndex, readFigures, readIndex } from "./indexes";
import { PROFILES, type Profile, RECORD_KINDS, SEES } from "./labels";
import { viewExaminedRecord } from "./records";
import { entriesIn, scopeOfExamination } from "./scope";
import { examinationsOf, viewExamination } from "./view-examinations";

type Made = Awaited<ReturnType<typeof makeExamination>>;

const recordsOf = async ({ ctx }: Made) =>
  (await readIndex(ctx(), { index: "titles" })).lines.map(({ kind, id }) => `${kind} ${id}`).toSorted();

const allOf = ({ production, scene, depiction }: Examinable) =>
  [`production ${production.id}`, `scene ${scene.id}`, `depiction ${depiction.id}`].toSorted();

const exportOf = async ({ ctx }: Pick<Made, "ctx">) => buffer((await exportIndex(ctx())).csv);

/** The index by name says of everyone what the entries in scope say. */
async function expectNames({ id, ctx }: Made): Promise<void> {
  const entries = await db.$queryRaw<unknown[]>`
    SELECT e.user_id AS "personId", count(DISTINCT (e.kind, e.id))::int AS records
    FROM ${entriesIn(scopeOfExamination(id))} e JOIN identities v ON v.user_id = e.user_id GROUP BY e.user_id ORDER BY e.user_id`;
  const { lines } = await readIndex(ctx(), { index: "names" });
  const named = lines.map(({ personId, records }) => ({ personId: personId ?? "", records }));
  expect(named.toSorted((a, b) => (a.personId < b.personId ? -1 : 1))).toEqual(entries);
}

const addDepictions = (productionId: string, urls: readonly string[]) =>
  db.productionDepiction.createMany({
    data: urls.map((url) => ({
      ...{ id: newId(), productionId, url, title: `Film ${url}`, producedOn: clock.now(), addedAt: clock.now() },
    })),
  });

const copyOf = async (made: Made, depictionId: string) => {
  const { body } = await readExaminedCopy(made.ctx(), { depictionId, range: null });
  if (!body) throw new Error("no body");
  return wholeOf(body);
};

describe("the scope", () => {
  it("opens what was picked and what belongs to it, and nothing beside it", async () => {
    const [own, other] = [await makeExaminable(), await makeExaminable()];
    const [performer] = own.performers;
    const extra = await makeDepiction(own.partner, { accountId: own.uploader.id });
    await fillWholeSearch();
    const [production, scene, depiction] = RECORD_KINDS.toReversed().map((kind) => `${kind} ${own[kind].id}`);
    for (const [pick, opened] of [
      [["production", own.production.id], allOf(own)],
      [
        ["scene", own.scene.id],
        [scene, depiction],
      ],
      [["depiction", own.depiction.id], [depiction]],
      [["person", performer?.userId ?? ""], [scene]],
      [
        ["partner", own.partner.id],
        [...allOf(own), `depiction ${extra.id}`],
      ],
    ] as const) {
      const made = await makeExamination([[pick[0], pick[1]]]);
      expect(await recordsOf(made), pick[0]).toEqual([...opened].toSorted());
      await expectNames(made);
      expect((await readFigures(made.ctx())).opens).toMatchObject({
        productions: opened.filter((one) => one === production).length,
        scenes: opened.filter((one) => one === scene).length,
      });
    }
    const both = await makeExamination([
      ["production", own.production.id],
      ["depiction", other.depiction.id],
    ]);
    expect(await recordsOf(both)).toEqual([...allOf(own), `depiction ${other.depiction.id}`].toSorted());
    await expectNames(both);
    // The uploader's depiction of today doesn't bring them into a scope that ends before.
    const producedUntil = new Date("2026-10-01T00:00:00.000Z");
    await expectNames(await makeExamination([["partner", own.partner.id]], { producedUntil }));
    const remove = [{ kind: "production", itemId: own.production.id }] as const;
    expect((await readFigures(both.ctx())).narrowedAt).toBeNull();
    await narrowExamination(both.enterer, { examinationId: both.id, reason: "Not named", remove, closesAt: null });
    expect((await readFigures(both.ctx())).narrowedAt).toEqual(expect.any(Date));
    expect(await recordsOf(both)).toEqual([`depiction ${other.depiction.id}`]);
  });

  it("of a performer shows no one else in their records", async () => {
    const own = await makeExaminable({ names: ["Ada Alone", "Berta Beside"] });
    const [ada, berta] = own.performers;
    const made = await makeExamination([["person", ada?.userId ?? ""]]);
    const names = await readIndex(made.ctx(), { index: "names" });
    expect(names.lines.map(({ text, records }) => [text, records])).toEqual([["Ada Alone", 1]]);
    expect((await readFigures(made.ctx())).opens).toMatchObject({ people: 1, ids: 1, releases: 1 });
    const csv = String(await exportOf(made));
    expect(csv).toContain("Ada Alone");
    expect(csv).not.toContain("Berta Beside");
    const shown = await viewExaminedRecord(made.ctx(), { kind: "scene", id: own.scene.id });
    expect(shown.people.map(({ legalName }) => legalName)).toEqual(["Ada Alone"]);
    expect(shown.releases.map(({ userId }) => userId)).toEqual([ada?.userId]);
    expect(JSON.stringify(shown)).not.toContain(berta?.userId);
    await expect(openExaminedRelease(made.ctx(), berta?.id ?? "")).rejects.toMatchObject({ status: 404 });
    const photo = { checkId: own.checkOf(berta?.userId ?? ""), kind: "person" } as const;
    await expect(viewExaminedPhoto(made.ctx(), photo)).rejects.toMatchObject({ status: 404 });
  });

  it("names in a production everyone in its scenes whom it opens, and no one else", async () => {
    const own = await makeExaminable({ names: ["Cora Example", "Dora Example"] });
    const [ada] = own.performers;
    const id = own.production.id;
    const peopleOf = async ({ ctx }: Made) =>
      (await viewExaminedRecord(ctx(), { kind: "production", id })).people
        .map(({ legalName }) => legalName)
        .filter(Boolean);
    const made = await makeExamination([["production", id]]);
    expect(await peopleOf(made)).toEqual(["Ada Example", "Cora Example", "Dora Example"]);
    const told = { subjectId: ada?.userId ?? "", action: "person.production_viewed" } as const;
    expect(await db.ledgerEntry.count({ where: told })).toBe(1);
    // Linked, but the scene is another partner's.
    const linked = await makePartner();
    await db.productionPartner.create({ data: { productionId: id, partnerId: linked.id, linkedAt: clock.now() } });
    expect(await peopleOf(await makeExamination([["partner", linked.id]]))).toEqual([]);
    const both = await makeExamination([
      ["partner", linked.id],
      ["person", ada?.userId ?? ""],
    ]);
    expect(await peopleOf(both)).toEqual(["Cora Example"]);
    expect(String(await exportOf(both))).not.toContain("Dora Example");
  });

  it("has in its table the names and web addresses of productions and scenes", async () => {
    const own = await makeExaminable({ names: ["Cora Example", "Dora Example"] });
    const made = await makeExamination([["production", own.production.id]]);
    const urls = ["https://films.example.com/1", "https://films.example.com/2"];
    await addDepictions(own.production.id, urls);
    const csv = String(await exportOf(made));
    const linesOf = (kind: string) => csv.split(/\r?\n/).filter((line) => line.includes(`,${kind},`));
    for (const kind of ["production", "scene"]) {
      for (const name of ["Cora Example", "Dora Example"]) expect(linesOf(kind).join("\n"), kind).toContain(name);
    }
    for (const url of urls) expect(linesOf("production").filter((line) => line.includes(url))).toHaveLength(1);
    expect(linesOf("scene").every((line) => line.includes(own.depiction.contentUrl ?? ""))).toBe(true);
    const { sha256 } = await db.examinationLook.findFirstOrThrow({
      where: { examinationId: made.id, kind: "export", NOT: { sha256: null } },
    });
    expect(Buffer.from(sha256 ?? []).toString("hex")).toBe(sha256Hex(csv));
  });

  it("ends with the dates of production", async () => {
    const own = await makeExaminable();
    const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
    const picks = [["production", own.production.id]] as const;
    const september = await makeExamination(picks, {
      producedFrom: day("2026-09-01"),
      producedUntil: day("2026-10-01"),
    });
    expect(await recordsOf(september)).toEqual([`production ${own.production.id}`]);
    const before = await makeExamination(picks, { producedUntil: day("2026-09-04") });
    expect(await recordsOf(before)).toEqual([]);
  });

  it("answers what is outside it as what doesn't exist, whatever an examiner asks", async () => {
    const [own, other] = [await makeExaminable(), await makeExaminable()];
    const made = await makeExamination([["production", own.production.id]]);
    const outside = [other.production.id, other.scene.id, other.depiction.id, other.performers[0]?.userId ?? ""];
    const [performer] = other.performers;
    outside.push(performer?.id ?? "", other.checkOf(performer?.userId ?? ""), other.partner.id, other.uploader.id);
    // Of the own production, but not what these pages show.
    outside.push(own.partner.id, own.uploader.id, made.id, newId(), "x", "../index", "");
    const answers = new Set<string>();
    for (const id of outside) {
      for (const ask of [
        ...[...RECORD_KINDS, "person", "__proto__"].map((kind) => () => viewExaminedRecord(made.ctx(), { kind, id })),
        ...SEES.inspector.photos.map((kind) => () => viewExaminedPhoto(made.ctx(), { checkId: id, kind })),
        () => readExaminedCopy(made.ctx(), { depictionId: id, range: null }),
        () => openExaminedRelease(made.ctx(), id),
        () => readIndex(made.ctx(), { index: id }),
      ]) {
        const refused = await ask().then(
          () => "shown",
          (error: unknown) =>
            error instanceof AppError ? JSON.stringify([error.status, error.message, error.code]) : `${error}`,
        );
        answers.add(refused);
      }
      const { lines, person } = await readIndex(made.ctx(), { index: "titles", person: id || "x" });
      expect([lines, person], id).toEqual([[], null]);
      if (id.length > 5) expect((await readIndex(made.ctx(), { index: "names", q: id })).lines, id).toEqual([]);
    }
    expect([...answers]).toEqual(['[404,"Not found",null]']);
    const outsideLooks = await db.examinationLook.count({ where: { examinationId: made.id, kind: { not: "index" } } });
    expect(outsideLooks).toBe(0);
    const searched = await readIndex(made.ctx(), { index: "titles", q: other.depiction.title });
    expect(searched.lines).toEqual([]);
    const csv = await exportOf(made);
    for (const id of [other.scene.id, other.depiction.id, other.depiction.title]) {
      expect(csv.toString()).not.toContain(id);
    }
  });
});

describe("the indexes", () => {
  it("are searched by parts of names, titles and web addresses, and read page by page in order", async () => {
    const own = await makeExaminable({ names: ["Zoë Ångström", "Ada Example"] });
    const [zoe] = own.performers;
    await db.personAlias.create({
      data: { id: newId(), userId: zoe?.userId ?? "", name: "Starlight", createdAt: clock.now() },
    });
    const made = await makeExamination([["production", own.production.id]]);
    const ask = async (index: string, q: string) =>
      (await readIndex(made.ctx(), { index, q })).lines.map(({ text }) => text);
    expect(await ask("names", "angstrom zoe")).toEqual(["Zoë Ångström"]);
    expect(await ask("aliases", "starl")).toEqual(["Starlight"]);
    expect(await ask("aliases", "ada")).toEqual([]);
    expect(await ask("titles", own.depiction.contentUrl)).toEqual([own.scene.title, own.depiction.title]);
    expect(await ask("titles", own.depiction.title.toUpperCase())).toEqual([own.depiction.title]);
    const { lines } = await readIndex(made.ctx(), { index: "titles", person: zoe?.userId });
    expect(lines.map(({ kind }) => kind)).toEqual(["scene"]);

    for (let n = 0; n < 53; n++) {
      await makeDepiction(own.partner, { accountId: own.uploader.id, title: `Row ${String(n % 10)}` });
    }
    const all = await makeExamination([["partner", own.partner.id]]);
    const first = await readIndex(all.ctx(), { index: "titles" });
    const second = await readIndex(all.ctx(), { index: "titles", after: first.next ?? undefined });
    expect([first.lines.length, second.lines.length, second.next]).toEqual([50, 6, null]);
    const ids = [...first.lines, ...second.lines].map(({ id }) => id);
    expect(new Set(ids).size).toBe(56);
    for (const after of ["nonsense", Buffer.from(JSON.stringify(["a\0", "b"])).toString("base64url")]) {
      const again = await readIndex(all.ctx(), { index: "titles", after });
      expect(again.lines.map(({ id }) => id)).toEqual(first.lines.map(({ id }) => id));
    }
  });
});

describe("a profile", () => {
  /** What each profile gets: an index, an ID's data, other names, photos, URLs, a copy, releases, a signed one, history, an export. */
  const GETS: Record<Profile, string> = {
    inspector: "names aliases titles full others front portrait urls copy releases signed history export",
    court: "names aliases titles full others front portrait urls copy releases signed history export",
    acquirer: "titles redacted portrait urls releases",
    regulator: "",
  };

  it.each(PROFILES)("%s sees what its line of the table says, and nothing else", async (profile) => {
    const own = await makeExaminable();
    const [ada] = own.performers;
    const userId = ada?.userId ?? "";
    await db.personAlias.create({ data: { id: newId(), userId, name: "Starlight", createdAt: clock.now() } });
    const made = await makeExamination([["production", own.production.id]], { profile });
    const gets: string[] = [];
    const tries = async (what: string, ask: () => Promise<unknown>) => {
      const got = await ask().then(
        (value) => value !== false,
        (error: unknown) => {
          expect(error).toMatchObject({ status: 404 });
          return false;
        },
      );
      if (got) gets.push(what);
    };
    for (const index of ["names", "aliases", "titles"]) await tries(index, () => readIndex(made.ctx(), { index }));
    const scene = await viewExaminedRecord(made.ctx(), { kind: "scene", id: own.scene.id }).catch(() => null);
    const depiction = await viewExaminedRecord(made.ctx(), { kind: "depiction", id: own.depiction.id }).catch(
      () => null,
    );
    const person = scene?.people.find((one) => one.userId === userId);
    if (person) {
      expect(person).toMatchObject({ legalName: "Ada Example", verifiedAt: expect.any(Date) });
      const isFull = person.born === "1990-01-31" && person.document?.type === "passport";
      gets.push(isFull ? "full" : person.born === "1990" && person.document === null ? "redacted" : "neither");
      if (person.otherNames.length > 0) gets.push("others");
    }
    const checkId = own.checkOf(userId);
    const photos = { document_front: "front", person: "portrait" } as const;
    for (const kind of ["document_front", "person"] as const) {
      expect(person?.photos.some((one) => one.kind === kind) ?? false).toBe(SEES[profile].photos.includes(kind));
      await tries(photos[kind], () => viewExaminedPhoto(made.ctx(), { checkId, kind }));
    }
    if (depiction?.depictions.some(({ url }) => url === own.depiction.contentUrl)) gets.push("urls");
    expect(depiction?.copy !== undefined && depiction.copy !== null).toBe(SEES[profile].copies);
    await tries("copy", () => copyOf(made, own.depiction.id));
    if (scene && scene.releases.length > 0) gets.push("releases");
    await tries("signed", () => openExaminedRelease(made.ctx(), ada?.id ?? ""));
    if (scene && scene.history.length > 0) gets.push("history");
    await tries("export", () => exportOf(made));
    expect(gets.join(" ")).toBe(GETS[profile]);
  });
});

describe("a look", () => {
  it("of an inspector tells each linked partner once for each production, whatever is opened first", async () => {
    const own = await makeExaminable();
    const one = await makeExamination([["scene", own.scene.id]]);
    const told = async () =>
      (await eventsOf(own.partner)).filter(({ type }) => type === "production.records_inspected");
    await readIndex(one.ctx(), { index: "titles" });
    expect(await told()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => viewExaminedRecord(one.ctx(), { kind: "scene", id: own.scene.id })));
    await viewExaminedRecord(one.ctx(), { kind: "depiction", id: own.depiction.id });
    await openExaminedRelease(one.ctx(), own.performers[0]?.id ?? "");
    const [event, ...more] = await told();
    expect(more).toEqual([]);
    expect(event?.data).toMatchObject({ productionId: own.production.id, inspectorAgency: "Department of Justice" });
    expect(await examinationsOf(one.enterer, own.production.id)).toMatchObject([{ id: one.id, examiner: "Jo Doe" }]);
    expect(await inspectionsOf(one.enterer, own.production.id)).toEqual([]);

    const two = await makeExamination([["production", own.production.id]]);
    await viewExaminedRecord(two.ctx(), { kind: "production", id: own.production.id });
    expect(await told()).toHaveLength(2);
    for (const profile of ["acquirer", "court"] as const) {
      const { ctx } = await makeExamination([["production", own.production.id]], { profile });
      await viewExaminedRecord(ctx(), { kind: "production", id: own.production.id });
    }
    expect(await told()).toHaveLength(2);
  });

  it("is a line of the ledger with the examination and the examiner's name, hidden from partners", async () => {
    const own = await makeExaminable();
    const { id, ctx, enterer } = await makeExamination([["production", own.production.id]]);
    const [ada] = own.performers;
    const checkId = own.checkOf(ada?.userId ?? "");
    await viewExaminedRecord(ctx(), { kind: "scene", id: own.scene.id });
    const { jpeg } = await viewExaminedPhoto(ctx(), { checkId, kind: "document_front" });
    await readExaminedCopy(ctx(), { depictionId: own.depiction.id, range: null });
    await readExaminedCopy(ctx(), { depictionId: own.depiction.id, range: "bytes=100-" });
    await openExaminedRelease(ctx(), ada?.id ?? "");
    const csv = await exportOf({ ctx });
    const lines = await db.ledgerEntry.findMany({
      where: { actorKind: "examiner", actorId: id },
      orderBy: { seq: "asc" },
    });
    const subjects = [own.scene.id, checkId, own.depiction.id, ada?.id ?? "", id];
    const about = lines.filter(({ subjectId }) => subjects.includes(subjectId));
    expect(about.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ["collab_scene.viewed", own.scene.id],
      ["identity_photo.viewed", checkId],
      ["depiction.viewed", own.depiction.id],
      ["scene_performer.viewed", ada?.id],
      ["examination.exported", id],
      ["examination.exported", id],
    ]);
    // And one for each person whom the scene showed.
    const told = lines.filter(({ action }) => action === "person.scene_viewed");
    const shown = await db.sceneIndexEntry.findMany({ where: { sceneId: own.scene.id } });
    expect(told.map(({ subjectId }) => subjectId).toSorted()).toEqual(shown.map(({ userId }) => userId).toSorted());
    expect(told.map(({ subjectKind, detail }) => [subjectKind, JSON.parse(detail).sceneId])).toEqual(
      shown.map(() => ["person", own.scene.id]),
    );
    const sent = JSON.parse(about.at(-1)?.detail ?? "{}");
    // Of the scene, a line for each of its three people; of the depiction, for its own.
    expect(sent).toMatchObject({ records: 3, lines: csv.toString().trimEnd().split("\r\n").length - 1 });
    for (const { detail, partnerId } of lines) {
      expect([partnerId, JSON.parse(detail).examiner]).toEqual([null, "Jo Doe"]);
    }
    // Custodians read whose ID it was; what is kept has no names.
    const { looks: listed } = await viewExamination(enterer, id);
    expect(listed.find(({ kind }) => kind === "photo")).toMatchObject({ title: "ID, front", whose: "Ada Example" });
    const looks = await db.examinationLook.findMany({ where: { examinationId: id }, orderBy: { id: "asc" } });
    expect(JSON.stringify(looks)).not.toContain("Ada Example");
    const hashes = looks.map(({ kind, sha256 }) => [kind, sha256 && Buffer.from(sha256).toString("hex")]);
    expect(hashes).toContainEqual(["photo", sha256Hex(jpeg)]);
    expect(hashes).toContainEqual(["copy", sha256Hex(own.jpeg)]);
    expect(hashes).toContainEqual(["export", sha256Hex(csv)]);
  });

  it("at the copy of a removed record is closed, and ends while it is read", async () => {
    const own = await makeExaminable({ bytes: 4_000_000 });
    const made = await makeExamination([["production", own.production.id]]);
    const record = () => viewExaminedRecord(made.ctx(), { kind: "depiction", id: own.depiction.id });
    expect((await record()).isCopyClosed).toBe(false);
    const { body } = await readExaminedCopy(made.ctx(), { depictionId: own.depiction.id, range: null });
    if (!body) throw new Error("no body");
    const parts = body[Symbol.asyncIterator]();
    await parts.next();
    const { id: publicationId } = await db.scenePublication.findFirstOrThrow({ where: { sceneId: own.scene.id } });
    await makeRemoval({ items: [{ publicationId, status: "confirmed" }] });
    await new Promise((resolve) => setTimeout(resolve, 600));
    await expect(
      (async () => {
        for (let part = await parts.next(); !part.done; part = await parts.next());
      })(),
    ).rejects.toMatchObject({ status: 404 });
    await expect(copyOf(made, own.depiction.id)).rejects.toMatchObject({ status: 404 });
    expect((await record()).isCopyClosed).toBe(true);
  });

  it("is told to the person at once, or after a delay that ends by itself", async () => {
    const own = await makeExaminable();
    const [ada] = own.performers;
    const me = personCtx({ id: ada?.userId ?? "" });
    const checkId = own.checkOf(me.actor.userId);
    const seen = async () => (await listLooks(me, undefined)).looks.filter(({ by }) => by === "examiner");
    // The views with a proof, and those that get one within seconds.
    const provable = async () => {
      const files = readZip((await proveLooks(me)).zip);
      const waiting = /no proof yet: (\d+)/.exec(files.get("README.txt")?.toString() ?? "")?.[1] ?? 0;
      return files.size - 1 + Number(waiting);
    };
    const before = await provable();
    const toldAfter = new Date(clock.now().getTime() + 30 * DAY_MS);
    const picks = [["production", own.production.id]] as const;
    const quiet = await makeExamination(picks, { toldAfter, delayReason: "Order 24-117, page 3" });
    await viewExaminedPhoto(quiet.ctx(), { checkId, kind: "person" });
    expect([await seen(), await provable()]).toEqual([[], before]);
    const open = await makeExamination(picks);
    await viewExaminedPhoto(open.ctx(), { checkId, kind: "person" });
    expect(await seen()).toMatchObject([{ action: "identity_photo.viewed", reason: "Department of Justice" }]);
    expect(await provable()).toBe(before + 1);
    clock.advance(31 * DAY_MS);
    try {
      expect(await seen()).toHaveLength(2);
      expect(await provable()).toBe(before + 2);
    } finally {
      clock.reset();
    }
  });

  it("needs one connection, so that many at once can't wait for each other", async () => {
    const own = await makeExaminable();
    const { ctx } = await makeExamination([["production", own.production.id]]);
    const acquirer = await makeExamination([["production", own.production.id]], { profile: "acquirer" });
    const [ada] = own.performers;
    const reads = {
      figures: () => readFigures(acquirer.ctx()),
      index: () => readIndex(ctx(), { index: "names" }),
      records: () => Promise.all(RECORD_KINDS.map((kind) => viewExaminedRecord(ctx(), { kind, id: own[kind].id }))),
      photo: () => viewExaminedPhoto(ctx(), { checkId: own.checkOf(ada?.userId ?? ""), kind: "person" }),
      copy: () => readExaminedCopy(ctx(), { depictionId: own.depiction.id, range: "bytes=0-9" }),
      release: () => openExaminedRelease(ctx(), ada?.id ?? ""),
      export: () => exportOf({ ctx }),
    };
    const others = await Promise.all(Array.from({ length: env().databasePoolSize - 1 }, () => pool().connect()));
    try {
      for (const [name, read] of Object.entries(reads)) {
        const run = withRequestContext({ requestId: newId() }, async () => void (await read()));
        await expect(run, name).resolves.toBeUndefined();
      }
    } finally {
      for (const other of others) other.release();
    }
  });

  it("at an export stops once the examination ends, and is kept with the hash only when it is whole", async () => {
    const own = await makeExaminable();
    const { id, ctx, enterer } = await makeExamination([["production", own.production.id]]);
    const { csv } = await exportIndex(ctx());
    await endExamination(enterer, { examinationId: id, reason: "Enough" });
    await expect(buffer(csv)).rejects.toMatchObject({ status: 404 });
    const looks = await db.examinationLook.findMany({ where: { examinationId: id } });
    expect(looks.map(({ kind, sha256 }) => [kind, sha256])).toEqual([["export", null]]);
  });

  it("at a file stops within a second once the examination ends", async () => {
    const own = await makeExaminable({ bytes: 4_000_000 });
    const { id, ctx, enterer } = await makeExamination([["production", own.production.id]]);
    const { body } = await readExaminedCopy(ctx(), { depictionId: own.depiction.id, range: null });
    if (!body) throw new Error("no body");
    const parts = body[Symbol.asyncIterator]();
    await parts.next();
    await endExamination(enterer, { examinationId: id, reason: "Enough" });
    await new Promise((resolve) => setTimeout(resolve, 600));
    await expect(
      (async () => {
        for (let part = await parts.next(); !part.done; part = await parts.next());
      })(),
    ).rejects.toMatchObject({ status: 404 });
  });
});
