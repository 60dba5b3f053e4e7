import { describe, expect, it } from "vitest";
import { hasKeyShape } from "@/lib/domain/parties/keys";
import { listPartners } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { freshEmail, makeAccount, makeKey, makeMember, makePartner, systemCtx } from "@/lib/testing/factories";
import { opsCommands } from "@/lib/testing/ops";

const { answer, failure, ops } = opsCommands();

describe("partner", () => {
  it("is created with its owner and a test key", async () => {
    const email = freshEmail("Owner");
    const words = ["--name", "Acme Studios", "--plan", "platform_pays", "--owner", email, "--collab-scenes"];
    const made = await answer("partner", "create", ...words);
    expect(Object.keys(made)).toEqual(["partnerId", "ownerEmail", "testKey"]);
    expect(made.ownerEmail).toBe(email.toLowerCase());
    expect(made.testKey).toMatch(/^svc_test_/);
    expect(hasKeyShape(String(made.testKey))).toBe(true);
    const partner = await db.partner.findUniqueOrThrow({
      where: { id: String(made.partnerId) },
      include: { members: { include: { user: true } }, keys: true },
    });
    expect(partner).toMatchObject({
      name: "Acme Studios",
      plan: "platform_pays",
      status: "active",
      collabScenes: true,
      copyOptional: false,
    });
    expect(partner.members).toMatchObject([{ role: "owner", user: { email: email.toLowerCase() } }]);
    expect(partner.keys).toHaveLength(1);
    expect(Buffer.from(partner.keys[0]?.hash ?? [])).toEqual(sha256(String(made.testKey)));
    const line = await db.ledgerEntry.findFirstOrThrow({ where: { subjectId: partner.id } });
    expect(line).toMatchObject({ action: "partner.created", actorKind: "system" });
    expect(line.actorId).toMatch(/^ops:/);
  });

  it("is deactivated and activated, and says when nothing changed", async () => {
    const { id } = await makePartner();
    expect(await answer("partner", "deactivate", id)).toEqual({ partnerId: id, status: "inactive", changed: true });
    expect((await db.partner.findUniqueOrThrow({ where: { id } })).status).toBe("inactive");
    expect(await answer("partner", "deactivate", id)).toMatchObject({ changed: false });
    expect(await answer("partner", "activate", id)).toEqual({ partnerId: id, status: "active", changed: true });
    expect((await db.partner.findUniqueOrThrow({ where: { id } })).status).toBe("active");
  });

  it("gets raised limits, which end with the next call that doesn't name them", async () => {
    const { id: partnerId } = await makePartner();
    const limits = (...words: string[]) => answer("partner", "limits", partnerId, ...words);
    const promised = { partnerId, keyLimit: 300, addressLimit: 1200, endpointConcurrency: 8 };
    const raised = { keyLimit: 60_000, addressLimit: 60_000, endpointConcurrency: 32 };
    expect(await limits("--key-limit", "60000", "--address-limit", "60000", "--endpoint-concurrency", "32")).toEqual({
      partnerId,
      ...raised,
    });
    expect(await db.partner.findUniqueOrThrow({ where: { id: partnerId } })).toMatchObject(raised);
    expect(await limits("--endpoint-concurrency", "16")).toEqual({ ...promised, endpointConcurrency: 16 });
    expect(await db.partner.findUniqueOrThrow({ where: { id: partnerId } })).toMatchObject({ keyLimit: null });
    expect(await limits()).toEqual(promised);
    const lines = await db.ledgerEntry.findMany({ where: { subjectId: partnerId, action: "partner.limits_set" } });
    expect(lines.map(({ detail }) => detail)).toContain(JSON.stringify(raised));
    expect(lines).toHaveLength(3);
  });

  it.each([
    ["--key-limit", "299", "must be 300 or more: the contract promises that"],
    ["--key-limit", "many", "must be a number of requests"],
    ["--address-limit", "600001", "must be 600000 or less"],
    ["--endpoint-concurrency", "8.5", "must be a whole number of deliveries"],
  ])("refuses %s %s", async (option, value, message) => {
    const { id } = await makePartner();
    expect(await failure("partner", "limits", id, option, value)).toContain(`${option}: ${message}`);
    expect(await failure("partner", "limits", "nobody")).toContain("There is no partner nobody.");
  });

  it("is listed with its owners, page by page", async () => {
    const first = await makePartner({ name: "Acme" });
    const second = await makePartner({ plan: "creator_pays", status: "inactive" });
    const another = await makeMember(first, "owner");
    const before = (await db.partner.findFirst({ where: { id: { lt: first.id } }, orderBy: { id: "desc" } }))?.id ?? "";
    const { id, name, plan, status } = first;
    const row = { id, name, status, plan, owners: [first.users.owner.email, another.email] };
    // Another test's partners, created in the future, may follow.
    const [one, two] = (await answer("partner", "list", "--after", before)).partners as unknown[];
    expect(one).toEqual(row);
    expect(two).toMatchObject({ id: second.id, status: "inactive" });
    const ctx = systemCtx();
    expect(await listPartners(ctx, { after: before, limit: 1 })).toEqual({ partners: [row], next: id });
    expect((await listPartners(ctx, { after: id, limit: 1 })).partners).toMatchObject([{ id: second.id }]);
    const last = await db.partner.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(await listPartners(ctx, { after: last.id })).toEqual({ partners: [], next: null });
  });
});

