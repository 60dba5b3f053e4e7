import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sealFacts } from "@/lib/domain/identity/id-facts";
import { fillSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import {
  makeAccount,
  makeCustodian,
  makeDepiction,
  makeMember,
  makePartner,
  portalCtx,
  staffCtx,
} from "@/lib/testing/factories";
import { joinPeople, makeProducer, makeProduction, producerCtx, signedPerformer } from "@/lib/testing/productions";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { makeGreenlitScene, makePublication } from "@/lib/testing/scenes";
import { superuserClient } from "@/lib/testing/sql";
import {
  allGapList,
  checkCopiesTask,
  checkReadinessNow,
  checkReadinessTask,
  gapList,
  ownGapList,
  queueFirstCheck,
  readReadiness,
} from ".";
import { KINDS, POST_OFFICE_BOX } from "./conditions";
import { RULE_NAMES, type RuleName, rulesSeenBy } from "./labels";

// A superuser breaks what guards and verbs keep from breaking: the check exists for what got past them.
let superuser: pg.Client;
beforeAll(async () => {
  superuser = await superuserClient();
  await superuser.query("SET session_replication_role = replica");
});
afterAll(() => superuser.end());

const run = (text: string, ...values: unknown[]) => superuser.query(text, values);

// A day is checked once, and every test starts today.
let day = 0;

function nextDay(after = 1): void {
  day += after;
  clock.reset();
  clock.advance(day * DAY_MS);
}

/** Runs the check of a day to come. */
async function check(after = 1): Promise<void> {
  nextDay(after);
  await checkReadinessTask.run({}, firstRun);
}

type Ready = Awaited<ReturnType<typeof makeReady>>;

/** A partner with one record of each kind, none of which breaks a rule. */
async function makeReady() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const person = account.person.id;
  await addDocument(person);
  await publishStatement(person);
  const depiction = await makeDepiction(partner, { accountId: account.id, ...stored() });
  const signed = await signedPerformer(`performer.${newId()}@example.com`);
  await addDocument(signed.userId);
  const scene = await makeGreenlitScene(partner, {
    uploaderAccountId: account.id,
    shootDate: clock.now(),
    performers: [signed],
  });
  await run(
    "INSERT INTO release_copies (performer_id, key, sha256, bytes, certificate_id, created_at) VALUES ($1, $1, $2, 1, $1, now())",
    signed.id,
    randomBytes(32),
  );
  await makePublication(scene, { partnerId: partner.id, contentUrl: depiction.contentUrl });
  await fillSearch();
  const producer = await makeProducer([partner]);
  const production = await makeProduction({
    producer,
    createdByPartnerId: partner.id,
    contentId: newId(),
    performers: [],
  });
  await joinPeople(production.id, scene, account);
  await run("UPDATE productions SET status = 'documented', documented_at = now() WHERE id = $1", production.id);
  await run(
    `INSERT INTO sealed_packages (id, production_id, attestation_id, revision, title, producer_name, requested_at, sealed_at,
       archive_sha256, bytes, storage_key, performer_count, depiction_count)
     SELECT $2, id, $2, revision, title, 'Lake Films LLC', now(), now(), sha256(''), 1, $2, 1, 1 FROM productions WHERE id = $1`,
    production.id,
    newId(),
  );
  await run(
    `INSERT INTO certificates (id, production_id, status, origin, issued_at, expires_at)
     VALUES ($2, $1, 'CURRENT', 'imported', now(), now() + interval '30 years')`,
    production.id,
    newId(),
  );
  const ids = { account: account.id, depiction: depiction.id, scene: scene.id, production: production.id };
  return { partner, account, person, depiction, performer: signed, scene, producer, production, ids };
}

const stored = () => ({
  ...{ copyState: "stored" as const, copyMimeType: "image/jpeg", copyBytes: 1, keptKey: newId() },
  ...{ keptSha256: randomBytes(32), keptAt: clock.now() },
});

async function addDocument(userId: string): Promise<void> {
  const { checkId } = await db.identity.findUniqueOrThrow({ where: { userId } });
  const photo = { kind: "document_front", storageKey: newId(), sha256: randomBytes(32), bytes: 1 } as const;
  await db.identityPhoto.create({ data: { id: newId(), checkId, ...photo, createdAt: clock.now() } });
  await run(
    "UPDATE identity_checks SET document_number = 'sealed', driver = 'custodian_review' WHERE id = $1",
    checkId,
  );
}

