import { describe, expect, it } from "vitest";
import { hasKeyShape } from "@/lib/domain/keys";
import { listPartners } from "@/lib/domain/partners";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { freshEmail, makeMember, makePartner, systemCtx } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure } = opsProgram();

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

  it("is listed with its owners, page after page", async () => {
    const first = await makePartner({ name: "Acme" });
    const second = await makePartner({ plan: "creator_pays", status: "inactive" });
    const another = await makeMember(first, "owner");
    const before = (await db.partner.findFirst({ where: { id: { lt: first.id } }, orderBy: { id: "desc" } }))?.id ?? "";
    const { id, name, plan, status } = first;
    const row = { id, name, status, plan, owners: [first.users.owner.email, another.email] };
    // Others, of another test's future, may follow.
    const [one, two] = (await answer("partner", "list", "--after", before)).partners as unknown[];
    expect(one).toEqual(row);
    expect(two).toMatchObject({ id: second.id, status: "inactive" });
    const ctx = systemCtx();
    expect(await listPartners(ctx, { after: before, limit: 1 })).toEqual({ partners: [row], next: id });
    expect((await listPartners(ctx, { after: id, limit: 1 })).partners).toMatchObject([{ id: second.id }]);
    const last = await db.partner.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(await listPartners(ctx, { after: last.id })).toEqual({ partners: [], next: null });
  });

  it.each([
    [["--name", "A", "--plan", "free", "--owner", "o@example.com"], "--plan"],
    [["--name", "A", "--plan", "creator_pays", "--owner", "nobody"], "--owner"],
    [["--name", " ", "--plan", "creator_pays", "--owner", "o@example.com"], "--name"],
    [["--plan", "creator_pays", "--owner", "o@example.com"], "--name"],
    [["--name", "A", "--plan", "creator_pays", "--owner", "o@example.com", "--collabs"], "--collabs"],
  ])("is not created from %j", async (words, named) => {
    const before = await db.partner.count();
    expect(await failure("partner", "create", ...words)).toContain(named);
    expect(await db.partner.count()).toBe(before);
  });

  it("must exist", async () => {
    const id = newId();
    for (const verb of ["activate", "deactivate"]) expect(await failure("partner", verb, id)).toContain(id);
  });
});
