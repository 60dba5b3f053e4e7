import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { call } from "@/lib/testing/api";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, makeAccount, makePartner } from "@/lib/testing/factories";
import { makeScene } from "@/lib/testing/scenes";
import { cutOff } from "@/lib/testing/sql";
import { makePayingCaller } from "@/lib/testing/syndication";
import { POST as cancel } from "./[sceneId]/cancel/route";
import { GET as read } from "./[sceneId]/route";
import { POST as create } from "./route";

const bodyFor = (uploader: Record<string, unknown>) => ({
  ...uploader,
  title: "Summer at the lake",
  shootDate: "2026-09-04T17:00:00+02:00",
  performers: [{ email: freshEmail("first") }, { email: freshEmail("second") }],
  uploaderAttestation: {
    ip: "203.0.113.7",
    ua: "Mozilla/5.0",
    clickedAt: "2026-09-05T11:59:30.000Z",
    attestationText: "  All adults,\n all agreed.  ",
  },
  callbackUrl: "https://platform.example.com/callback",
});

const FEE_KEYS = ["sceneFeeCents", "onboardingFeeCents", "totalCents", "charged", "paymentChargeId", "billedTo"];

describe("POST /api/v1/collab-scenes", () => {
  it("answers 201 with performers in the order of the request, and the fee; the event has no billedTo", async () => {
    const { partner, account, key } = await makePayingCaller();
    const known = await makeAccount(undefined, { status: "active" });
    const body = bodyFor({ uploaderExternalUserId: account.externalUserId });
    body.performers.push({ email: ` ${known.email.toUpperCase()} ` });
    const answer = await call(create, { key, body });
    const emails = [...body.performers.slice(0, 2).map(({ email }) => email), known.email];
    const performers = emails.map((email) => ({ email, status: "pending_consent" }));
    const fees = {
      sceneFeeCents: 500,
      onboardingFeeCents: 5000,
      totalCents: 5500,
      charged: false,
      paymentChargeId: null,
    };
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: "pending_signatures",
        performers,
        fees: { ...fees, billedTo: "platform_invoice", chargeError: null },
      },
    });
    expect(Object.keys(answer.body)).toEqual(["sceneId", "status", "performers", "fees", "expiresAt"]);
    expect(Object.keys(answer.body.fees as object)).toEqual([...FEE_KEYS, "chargeError"]);
    const [event, ...more] = await eventsOf(partner);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: "collab_scene.created" });
    expect(event?.data).toEqual({
      scene: { ...answer.body, fees: { ...fees, chargeError: null } },
      uploadSessionId: null,
    });
    const stored = await db.collabScene.findUniqueOrThrow({
      where: { id: String(answer.body.sceneId) },
      include: { attestation: true },
    });
    expect(stored.attestation).toMatchObject({
      text: "  All adults,\n all agreed.  ",
      kind: "producer",
      ip: "203.0.113.7",
    });
    expect(stored.expiresAt.getTime() - stored.createdAt.getTime()).toBe(14 * 24 * 60 * 60 * 1000);
    expect(stored.shootDate).toEqual(new Date("2026-09-04T15:00:00.000Z"));
  });

  it("answers with every address that it takes, in the creation, its event and a read", async () => {
    const { partner, account, key } = await makePayingCaller();
    const unusual = ["r&d.ada@example.com", "=cmd@example.com", "a..b@example.com", "ada@пример.рф", "a#b@example.c2"];
    const body = {
      ...bodyFor({ uploaderAccountId: account.id }),
      performers: unusual.map((email) => ({ email: `${newId()}${email}` })),
    };
    const { status, body: scene } = await call(create, { key, body });
    expect(status).toBe(201);
    const seen = await call(read, { key, params: { sceneId: String(scene.sceneId) } });
    expect(seen).toMatchObject({ status: 200, body: { performers: scene.performers } });
    expect((await eventsOf(partner))[0]?.data).toMatchObject({ scene: { performers: scene.performers } });
  });

  it("answers what the scene needs only if the call said so, in one form, and keeps it out of the event", async () => {
    const { partner, account, key } = await makePayingCaller();
    for (const [requiredConsents, answered] of [
      [{}, { uses: ["distribution"], acts: [] }],
      [{ uses: ["resale", "download"] }, { uses: ["distribution", "download", "resale"], acts: [] }],
      [{ acts: [" a\u202e  “kiss”\n", "A hug"] }, { uses: ["distribution"], acts: ["a 'kiss'", "A hug"] }],
      [null, undefined],
    ] as const) {
      const body = { ...bodyFor({ uploaderAccountId: account.id }), requiredConsents };
      const made = await call(create, { key, body });
      expect(made.status).toBe(201);
      expect(made.body.requiredConsents).toEqual(answered);
      const seen = await call(read, { key, params: { sceneId: String(made.body.sceneId) } });
      expect(seen.body.requiredConsents).toEqual(answered);
      expect("requiredConsents" in seen.body).toBe(answered !== undefined);
    }
    const events = await eventsOf(partner);
    expect(events).toHaveLength(4);
    for (const { data } of events) expect(JSON.stringify(data)).not.toMatch(/kiss|requiredConsents/);
  });

  it("creates another scene with each call", async () => {
    const { partner, account, key } = await makePayingCaller();
    const body = bodyFor({ uploaderAccountId: account.id });
    const ids = new Set([
      (await call(create, { key, body })).body.sceneId,
      (await call(create, { key, body })).body.sceneId,
    ]);
    expect(ids.size).toBe(2);
    expect(await db.collabScene.count({ where: { partnerId: partner.id } })).toBe(2);
  });

  const someone = { email: "ada@example.com" };
  const clickedAt = (at: string) => ({ ...bodyFor({}).uploaderAttestation, clickedAt: at });
  it.each([
    ["missing_parameter", "title", { title: undefined, callbackUrl: undefined }],
    ["invalid_field", "uploaderExternalUserId", { uploaderExternalUserId: "both" }],
    ["missing_field", "uploaderAccountId", { uploaderAccountId: null, title: 7 }],
    ["invalid_field", "title", { title: "x".repeat(501), performers: [] }],
    ["invalid_field", "title", { title: " \u200b " }],
    ["invalid_field", "shootDate", { shootDate: "2026-09-04" }],
    ["invalid_field", "shootDate", { shootDate: "9999-12-31T00:00:00Z" }],
    ["invalid_field", "performers", { performers: [] }],
    ["invalid_field", "performers", { performers: Array.from({ length: 11 }, () => ({ email: freshEmail() })) }],
    ["missing_parameter", "performers.1.email", { performers: [someone, {}] }],
    ["invalid_field", "performers.1.email", { performers: [someone, { email: "ada" }] }],
    ["invalid_field", "performers.1.email", { performers: [someone, { email: " ADA@example.com" }] }],
    ["missing_parameter", "uploaderAttestation.ip", { uploaderAttestation: {} }],
    ["invalid_field", "uploaderAttestation.clickedAt", { uploaderAttestation: clickedAt("1999-12-31T23:59:59.999Z") }],
    ["invalid_field", "uploaderAttestation.clickedAt", { uploaderAttestation: clickedAt("9999-12-31T00:00:00Z") }],
    ["missing_parameter", "uploaderAttestation", { uploaderAttestation: undefined, callbackUrl: undefined }],
    ["invalid_field", "requiredConsents", { requiredConsents: ["download"] }],
    ["invalid_field", "requiredConsents.uses.0", { requiredConsents: { uses: ["depiction"] } }],
    ["invalid_field", "requiredConsents.uses.1", { requiredConsents: { uses: ["resale", "resale"] } }],
    ["invalid_field", "requiredConsents.acts", { requiredConsents: { acts: "kissing" } }],
    [
      "invalid_field",
      "requiredConsents.acts",
      { requiredConsents: { acts: Array.from({ length: 21 }, (_, n) => `act ${n}`) } },
    ],
    ["invalid_field", "requiredConsents.acts.0", { requiredConsents: { acts: ["x".repeat(81)] } }],
    ["invalid_field", "requiredConsents.acts.0", { requiredConsents: { acts: [" \u200b "] } }],
    ["invalid_field", "requiredConsents.acts.1", { requiredConsents: { acts: ["a kiss", " A\u00a0Kiss "] } }],
    ["invalid_field", "title", { title: 7, requiredConsents: { acts: 7 } }],
    // The format of every field is checked before rules across performers.
    ["invalid_field", "callbackUrl", { performers: [someone, someone], callbackUrl: "nowhere" }],
  ])("answers 400 %s %s", async (code, field, more) => {
    const { partner, account, key } = await makePayingCaller();
    const answer = await call(create, { key, body: { ...bodyFor({ uploaderAccountId: account.id }), ...more } });
    expect(answer).toMatchObject({ status: 400, body: { code, field } });
    expect(await db.collabScene.count({ where: { partnerId: partner.id } })).toBe(0);
  });

  it("reports a missing uploader before anything else", async () => {
    const { key } = await makePayingCaller();
    expect(await call(create, { key, body: {} })).toMatchObject({
      status: 400,
      body: { code: "missing_field", field: "uploaderAccountId" },
    });
  });

  it("refuses the uploader among the performers before an inactive account", async () => {
    const { partner, key } = await makePayingCaller();
    const account = await makeAccount(partner, { status: "suspended" });
    const body = {
      ...bodyFor({ uploaderAccountId: account.id }),
      performers: [someone, { email: account.email.toUpperCase() }],
    };
    expect(await call(create, { key, body })).toMatchObject({
      status: 400,
      body: { code: "invalid_field", field: "performers.1.email" },
    });
  });

  it("answers the same for every uploader without an active account", async () => {
    const { partner, key } = await makePayingCaller();
    const other = await makePartner({ collabScenes: true });
    const accounts = [
      await makeAccount(partner),
      await makeAccount(partner, { status: "suspended" }),
      await makeAccount(partner, { link: "pending" }),
      await makeAccount(partner, { link: "declined" }),
      await makeAccount(other, { status: "active" }),
      { id: newId() },
      { id: "nobody" },
    ];
    const answers = await Promise.all(
      accounts.map(({ id }) => call(create, { key, body: bodyFor({ uploaderAccountId: id }) })),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 400, body: { code: "uploader_not_solo_active" } });
  });

  it("answers 409 by the account's funding, whatever the partner's plan", async () => {
    const { partner, account, key } = await makePayingCaller({ collabScenes: false });
    const body = bodyFor({ uploaderAccountId: account.id });
    expect(await call(create, { key, body })).toMatchObject({
      status: 409,
      body: { code: "collab_scenes_not_available_on_platform_pays" },
    });
    const onTheirOwn = await makeAccount(partner, { status: "active", fundedBy: "creator" });
    const made = await call(create, { key, body: bodyFor({ uploaderAccountId: onTheirOwn.id }) });
    expect(made).toMatchObject({
      status: 201,
      body: { fees: { billedTo: "uploader_card", charged: false, chargeError: "no_payment_method" } },
    });
  });
});