async function publishStatement(userId: string): Promise<void> {
  const { custodianName, custodianTitle, custodianAddress, custodianHours } = env();
  const text = { displayName: "Ada", workTitle: null, producedOn: new Date(clock.now().toISOString().slice(0, 10)) };
  const [createdAt, slug] = [clock.now(), newId().slice(-10)];
  await db.statement.create({ data: { userId, slug, ...text, createdAt, updatedAt: createdAt } });
  await db.statementVersion.create({
    data: {
      userId,
      version: 1,
      ...text,
      custodianName,
      custodianTitle,
      custodianAddress,
      custodianHours,
      publishedAt: createdAt,
    },
  });
  await db.statement.update({ where: { userId }, data: { publishedVersion: 1 } });
}

/** Replaces the facts of somebody's ID. */
async function changeFacts(userId: string, facts: Parameters<typeof sealFacts>[2]): Promise<void> {
  const { checkId } = await db.identity.findUniqueOrThrow({ where: { userId } });
  const sealed = await sealFacts(db, { id: checkId, userId }, { birthDate: new Date("1990-01-31"), ...facts });
  await run("UPDATE identity_checks SET facts = $2 WHERE id = $1", checkId, sealed);
}

const setStatement = (set: string) => (world: Ready) =>
  run(`UPDATE statement_versions SET ${set} WHERE user_id = $1`, world.person);
const setDepiction = (set: string) => (world: Ready) =>
  run(`UPDATE depictions SET ${set} WHERE id = $1`, world.depiction.id);
const setPerformer = (set: string) => (world: Ready) =>
  run(`UPDATE scene_performers SET ${set} WHERE id = $1`, world.performer.id);
const dropPhotos = (userId: string) =>
  run("DELETE FROM identity_photos WHERE check_id IN (SELECT check_id FROM identities WHERE user_id = $1)", userId);
const dropNumber = (userId: string) =>
  run("UPDATE identity_checks SET document_number = NULL WHERE user_id = $1", userId);
const addName = (userId: string) =>
  run("UPDATE identity_checks SET other_names = '{Ada Lovely}' WHERE user_id = $1", userId);
const holdOf = (column: string, id: string) =>
  run(
    `INSERT INTO legal_holds (id, ${column}, placed_by_id, placed_at, placed_reason) VALUES ($1, $2, $1, now(), 'Case 24-117')`,
    newId(),
    id,
  );
const dropRows = (table: string, column: string, id: string) => run(`DELETE FROM ${table} WHERE ${column} = $1`, id);
const dayAfter = () => new Date(clock.now().getTime() - 30 * DAY_MS);
const teenager = () => new Date(clock.now().getTime() - 17 * 365 * DAY_MS);

const NO_COPY = "kept_key = NULL, kept_sha256 = NULL, kept_at = NULL";

