import { expect, it } from "vitest";
import { routes } from "@/app/api/routes";
import { addScene, joinScene, productionList } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { call } from "@/lib/testing/api";
import { certify } from "@/lib/testing/certificates";
import { draw } from "@/lib/testing/draw";
import { eventsOf } from "@/lib/testing/effects";
import * as make from "@/lib/testing/factories";
import { makeProducer, makeProduction, signedPerformer } from "@/lib/testing/productions";
import { makeGreenlitScene } from "@/lib/testing/scenes";
import { signIn } from "@/lib/testing/signed-in";
import { makeVerificationJob } from "@/lib/testing/verification-jobs";
import { searchPortalAction } from "../search";
import ProductionsPage from "./(list)/page";
import DepictionsPage from "./[productionId]/depictions/page";
import ProductionPage from "./[productionId]/page";
import ScenesPage from "./[productionId]/scenes/page";

/** A production of A and B. A named an uploader and two performers, of whom one is in review. B's own one only signed. */
async function setUp() {
  const [a, b] = [await make.makePartner({ name: `Rival ${newId()}` }), await make.makePartner()];
  const producer = await makeProducer([a, b], { name: "Lake Films LLC" });
  const production = await makeProduction({ producer, performers: [] });
  const uploader = await make.makeAccount(a, { status: "active", email: make.freshEmail("uma") });
  const verified = await signedPerformer(make.freshEmail("vera"));
  const scene = await makeGreenlitScene(a, { uploaderAccountId: uploader.id, performers: [verified] });
  await addScene(make.portalCtx(a), { productionId: production.id, sceneId: scene.id });
  const reviewed = await signedPerformer(make.freshEmail("rita"), { isVerified: false });
  await join(a, production.id, reviewed);
  await sendId(reviewed);
  const own = await signedPerformer(make.freshEmail("olga"), { isVerified: false });
  await join(b, production.id, own);
  const people = [
    { email: uploader.email, id: uploader.person.id },
    { email: verified.email, id: verified.userId },
    { email: reviewed.email, id: reviewed.userId },
    { email: producer.user.email, id: producer.userId },
  ];
  const ofPeople = { where: { userId: { in: people.map(({ id }) => id) } }, select: { legalName: true } };
  const legalNames = [...(await db.identity.findMany(ofPeople)), ...(await db.identityCheck.findMany(ofPeople))];
  const secrets = [
    ...people.flatMap(({ email, id }) => [email, id, sha256Hex(email)]),
    ...legalNames.flatMap(({ legalName }) => legalName ?? []),
    ...[uploader.id, uploader.externalUserId, verified.id, reviewed.id, scene.id, a.id, a.name],
  ];
  return { a, b, production, own, verified, secrets };
}

type Signed = Awaited<ReturnType<typeof signedPerformer>>;

async function join(partner: make.MadePartner, productionId: string, performer: Signed): Promise<void> {
  const { sceneId } = await makeVerificationJob(partner, { performers: [performer] });
  await inTransaction((tx) => joinScene(tx, make.portalCtx(partner), { productionId, sceneId }));
}

async function sendId({ userId }: Signed): Promise<void> {
  const [legalName, now] = [`Rita ${newId()}`, clock.now()];
  const dates = { createdAt: now, updatedAt: now, submittedAt: now };
  const facts = Buffer.alloc(29);
  await db.identityCheck.create({
    data: { id: newId(), userId, driver: "import", status: "submitted", legalName, facts, ...dates },
  });
}

type Made = Awaited<ReturnType<typeof setUp>>;

/** Everything that B's admin and B's program read of the production. */
async function viewOf({ b, production: { id: productionId } }: Made): Promise<Record<string, string>> {
  await signIn(b.users.admin);
  const at = { params: Promise.resolve({ productionId }), searchParams: Promise.resolve({}) };
  const pages = {
    list: await ProductionsPage({ ...at }),
    production: await ProductionPage(at),
    depictions: await DepictionsPage(at),
    scenes: await ScenesPage(at),
  };
  const shown = Object.entries(pages).map(([name, page]) => [name, draw(page)] as const);
  const csv = await new Response(await productionList.export(make.portalCtx(b), {})).text();
  const { key } = await make.makeKey(b);
  const answers: [string, string][] = [];
  for (const { path, handlers } of routes) {
    if (!handlers.GET || !path.includes("/productions")) continue;
    const { body } = await call(handlers.GET, { key, method: "GET", params: { productionId } });
    answers.push([path, JSON.stringify(body)]);
  }
  expect(answers.length).toBeGreaterThan(3);
  const lines = await db.ledgerEntry.findMany({
    where: { partnerId: b.id },
    select: { detail: true, subjectId: true },
  });
  const more = { csv, events: JSON.stringify(await eventsOf(b)), lines: JSON.stringify(lines) };
  return { ...Object.fromEntries([...shown, ...answers]), ...more };
}

it("a linked partner finds nothing of the people whom another one named, but how many they are", async () => {
  const made = await setUp();
  const views = [await viewOf(made)];
  await certify(made.production);
  views.push(await viewOf(made));
  for (const view of views) {
    for (const [where, bytes] of Object.entries(view)) {
      for (const secret of made.secrets) expect(bytes, where).not.toContain(secret);
      expect(bytes.match(/in[_ ]review|id_verified|ID verified/i)?.[0], where).toBeUndefined();
    }
    expect(view.production).toContain(made.own.email);
    expect(view.production).toContain("Lake Films LLC");
    expect(view.production).toContain("3 more performers");
    expect(view["/api/v1/productions/{productionId}"]).toContain(`"performerCount":4`);
  }
  expect(views[0]?.list).toContain(`${made.own.email} and 1 more`);
});

it("a search finds another partner’s performer by the whole address alone, as the API does", async () => {
  const { a, b, production, own, verified } = await setUp();
  const found = async (partner: make.MadePartner, text: string) => {
    await signIn(partner.users.viewer);
    return (await searchPortalAction(text)).some(({ id }) => id === `production ${production.id}`);
  };
  const start = (email: string) => email.slice(0, -3);
  expect([await found(b, start(own.email)), await found(b, own.email)]).toEqual([true, true]);
  expect([await found(a, start(verified.email)), await found(a, verified.email)]).toEqual([true, true]);
  expect([await found(b, start(verified.email)), await found(b, verified.email)]).toEqual([false, true]);
  expect([await found(a, start(own.email)), await found(a, own.email)]).toEqual([false, true]);
});