describe("GET /api/v1/collab-scenes/{sceneId}", () => {
  it("shows the creating partner counts, roster and fee without chargeError", async () => {
    const { account, key } = await makePayingCaller();
    const made = await call(create, { key, body: bodyFor({ uploaderAccountId: account.id }) });
    const { sceneId, performers, expiresAt } = made.body;
    const { chargeError: _, ...fees } = made.body.fees as Record<string, unknown>;
    const answer = await call(read, { key, params: { sceneId: String(sceneId) } });
    expect(answer.body).toEqual({
      sceneId,
      status: "pending_signatures",
      performers,
      fees,
      expiresAt,
      performerCount: 2,
      consentedCount: 0,
      releaseSignedCount: 0,
      refusedCount: 0,
      publications: [],
    });
  });

  it("shows a scene without a fee row as null", async () => {
    const { partner, key } = await makePayingCaller();
    const { id } = await makeScene(partner);
    expect((await call(read, { key, params: { sceneId: id } })).body.fees).toBeNull();
  });
});

describe("POST /api/v1/collab-scenes/{sceneId}/cancel", () => {
  it("cancels once, and repeats the answer", async () => {
    const { partner, key } = await makePayingCaller();
    const { id } = await makeScene(partner);
    const first = await call(cancel, { key, params: { sceneId: id }, method: "POST" });
    expect(first).toMatchObject({ status: 200, body: { sceneId: id, status: "cancelled", refunded: false } });
    const again = await call(cancel, { key, params: { sceneId: id }, method: "POST" });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const events = await eventsOf(partner);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ["collab_scene.cancelled", { scene: { id, status: "cancelled" } }],
    ]);
  });

  it.each([
    { status: "greenlit", greenlitAt: new Date() } as const,
    { status: "blocked", block: "refused", blockedAt: new Date() } as const,
  ])("answers 422 for a scene that is $status", async (state) => {
    const { partner, key } = await makePayingCaller();
    const { id } = await makeScene(partner, state);
    const answer = await call(cancel, { key, params: { sceneId: id }, method: "POST" });
    expect(answer).toMatchObject({ status: 422, body: { code: "scene_not_cancellable" } });
    expect(await eventsOf(partner)).toEqual([]);
  });
});

describe("while the connection to the database is lost", () => {
  /** The answer to a call whose change is cut off. */
  async function cutAnswer(ask: () => ReturnType<typeof call>) {
    let answer: Awaited<ReturnType<typeof call>> | undefined;
    await cutOff("collab_scenes", async () => {
      answer = await ask();
    });
    return answer;
  }

  it("a creation isn't to be repeated, because it may have taken effect", async () => {
    const { account, key } = await makePayingCaller();
    const body = bodyFor({ uploaderExternalUserId: account.externalUserId });
    const answer = await cutAnswer(() => call(create, { key, body }));
    expect([answer?.status, answer?.headers.get("Retry-After")]).toEqual([503, null]);
    expect(answer?.body.error).toContain("Look for collab_scene.created before you repeat it.");
  });

  it("a cancellation says when to repeat it", async () => {
    const { partner, key } = await makePayingCaller();
    const { id } = await makeScene(partner);
    const answer = await cutAnswer(() => call(cancel, { key, params: { sceneId: id }, method: "POST" }));
    expect([answer?.status, answer?.headers.get("Retry-After")]).toEqual([503, "5"]);
  });
});