/** How each rule is broken. `also`: what else breaks with it. */
const BREAKS: Record<RuleName, { by: (world: Ready) => Promise<unknown>; also?: RuleName[] }> = {
  account_id: { by: ({ person }) => dropRows("identities", "user_id", person) },
  account_birth_date: { by: ({ person }) => changeFacts(person, { birthDate: null }) },
  account_id_copy: { by: ({ person }) => dropPhotos(person) },
  account_id_number: { by: ({ person }) => dropNumber(person) },
  account_names: { by: ({ person }) => addName(person) },
  statement: { by: ({ person }) => run("UPDATE statements SET published_version = NULL WHERE user_id = $1", person) },
  statement_title: { by: setStatement("work_title = 'Another work'") },
  statement_date: { by: setStatement("produced_on = '2020-01-01'") },
  statement_address: {
    by: setStatement("custodian_address = 'P.O. Box 12, Springfield'"),
    also: ["statement_custodian"],
  },
  statement_custodian: { by: setStatement("custodian_title = 'Former custodian'") },
  produced_before_id: { by: setDepiction("production_date = '2026-01-01'") },
  id_expired: { by: ({ person }) => changeFacts(person, { documentExpiry: dayAfter() }) },
  of_age: { by: ({ person }) => changeFacts(person, { birthDate: teenager() }) },
  depiction_copy: {
    by: setDepiction(`${NO_COPY}, copy_state = 'pending'`),
    also: ["scene_copy"],
  },
  copy_in_storage: {
    by: ({ depiction }) => run("INSERT INTO lost_copies (depiction_id, found_at) VALUES ($1, now())", depiction.id),
  },
  depiction_url: { by: setDepiction("content_url = 'my film', external_content_id = NULL") },
  depiction_indexed: { by: ({ depiction }) => dropRows("index_entries", "depiction_id", depiction.id) },
  depiction_date: { by: setDepiction("production_date = created_at + interval '3 days'"), also: ["statement_date"] },
  depiction_hold: { by: ({ depiction }) => holdOf("depiction_id", depiction.id) },
  releases: { by: setPerformer("release_id = NULL, signed_at = NULL, consented_at = NULL") },
  performer_id: { by: ({ performer }) => dropRows("identities", "user_id", performer.userId) },
  performer_birth_date: { by: ({ performer }) => changeFacts(performer.userId, { birthDate: null }) },
  performer_id_copy: { by: ({ performer }) => dropPhotos(performer.userId) },
  performer_id_number: { by: ({ performer }) => dropNumber(performer.userId) },
  shot_before_id: {
    by: ({ performer }) =>
      run(
        "UPDATE identity_checks SET decided_at = decided_at + interval '5 days' WHERE user_id = $1",
        performer.userId,
      ),
  },
  performer_id_expired: { by: ({ performer }) => changeFacts(performer.userId, { documentExpiry: dayAfter() }) },
  performer_of_age: { by: ({ performer }) => changeFacts(performer.userId, { birthDate: teenager() }) },
  scene_copy: {
    by: async ({ scene, partner }) => {
      const elsewhere = await makeDepiction(partner, {
        accountId: scene.uploaderAccountId,
        title: "Behind the scenes",
        ...stored(),
      });
      await fillSearch();
      await run(
        "UPDATE scene_publications SET content_url = $2 WHERE scene_id = $1",
        scene.id,
        `${elsewhere.contentUrl}/2`,
      );
    },
  },
  performer_names: { by: ({ performer }) => addName(performer.userId) },
  scene_indexed: { by: ({ scene }) => dropRows("scene_index_entries", "scene_id", scene.id) },
  scene_date: {
    by: async ({ scene }) => {
      await run("UPDATE collab_scenes SET shoot_date = NULL WHERE id = $1", scene.id);
      await run(
        "UPDATE scene_publications SET content_url = 'https://elsewhere.example.com/1' WHERE scene_id = $1",
        scene.id,
      );
    },
    also: ["scene_copy"],
  },
  release_copy: { by: ({ performer }) => dropRows("release_copies", "performer_id", performer.id) },
  scene_hold: { by: ({ scene }) => holdOf("scene_id", scene.id) },
  performers_named: { by: ({ production }) => dropRows("production_performers", "production_id", production.id) },
  production_age: {
    by: ({ production }) =>
      run(
        "INSERT INTO seal_holds (package_id, production_id, reason, placed_at) VALUES ($2, $1, 'age_not_proven', now())",
        production.id,
        newId(),
      ),
  },
  depictions_listed: { by: ({ production }) => dropRows("production_depictions", "production_id", production.id) },
  production_file: {
    by: ({ production }) =>
      run("UPDATE production_depictions SET sha256 = NULL WHERE production_id = $1", production.id),
  },
  production_date: {
    by: ({ production }) =>
      run("UPDATE production_depictions SET produced_on = '2020-01-01' WHERE production_id = $1", production.id),
  },
  certificate: {
    by: ({ production }) =>
      run(
        "UPDATE certificates SET expires_at = issued_at + interval '1 second' WHERE production_id = $1",
        production.id,
      ),
  },
  sealed: {
    by: ({ production }) => run("UPDATE productions SET revision = revision + 1 WHERE id = $1", production.id),
  },
};

