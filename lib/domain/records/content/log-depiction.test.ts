import { describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, pool } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeAccount, makePartner } from "@/lib/testing/factories";
import { randomNumbers } from "@/lib/testing/random";
import { logDepiction } from "./log-depiction";
import { LogContentBody } from "./schemas";
import { getUploader } from "./uploader";

const bodyFor = (more: Record<string, unknown> = {}) =>
  LogContentBody.parse({
    contentUrl: `https://platform.example.com/posts/${newId()}`,
    title: "Behind the scenes",
    externalContentId: `post-${newId()}`,
    complianceCopy: { mimeType: "image/jpeg", sizeBytes: 1000 },
    ...more,
  });

async function setUp(
  account: Parameters<typeof makeAccount>[1] = { status: "active" },
  partnerData: Parameters<typeof makePartner>[0] = {},
) {
  const partner = await makePartner(partnerData);
  const made = await makeAccount(partner, account);
  const log = async (body: ReturnType<typeof bodyFor>) =>
    logDepiction(keyCtx(partner), await getUploader(partner.id, made.id), body);
  const rows = () => db.depiction.findMany({ where: { accountId: made.id }, orderBy: { id: "asc" } });
  return { partner, account: made, log, rows };
}

describe("logging a depiction", () => {
  it("stores what was sent with defaults, indexes the performer, and sends an event", async () => {
    const { partner, account, log, rows } = await setUp();
    const body = bodyFor({
      contentType: "hologram",
      fileHash: "AB".repeat(32),
      productionDate: "2026-01-02T03:04:05+02:00",
    });
    const { created, content } = await log(body);
    const [row] = await rows();
    expect(created).toBe(true);
    expect(content).toEqual({
      depictionId: row?.id,
      contentLogId: row?.contentLogId,
      createdAt: row?.createdAt.toISOString(),
      complianceCopy: "pending",
      complianceCopyUpload: {
        url: expect.stringMatching(/^http:\/\/localhost:3000\/uploads\/\S+$/),
        method: "PUT",
        headers: { "Content-Type": "image/jpeg" },
        expiresAt: expect.stringMatching(/\.000Z$/),
        maxBytes: 1000,
      },
    });
    expect(row).toMatchObject({
      partnerId: partner.id,
      externalContentId: body.externalContentId,
      contentType: "hologram",
      platform: partner.name,
      productionDate: new Date("2026-01-02T01:04:05Z"),
      copyState: "pending",
    });
    expect(Buffer.from(row?.fileHash ?? []).toString("hex")).toBe("ab".repeat(32));
    expect(await db.indexEntry.findMany({ where: { depictionId: row?.id ?? "" } })).toMatchObject([
      { userId: account.userId, partnerId: partner.id, title: null },
    ]);
    expect(await eventsOf(partner)).toMatchObject([
      {
        type: "content_log.created",
        data: {
          accountId: account.id,
          externalContentId: body.externalContentId,
          depictionId: row?.id,
          contentLogId: row?.contentLogId,
          contentUrl: body.contentUrl,
          contentType: "hologram",
          sha256: "ab".repeat(32),
          complianceCopy: "pending",
        },
      },
    ]);
    const lines = await db.ledgerEntry.findMany({ where: { subjectId: row?.id ?? "" } });
    expect(lines).toMatchObject([{ action: "depiction.logged", partnerId: partner.id }]);
  });

  it("repeats by id or, without one, by URL, even if the account was suspended since", async () => {
    const { partner, account, log, rows } = await setUp();
    const [named, unnamed] = [bodyFor(), bodyFor({ externalContentId: undefined })];
    const first = await log(named);
    const second = await log(unnamed);
    await db.soloAccount.update({
      where: { id: account.id },
      data: { status: "suspended", suspendReason: "partner_deactivated", suspendedAt: clock.now() },
    });
    const again = await log({ ...named, contentUrl: "https://elsewhere.example.com", complianceCopy: undefined });
    expect(again).toMatchObject({
      created: false,
      content: {
        depictionId: first.content.depictionId,
        duplicate: true,
        complianceCopy: "pending",
        complianceCopyUpload: { maxBytes: 1000 },
      },
    });
    expect((await log(unnamed)).content).toMatchObject({ depictionId: second.content.depictionId, duplicate: true });
    await expect(log(bodyFor())).rejects.toMatchObject({ status: 409, code: "uploader_not_solo_active" });
    expect(await rows()).toHaveLength(2);
    expect(await eventsOf(partner)).toHaveLength(2);
  });

  it("accepts one URL for two ids, and again without an id", async () => {
    const { log, rows } = await setUp();
    const body = bodyFor();
    await log(body);
    await log({ ...body, externalContentId: "another" });
    await log({ ...body, externalContentId: undefined });
    expect(await rows()).toHaveLength(3);
  });

  it.each([
    ["pending", "CONSENT_PENDING"],
    ["declined", "CONSENT_DECLINED"],
  ] as const)("is refused while the creator's answer is %s", async (link, code) => {
    const { log, rows } = await setUp({ link });
    await expect(log(bodyFor({ complianceCopy: undefined }))).rejects.toMatchObject({ status: 409, code });
    expect(await rows()).toEqual([]);
  });

  it.each(["pending_id_verification", "subscribed_pending_id", "suspended"] as const)(
    "is refused while the account is %s",
    async (status) => {
      const { log, rows } = await setUp({ status });
      await expect(log(bodyFor({ complianceCopy: undefined }))).rejects.toMatchObject({
        status: 409,
        code: "uploader_not_solo_active",
      });
      expect(await rows()).toEqual([]);
    },
  );

  it("accepts the longest URL with any characters, without an id", async () => {
    const { log } = await setUp();
    // Random characters, which can't be compressed.
    const random = randomNumbers();
    const any = () => String.fromCodePoint(0x4e00 + Math.floor(random() * 0x5000));
    const longest = `https://a.example/${Array.from({ length: 676 }, any).join("")}xx`;
    expect(Buffer.byteLength(longest)).toBe(2048);
    const unnamed = { externalContentId: undefined, contentUrl: longest };
    expect([(await log(bodyFor(unnamed))).created, (await log(bodyFor(unnamed))).created]).toEqual([true, false]);
    expect(() => bodyFor({ ...unnamed, contentUrl: `${longest}x` })).toThrow("2048 bytes");
  });

  it("requires a compliance copy where the platform pays, unless it is exempt", async () => {
    const bare = bodyFor({ complianceCopy: undefined });
    await expect((await setUp()).log(bare)).rejects.toMatchObject({
      ...{ status: 400, code: "COMPLIANCE_COPY_REQUIRED", field: "complianceCopy" },
      extra: { errors: [{ code: "COMPLIANCE_COPY_REQUIRED", field: "complianceCopy" }] },
    });
    for (const partner of [{ copyOptional: true }, { plan: "creator_pays" as const }]) {
      const { content } = await (await setUp({ status: "active" }, partner)).log(bare);
      expect(content).toMatchObject({ complianceCopy: "missing", complianceCopyUpload: null });
    }
  });

  it.each([1, 2, 3])("20 concurrent calls with one id yield one record and one event (%i)", async () => {
    const { partner, log, rows } = await setUp();
    for (const body of [bodyFor(), bodyFor({ externalContentId: undefined })]) {
      const results = await Promise.all(Array.from({ length: 20 }, () => log(body)));
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(results.map(({ content }) => content.depictionId)).size).toBe(1);
    }
    expect(await rows()).toHaveLength(2);
    expect(await eventsOf(partner)).toHaveLength(2);
  });

  it("writes nothing for an account suspended at the same moment", async () => {
    const { partner, account, rows } = await setUp();
    const uploader = await getUploader(partner.id, account.id);
    await db.soloAccount.update({
      where: { id: account.id },
      data: { status: "suspended", suspendReason: "partner_deactivated", suspendedAt: clock.now() },
    });
    await expect(logDepiction(keyCtx(partner), uploader, bodyFor())).rejects.toMatchObject({
      code: "uploader_not_solo_active",
    });
    expect(await rows()).toEqual([]);
  });

  it("writes the other calls of a batch if one can't be written", async () => {
    const { log, rows } = await setUp();
    const impossible = { ...bodyFor(), title: "x".repeat(3000) };
    const outcomes = await Promise.allSettled([...Array.from({ length: 10 }, () => log(bodyFor())), log(impossible)]);
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(10).fill("fulfilled"), "rejected"]);
    expect(await rows()).toHaveLength(10);
  });

  describe("with a conflicting record that disappears", () => {
    /** Returns these answers to the query for a repeated record, in order. Null lets the query reach the database. */
    function onLookingUp(answer: (time: number) => Promise<{ rows: [] } | null>): () => number {
      let times = 0;
      const query = pool().query.bind(pool());
      vi.spyOn(pool(), "query").mockImplementation(
        (async (asked: Parameters<typeof query>[0] & { name?: string }) =>
          (asked.name === "find_logged" ? await answer(++times) : null) ?? query(asked)) as typeof query,
      );
      return () => times;
    }

    it("is written if that record was erased between two reads", async () => {
      const { log, rows } = await setUp();
      const body = bodyFor({ productionDate: "2010-01-01T00:00:00Z" });
      const first = await log(body);
      const erase = { where: { id: first.content.depictionId } };
      const looks = onLookingUp(() => db.depiction.delete(erase).then(() => null));
      const again = await log(body);
      expect([again.created, looks()]).toEqual([true, 1]);
      expect((await rows()).map(({ id }) => id)).toEqual([again.content.depictionId]);
      expect(again.content.depictionId).not.toBe(first.content.depictionId);
    });

    it("fails after four tries and writes nothing", async () => {
      const { log, rows } = await setUp();
      const body = bodyFor();
      await log(body);
      const before = await rows();
      // Conflicts with every write, but is never there on lookup.
      const looks = onLookingUp(async () => ({ rows: [] }));
      await expect(log(body)).rejects.toThrow("kept changing");
      expect([looks(), await rows()]).toEqual([4, before]);
    });
  });
});

describe("the body of a log call", () => {
  it.each([
    ["title", "x".repeat(2000), true],
    ["title", "x".repeat(2001), false],
    ["title", "", false],
    ["platform", "x".repeat(500), true],
    ["platform", "x".repeat(501), false],
    ["externalContentId", "x".repeat(512), true],
    ["externalContentId", "x".repeat(513), false],
    ["contentType", "x".repeat(2 ** 20), true],
    ["contentType", "", true],
    ["externalContentId", ".", false],
    ["externalContentId", "..", false],
    ["externalContentId", "...", true],
    ["externalContentId", "../a", true],
  ] as const)("%s, case %#", (field, value, isTaken) => {
    expect(
      LogContentBody.safeParse({ contentUrl: "https://platform.example.com/1", title: "One", [field]: value }).success,
    ).toBe(isTaken);
  });
});
