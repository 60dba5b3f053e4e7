import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { confirmCopy, getDepiction, takeDown } from "@/lib/domain/records/content";
import { incomingKey } from "@/lib/domain/records/content/copies/copy-objects";
import { confirmItem } from "@/lib/domain/removals";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/storage/storage";
import { keyCtx, makeAccount, makeCustodian, makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { cookieHeader, openBrowser, setCookie } from "@/lib/testing/next";
import { makeProducer, makeProductionOf } from "@/lib/testing/productions";
import { itemOf, someCustodian } from "@/lib/testing/removal-cases";
import { fileRemoval, makeRemoval } from "@/lib/testing/removals";
import { makeGreenlitScene, makePublication } from "@/lib/testing/scenes";
import { signIn } from "@/lib/testing/signed-in";
import { showCopyForAction } from "./(custodian)/custodian/records/[depictionId]/actions";
import { GET as custodianCopy } from "./(custodian)/custodian/records/[depictionId]/copy/route";
import { showCopyAction } from "./(portal)/portal/content/actions";
import { GET as portalCopy } from "./api/portal/content/[depictionId]/copy/route";

const DOORS = {
  "app/(custodian)/custodian/records/[depictionId]/copy/route.ts": custodianCopy,
  "app/api/portal/content/[depictionId]/copy/route.ts": portalCopy,
};

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(996)]);

/** A partner's depiction with a stored copy, and everybody who may want to see it. */
async function setUp() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const depiction = await makeDepiction(partner, { accountId: account.id });
  const { id: depictionId, accountId, externalContentId } = depiction;
  await storage().put(incomingKey(depictionId), jpeg, { contentType: "image/jpeg" });
  await confirmCopy(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" });
  const producer = await makeProducer([partner]);
  const { user } = await db.producer.findUniqueOrThrow({ where: { id: producer.id }, select: { user: true } });
  return { partner, depiction, creator: account.person, producer: user };
}

/** Which doors give the copy to who is signed in, who opens it first in both ways, and keeps what they get. */
async function walk(depictionId: string, { purpose }: { purpose: string }): Promise<string[]> {
  await showCopyAction(depictionId).catch(() => undefined);
  await showCopyForAction(depictionId, purpose).catch(() => undefined);
  return readAll(depictionId);
}

async function readAll(depictionId: string): Promise<string[]> {
  const open: string[] = [];
  for (const [door, get] of Object.entries(DOORS)) {
    const headers = { "sec-fetch-site": "same-origin", cookie: cookieHeader() };
    const request = new Request(`${env().baseUrl}/copy`, { headers });
    const answer = await get(request, { params: Promise.resolve({ depictionId }) }).catch(() => null);
    if (answer && Buffer.from(await answer.arrayBuffer()).includes(jpeg.subarray(4, 100))) open.push(door);
  }
  return open;
}

const REMOVALS = {
  async "a removal request"({ depiction }: Awaited<ReturnType<typeof setUp>>) {
    const removal = await fileRemoval({ sha256s: [await hashOf(depiction)] });
    await confirmItem(await someCustodian(), { itemId: itemOf(removal, depiction).id, reason: "It shows them." });
  },
  async "a removal request about a publication that shows it"({
    partner,
    depiction,
  }: Awaited<ReturnType<typeof setUp>>) {
    const scene = await makeGreenlitScene(partner);
    const { id } = await makePublication(scene, { partnerId: partner.id, contentUrl: depiction.contentUrl });
    await makeRemoval({ items: [{ publicationId: id, status: "confirmed" }] });
  },
  async "a removal request about a production that lists it"({ depiction }: Awaited<ReturnType<typeof setUp>>) {
    const production = await makeProductionOf({ url: depiction.contentUrl });
    await makeRemoval({ items: [{ productionId: production.id, status: "confirmed" }] });
  },
  async "its partner"({ partner, depiction }: Awaited<ReturnType<typeof setUp>>) {
    await takeDown(portalCtx(partner), { depictionId: depiction.id, reason: "The creator asked" });
  },
};

const hashOf = async ({ id }: { id: string }) => {
  const { keptSha256 } = await db.depiction.findUniqueOrThrow({ where: { id } });
  return Buffer.from(keptSha256 ?? []);
};

// Examiners have a link and a code: records.test.ts of examinations closes this one.
const EXAMINERS = "app/(hosted)/examine/[token]/copies/[depictionId]/route.ts";

it("every door to copies is walked", () => {
  const doors = globSync("app/**/route.ts").filter((file) => readFileSync(file, "utf8").includes("copyResponse("));
  expect(doors.sort()).toEqual([...Object.keys(DOORS), EXAMINERS].sort());
});

describe.each(Object.entries(REMOVALS))("the copy of a record that was removed by %s", (_, remove) => {
  it("opens only for a custodian with a purpose", async () => {
    const made = await setUp();
    const { partner, depiction, creator, producer } = made;
    const [owner, custodian] = [partner.users.owner, await makeCustodian()];
    const [custodians, portals] = Object.keys(DOORS);
    await signIn(owner);
    expect(await walk(depiction.id, { purpose: "inspection" })).toEqual([portals]);

    await remove(made);
    expect(await readAll(depiction.id), "what was opened before").toEqual([]);
    for (const [who, person] of Object.entries({ ...partner.users, creator, producer })) {
      openBrowser();
      await signIn(person);
      expect(await walk(depiction.id, { purpose: "inspection" }), who).toEqual([]);
    }
    openBrowser();
    await signIn(custodian);
    expect(await walk(depiction.id, { purpose: "" }), "without a purpose").toEqual([]);
    setCookie("copy");
    expect(await walk(depiction.id, { purpose: "inspection" })).toEqual([custodians]);

    const views = await db.ledgerEntry.findMany({
      where: { subjectId: depiction.id, action: "depiction.viewed" },
      orderBy: { seq: "asc" },
    });
    expect(views.map(({ actorId, reason }) => [actorId, reason])).toEqual([
      [owner.id, null],
      [custodian.id, "inspection"],
    ]);
  });

  it("still shows its facts to the partner, and why they can’t open it", async () => {
    const made = await setUp();
    await remove(made);
    await signIn(made.partner.users.owner);
    expect(await showCopyAction(made.depiction.id)).toEqual({
      error: "This content was removed. Only a custodian can open its copy.",
    });
    expect((await getDepiction(portalCtx(made.partner), made.depiction.id)).copy).toMatchObject({
      status: "stored",
      opens: false,
    });
  });
});