/** Other ways to break some of them. */
const ALSO_BREAKS: readonly (readonly [
  what: string,
  by: (world: Ready) => Promise<unknown>,
  rules: readonly RuleName[],
])[] = [
  [
    "an ID without its copy, and nothing about its number",
    async ({ person }) => {
      await dropPhotos(person);
      await dropNumber(person);
    },
    ["account_id_copy"],
  ],
  ...(["stripe_identity", "import"] as const).map(
    (driver) =>
      [
        `nothing about an ID of ${driver}, whose copy isn't held here`,
        async ({ person, performer }: Ready) => {
          for (const userId of [person, performer.userId]) {
            await dropPhotos(userId);
            await dropNumber(userId);
            await run("UPDATE identity_checks SET driver = $2::identity_driver WHERE user_id = $1", userId, driver);
          }
        },
        [],
      ] as const,
  ),
  [
    "an address without a street",
    setStatement("custodian_address = 'Springfield'"),
    ["statement_address", "statement_custodian"],
  ],
  ["a former custodian's name", setStatement("custodian_name = 'Former Records LLC'"), ["statement_custodian"]],
  ["a former address", setStatement("custodian_address = '1 Old Street, Springfield'"), ["statement_custodian"]],
  ["a release without a consent", setPerformer("consented_at = NULL"), ["releases"]],
  [
    "a copy that was never sent",
    setDepiction(`${NO_COPY}, copy_state = 'missing', copy_mime_type = NULL, copy_bytes = NULL`),
    ["depiction_copy", "scene_copy"],
  ],
  [
    "a production of tomorrow",
    ({ production }) =>
      run("UPDATE productions SET production_date = now() + interval '9 days' WHERE id = $1", production.id),
    ["production_date"],
  ],
  ["a lost certificate", ({ production }) => dropRows("certificates", "production_id", production.id), ["certificate"]],
];

const openOf = async (world: Pick<Ready, "ids">) =>
  (await gapsOf(world)).filter(({ closedAt }) => closedAt === null).map(({ rule }) => rule);

const CLOSED_ONCE = "a gap is closed once, and does not change";

describe("the nightly check", () => {
  it("finds nothing in records that are ready", async () => {
    const world = await makeReady();
    await check();
    expect(await openOf(world)).toEqual([]);
    expect(await db.readinessDay.count({ where: { partnerId: world.partner.id, gaps: 0 } })).toBeGreaterThan(25);
  });

  it.each(RULE_NAMES)("finds a record that breaks %s", async (rule) => {
    const world = await makeReady();
    const { by, also = [] } = BREAKS[rule];
    await by(world);
    await check();
    expect(await openOf(world)).toEqual([rule, ...also].toSorted());
  });

  it.each(ALSO_BREAKS)("finds %s", async (_, by, rules) => {
    const world = await makeReady();
    await by(world);
    await check();
    expect(await openOf(world)).toEqual(rules.toSorted());
  });

  it("closes a gap once it is mended or its record erased, and keeps the rest since when it was found", async () => {
    const world = await makeReady();
    await setDepiction("content_url = 'my film', external_content_id = NULL")(world);
    await BREAKS.statement.by(world);
    await BREAKS.depiction_indexed.by(world);
    await check();
    const found = await gapsOf(world);
    expect(found.map(({ rule }) => rule)).toEqual(["depiction_indexed", "depiction_url", "statement"]);
    await run("UPDATE statements SET published_version = 1 WHERE user_id = $1", world.person);
    await setDepiction("content_url = 'https://platform.example.com/1'")(world);
    await check();
    expect(await openOf(world)).toEqual(["depiction_indexed"]);
    const kept = await gapsOf(world);
    expect(kept.map(({ id }) => id)).toEqual(found.map(({ id }) => id));
    expect(kept.map(({ closedAt }) => closedAt !== null)).toEqual([false, true, true]);
    expect(kept[0]?.foundAt).toEqual(found[0]?.foundAt);
    await dropRows("depictions", "id", world.depiction.id);
    await check();
    expect(await openOf({ ids: { ...world.ids, scene: "" } })).toEqual([]);
    await check(91);
    expect((await gapsOf(world)).filter(({ subjectId }) => subjectId === world.depiction.id)).toEqual([]);
  });

  it("checks a day once, also by two jobs at a time, and goes on after a crash", async () => {
    const world = await makeReady();
    await BREAKS.statement.by(world);
    nextDay();
    const stopped = AbortSignal.abort();
    const small = vi.spyOn(KINDS.account, "batch", "get").mockReturnValue(1);
    await expect(checkReadinessTask.run({}, { ...firstRun, signal: stopped })).rejects.toThrow();
    const reached = await db.readinessRun.findFirstOrThrow({ where: { about: "account" }, orderBy: { day: "desc" } });
    expect(reached).toMatchObject({ finishedAt: null });
    expect(reached.reachedId).not.toBe("");
    await Promise.all([checkReadinessTask.run({}, firstRun), checkReadinessTask.run({}, firstRun)]);
    small.mockRestore();
    const counted = await readDay(world);
    expect(counted).toEqual({ checked: 1, gaps: 1 });
    expect(await openOf(world)).toEqual(["statement"]);
    await checkReadinessTask.run({}, firstRun);
    expect(await readDay(world)).toEqual(counted);
    expect(await openOf(world)).toEqual(["statement"]);
    const whole = await db.readinessDay.aggregate({
      where: { day: reached.day, rule: "depiction_indexed", partnerId: "" },
      _sum: { checked: true },
    });
    expect(whole._sum.checked).toBe(await db.depiction.count());
  });

  it("is guarded: a gap is closed once, and a finished run stays finished", async () => {
    const world = await makeReady();
    await BREAKS.statement.by(world);
    await check();
    const [gap] = await gapsOf(world);
    const where = { id: gap?.id ?? "" };
    await expect(db.readinessGap.update({ where, data: { rule: "statement_date" } })).rejects.toThrow(CLOSED_ONCE);
    await expect(db.readinessGap.delete({ where })).rejects.toThrow("an open gap is not deleted");
    await db.readinessGap.update({ where, data: { closedAt: clock.now() } });
    await expect(db.readinessGap.update({ where, data: { closedAt: null } })).rejects.toThrow(CLOSED_ONCE);
    await expect(db.readinessRun.updateMany({ data: { finishedAt: null } })).rejects.toThrow("ends once");
  });
});