describe("key", () => {
  it("is created live, and revoked", async () => {
    const partner = await makePartner();
    const made = await answer("key", "create", partner.id, "--name", "Production");
    expect(Object.keys(made)).toEqual(["keyId", "key"]);
    expect(made.key).toMatch(/^svc_live_/);
    const row = await db.apiKey.findUniqueOrThrow({ where: { id: String(made.keyId) } });
    expect(row).toMatchObject({ partnerId: partner.id, name: "Production", mode: "live", revokedAt: null });
    expect(Buffer.from(row.hash)).toEqual(sha256(String(made.key)));

    expect(await answer("key", "revoke", row.id)).toEqual({ keyId: row.id, revoked: true });
    expect((await db.apiKey.findUniqueOrThrow({ where: { id: row.id } })).revokedAt).not.toBeNull();
    expect(await answer("key", "revoke", row.id)).toEqual({ keyId: row.id, revoked: false });
  });

  it("is listed without its secret", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const lastUsedAt = new Date("2026-01-02T03:04:00.000Z");
    const old = await makeKey(partner, { name: "Old", revokedAt: clock.now() });
    const live = await makeKey(partner, { name: "Live", prefix: "AbCd", tail: "WxYz", lastUsedAt });
    await makeKey(other);
    const listed = await answer("key", "list", partner.id);
    expect(listed).toEqual({
      keys: [
        {
          id: live.id,
          name: "Live",
          key: "svc_live_AbCd…WxYz••••••",
          status: "active",
          lastUsedAt: lastUsedAt.toISOString(),
        },
        expect.objectContaining({ id: old.id, status: "revoked", lastUsedAt: null }),
      ],
    });
    for (const { key } of [old, live]) expect(JSON.stringify(listed)).not.toContain(key);
    const { stdout } = await ops(["key", "list", partner.id]);
    expect(stdout.split("\n")[1]).toBe(`${live.id}  Live  svc_live_AbCd…WxYz••••••  active   2026-01-02T03:04:00.000Z`);
    const empty = await ops(["key", "list", (await makePartner()).id]);
    expect(empty.stdout).toBe("none\n");
  });
});

const HOOK = "http://127.0.0.1:9/hooks";

describe("webhook", () => {
  it("is created with a secret, for all types or the named ones", async () => {
    const { id: partnerId } = await makePartner();
    const made = await answer("webhook", "create", partnerId, "--url", HOOK);
    expect(Object.keys(made)).toEqual(["endpointId", "secret"]);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const few = await answer(
      ...["webhook", "create", partnerId, "--url", `${HOOK}/few`],
      ...["--types", "solo_account.verified, solo_account.suspended"],
    );
    const rows = await db.webhookEndpoint.findMany({ where: { partnerId }, orderBy: { id: "asc" } });
    expect(rows).toMatchObject([
      { id: made.endpointId, url: HOOK, status: "enabled", types: [] },
      { id: few.endpointId, url: `${HOOK}/few`, types: ["solo_account.verified", "solo_account.suspended"] },
    ]);
  });

  it("requires an allowed URL and existing types", async () => {
    const { id: partnerId } = await makePartner();
    expect(await failure("webhook", "create", partnerId, "--url", "ftp://x.example")).toContain("https://");
    for (const type of ["solo_account.gone", "test.ping"]) {
      const types = `solo_account.verified,${type}`;
      expect(await failure("webhook", "create", partnerId, "--url", HOOK, "--types", types)).toBe(
        `--types: "${type}" is not an event type for endpoints.\n`,
      );
    }
    expect(await db.webhookEndpoint.count({ where: { partnerId } })).toBe(0);
  });
});

it("platform-fee lapse and pay: the platform's creators are suspended, and restored", async () => {
  const partner = await makePartner();
  const { id } = await makeAccount(partner, { status: "active" });
  const statusOf = async () => {
    const { status, suspendReason } = await db.soloAccount.findUniqueOrThrow({ where: { id } });
    return suspendReason ?? status;
  };
  const about = { partnerId: partner.id };
  expect(await answer("platform-fee", "lapse", partner.id)).toEqual({
    ...about,
    changed: true,
    lapsed: true,
    creators: 1,
  });
  expect(await statusOf()).toBe("platform_lapsed");
  expect(await answer("platform-fee", "lapse", partner.id)).toMatchObject({ changed: false, creators: 0 });
  expect(await answer("platform-fee", "pay", partner.id)).toEqual({
    ...about,
    changed: true,
    lapsed: false,
    creators: 1,
  });
  expect(await statusOf()).toBe("active");
});