it.each([
  ["P.O. Box 12", true],
  ["PO Box 12", true],
  ["p o box 12", true],
  ["P. O. Box 12", true],
  ["POB 12", true],
  ["P.O.B. 12", true],
  ["Post Office Box 12", true],
  ["POST-OFFICE BOX 12", true],
  ["Postal Box 12", true],
  ["Postbox 12", true],
  ["12 Boxwood Lane", false],
  ["12 Post Office Road", false],
  ["12 Depot Box Street", false],
  ["12 Pobre Avenue", false],
])("%s is a post office box: %s", async (address, isBox) => {
  const { rows } = await run("SELECT $1 ~* $2 AS matches", `${address}, Springfield, IL 62701`, POST_OFFICE_BOX);
  expect(rows).toEqual([{ matches: isBox }]);
});

describe("the nightly look at stored copies", () => {
  const lookUp = async () => {
    nextDay();
    await checkCopiesTask.run({}, firstRun);
    return db.copyCheck.findFirstOrThrow({ orderBy: { day: "desc" } });
  };
  const lostOf = async (ids: readonly string[]) =>
    (await db.lostCopy.findMany({ where: { depictionId: { in: [...ids] } } })).map(({ depictionId }) => depictionId);

  it("finds a copy that isn't in storage or has another length, and sees it come back", async () => {
    const partner = await makePartner();
    const account = await makeAccount(partner, { status: "active" });
    const copies = await Promise.all(
      [1, 2, null].map(async (bytes) => {
        const depiction = await makeDepiction(partner, { accountId: account.id, ...stored() });
        const store = (length: number) =>
          storage().put(depiction.keptKey ?? "", Buffer.alloc(length), { contentType: "image/jpeg" });
        if (bytes) await store(bytes);
        return { id: depiction.id, store };
      }),
    );
    const ids = copies.map(({ id }) => id);
    const night = await lookUp();
    expect(night).toMatchObject({ reachedId: "", finishedAt: expect.any(Date) });
    expect(night.checked).toBe(await db.depiction.count({ where: { copyState: "stored" } }));
    expect((await lostOf(ids)).toSorted()).toEqual(ids.slice(1).toSorted());
    await checkReadinessTask.run({}, firstRun);
    const gaps = { where: { subjectId: { in: ids }, rule: "copy_in_storage", closedAt: null } };
    expect(await db.readinessGap.count(gaps)).toBe(2);
    expect(await readReadiness(staffCtx(await makeCustodian()))).toMatchObject({ copies: { checked: night.checked } });
    expect(await readReadiness(portalCtx(partner))).toMatchObject({ copies: null });

    await copies[1]?.store(1);
    await dropRows("depictions", "id", ids[2] ?? "");
    await lookUp();
    expect(await lostOf(ids)).toEqual([]);
    await check();
    expect(await db.readinessGap.count(gaps)).toBe(0);
  });

  it("goes on where it stopped, looks up a day's copies once, and reports no copy while storage is down", async () => {
    const partner = await makePartner();
    const { id } = await makeDepiction(partner, stored());
    const down = vi.spyOn(storage(), "describe").mockRejectedValue(new Error("down"));
    await expect(lookUp()).rejects.toThrow("down");
    down.mockRestore();
    expect(await lostOf([id])).toEqual([]);
    await checkCopiesTask.run({}, firstRun);
    const whole = await db.copyCheck.findFirstOrThrow({ orderBy: { day: "desc" } });
    expect(await lostOf([id])).toEqual([id]);
    await checkCopiesTask.run({}, firstRun);
    expect(await db.copyCheck.findFirstOrThrow({ orderBy: { day: "desc" } })).toEqual(whole);
    const last = await db.depiction.findFirstOrThrow({ where: { copyState: "stored" }, orderBy: { id: "desc" } });
    await db.copyCheck.update({ where: { day: whole.day }, data: { reachedId: last.id } });
    expect(await lookUp()).toMatchObject({ checked: 0, reachedId: "" });
  });
});

describe("who sees a gap", () => {
  it("shows a partner and a producer their own records and nothing about IDs, and custodians everything", async () => {
    const [world, other] = [await makeReady(), await makeReady()];
    for (const one of [world, other]) {
      for (const rule of ["statement", "account_id_copy", "account_names", "shot_before_id", "sealed"] as const) {
        await BREAKS[rule].by(one);
      }
      await changeFacts(one.person, { documentExpiry: dayAfter() });
    }
    await check();
    const rulesIn = (rows: readonly { rule: string; subjectId: string }[], { ids }: Ready) =>
      rows.filter(({ subjectId }) => Object.values(ids).includes(subjectId)).map(({ rule }) => rule);
    const partner = portalCtx(world.partner, "viewer");
    const producer = producerCtx(world.producer);
    const custodian = staffCtx(await makeCustodian());
    const [own, produced, all] = [
      (await gapList.read(partner, {})).rows,
      (await ownGapList.read(producer, {})).rows,
      (await allGapList.read(custodian, { limit: 100 })).rows,
    ];
    expect(own.map(({ rule }) => rule).toSorted()).toEqual(["sealed", "statement"]);
    expect(own.map(({ title }) => title).toSorted()).toEqual([world.production.title, world.account.externalUserId]);
    expect(JSON.stringify([own, produced])).not.toContain(world.account.email);
    expect(produced.map(({ rule, subjectId }) => [rule, subjectId])).toEqual([["sealed", world.production.id]]);
    const six = ["account_id_copy", "account_names", "id_expired", "sealed", "shot_before_id", "statement"];
    for (const one of [world, other]) expect(rulesIn(all, one).toSorted()).toEqual(six);
    expect((await gapList.read(partner, { rule: "account_id_copy" })).rows).toEqual([]);
    expect((await gapList.read(partner, { closes: "producer" })).rows.map(({ rule }) => rule)).toEqual(["sealed"]);
    expect((await gapList.read(partner, { about: "account" })).rows.map(({ rule }) => rule)).toEqual(["statement"]);
    const file = await new Response(await gapList.export(partner, {})).text();
    expect(file).toContain("28 CFR § 75.6(a)".replace("§ ", ""));
    expect(file).not.toContain(other.account.externalUserId);

    expect(await readReadiness(partner)).toMatchObject({ gaps: 2 });
    expect((await readReadiness(partner)).rules.map(({ rule }) => rule)).toEqual(
      expect.not.arrayContaining(RULE_NAMES.filter((rule) => !rulesSeenBy("partner").includes(rule))),
    );
    expect(await readReadiness(producer)).toMatchObject({ gaps: 1 });
    expect((await readReadiness(custodian)).gaps).toBeGreaterThanOrEqual(12);

    // A custodian in the partner's team sees none of its records.
    const member = await makeMember(world.partner, "viewer", await makeCustodian());
    const seen = (await allGapList.read(staffCtx(member), { limit: 100 })).rows;
    expect([rulesIn(seen, world), rulesIn(seen, other).toSorted()]).toEqual([[], six]);
  });

  it("shows a partner the gaps of a production that is linked to it, and not whose they are", async () => {
    const world = await makeReady();
    const [linked, stranger] = [await makePartner(), await makePartner()];
    await db.productionPartner.create({
      data: { productionId: world.production.id, partnerId: linked.id, linkedAt: clock.now() },
    });
    for (const rule of ["sealed", "production_age", "statement"] as const) await BREAKS[rule].by(world);
    await check();
    const { rows: gaps } = await gapList.read(portalCtx(linked), {});
    expect(gaps.map(({ rule, subjectId }) => [rule, subjectId])).toEqual([["sealed", world.production.id]]);
    expect(JSON.stringify(gaps)).not.toContain(world.partner.id);
    const figures = await readReadiness(portalCtx(linked));
    expect(figures.gaps).toBe(1);
    expect(figures.rules.find(({ rule }) => rule === "sealed")).toMatchObject({ checked: 1, gaps: 1 });
    // Nobody's figures have it twice.
    expect(await readReadiness(producerCtx(world.producer))).toMatchObject({ gaps: 1 });
    expect(await readReadiness(portalCtx(world.partner))).toMatchObject({ gaps: 2 });
    expect((await gapList.read(portalCtx(stranger), {})).rows).toEqual([]);
    expect(await readReadiness(portalCtx(stranger))).toMatchObject({ gaps: 0 });
  });

  it("says nothing that an earlier check elsewhere would change", async () => {
    const world = await makeReady();
    // The ID was verified a year before the partner's account was.
    await run(
      "UPDATE identity_checks SET decided_at = decided_at - interval '1 year' WHERE user_id = $1",
      world.person,
    );
    await run("UPDATE identities SET verified_at = verified_at - interval '1 year' WHERE user_id = $1", world.person);
    await BREAKS.produced_before_id.by(world);
    await check();
    expect(await openOf(world)).toEqual(["produced_before_id"]);
  });

  it("compares the figures with those of a week ago", async () => {
    const world = await makeReady();
    await check();
    const partner = portalCtx(world.partner);
    const before = await readReadiness(partner);
    expect(before).toMatchObject({ gaps: 0 });
    await BREAKS.statement.by(world);
    await check();
    const after = await readReadiness(partner);
    expect(after).toMatchObject({
      gaps: 1,
      change: 1,
      rules: [
        { rule: "statement", checked: 1, gaps: 1, change: 1 },
        ...Array(after.rules.length - 1).fill({ gaps: 0, change: 0 }),
      ],
    });
    expect(after.days.slice(-2).map(({ gaps }) => gaps)).toEqual([0, 1]);
  });
});

describe("without waiting for the night", () => {
  it("runs the first check at the start, if there are records and no check", async () => {
    const world = await makeReady();
    await BREAKS.statement.by(world);
    await run("DELETE FROM readiness_runs");
    nextDay();
    await queueFirstCheck();
    await queueFirstCheck();
    expect(await runJobs(checkReadinessTask)).toBe(1);
    expect(await openOf(world)).toEqual(["statement"]);
    await queueFirstCheck();
    expect(await runJobs(checkReadinessTask)).toBe(0);
  });

  it("checks again when an operator asks, and counts each record once", async () => {
    const world = await makeReady();
    await check();
    expect(await openOf(world)).toEqual([]);
    await BREAKS.statement.by(world);
    await checkReadinessTask.run({}, firstRun);
    expect(await openOf(world)).toEqual([]);
    const { gaps } = await checkReadinessNow();
    expect(gaps).toBe(await db.readinessGap.count({ where: { closedAt: null } }));
    expect(await openOf(world)).toEqual(["statement"]);
    expect(await readDay(world)).toEqual({ checked: 1, gaps: 1 });
  });
});

const gapsOf = ({ ids }: Pick<Ready, "ids">) =>
  db.readinessGap.findMany({ where: { subjectId: { in: Object.values(ids) } }, orderBy: { rule: "asc" } });

async function readDay({ partner }: Ready) {
  const rows = await db.readinessDay.findMany({
    where: { partnerId: partner.id, rule: "statement" },
    orderBy: { day: "desc" },
    select: { checked: true, gaps: true },
    take: 1,
  });
  return rows[0];
}
