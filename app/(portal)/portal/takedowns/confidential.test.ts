import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { routes } from "@/app/api/routes";
import { productionList, viewLinkedProduction } from "@/lib/domain/productions";
import { contentList, getDepiction } from "@/lib/domain/records/content";
import * as removals from "@/lib/domain/removals";
import { type Claim, sealClaim } from "@/lib/domain/removals/claim";
import { addItems } from "@/lib/domain/removals/deciding/add-items";
import { confirmItem } from "@/lib/domain/removals/deciding/confirm-item";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { composeMail } from "@/lib/platform/mail/send-mail-task";
import { call } from "@/lib/testing/api";
import { eventsOf, mailsTo } from "@/lib/testing/effects";
import * as make from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeRemoval } from "@/lib/testing/removals";
import { makeGreenlitScene, makePublication } from "@/lib/testing/scenes";

type Request = Awaited<ReturnType<typeof makeRemoval>>;

/** A request of a claimant whom nobody else knows, with what only they wrote. */
async function fileClaim() {
  const id = newId();
  const secrets = {
    email: make.freshEmail("claimant"),
    name: `Clara ${newId()}`,
    otherName: `Stage ${newId()}`,
    description: `The blue room ${newId()}`,
  };
  const { email, name, otherName, description } = secrets;
  const told: Claim = { name, otherNames: [otherName], actsFor: null, kind: "intimate", description };
  const claim = sealClaim(id, told, newId());
  const user = await make.makeUser({ email, name });
  return { request: await makeRemoval({ id, email, claim, userId: user.id }), secrets: { ...secrets, user: user.id } };
}

/** A partner with content, a publication and a production that a request is about, and that a custodian confirmed. */
async function askPartner(request: Request, secrets: { name: string }) {
  const partner = await make.makePartner();
  const depiction = await make.makeDepiction(partner);
  const scene = await makeGreenlitScene(partner);
  const publication = await makePublication(scene, { partnerId: partner.id });
  const production = await makeProduction({ producer: await makeProducer([partner]) });
  const found = { depictionId: null, productionId: null, publicationId: null, foundBy: "url", status: "open" } as const;
  const matches = [
    { ...found, depictionId: depiction.id, partnerId: partner.id },
    { ...found, publicationId: publication.id, partnerId: partner.id },
    { ...found, productionId: production.id, partnerId: null },
  ];
  await inTransaction((tx) =>
    addItems(tx, make.personCtx({ id: request.userId ?? "" }), { requestId: request.id, matches }),
  );
  const custodian = make.staffCtx(await make.makeCustodian());
  for (const { id: itemId } of await db.removalItem.findMany({ where: { requestId: request.id } }))
    await confirmItem(custodian, { itemId, reason: `${secrets.name}, it shows you.` });
  return { partner, depiction, scene, publication, production };
}

type Asked = Awaited<ReturnType<typeof askPartner>>;

const textOf = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

/** What the portal shows a member, in all of its answers and files. */
async function portalAnswers({ partner, depiction, production }: Asked): Promise<string[]> {
  const ctx = make.portalCtx(partner);
  const { rows } = await removals.takedownList.read(ctx, { view: "all" });
  expect(rows).toHaveLength(3);
  const views = await Promise.all(rows.map(({ id }) => removals.viewTakedown(ctx, id)));
  const { pdf } = await removals.printTakedowns(ctx, { view: "all" });
  const streams = [...pdf.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, body = ""]) => {
    try {
      return [inflateSync(Buffer.from(body, "latin1")).toString()];
    } catch {
      return [];
    }
  });
  // The attached CSV is among them.
  expect(streams.join()).toContain(rows[0]?.id);
  return [
    ...[rows, views, await removals.countOpenTakedowns(ctx), await getDepiction(ctx, depiction.id)].map((one) =>
      JSON.stringify(one),
    ),
    JSON.stringify(await viewLinkedProduction(ctx, production.id)),
    await textOf(await removals.takedownList.export(ctx, { view: "all" })),
    await textOf(await productionList.export(ctx, {})),
    await textOf(await contentList.export(ctx, {})),
    pdf.toString("latin1"),
    ...streams,
  ];
}

/** Every answer of the API to a GET about these records. */
async function apiAnswers({ partner, depiction, scene, publication, production }: Asked): Promise<string[]> {
  const { key } = await make.makeKey(partner);
  const ids: Record<string, string> = {
    accountId: depiction.accountId,
    externalContentId: depiction.externalContentId ?? "",
    sceneId: scene.id,
    pubId: publication.id,
    productionId: production.id,
  };
  const answers: string[] = [];
  for (const { path, handlers } of routes) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    if (!handlers.GET || names.some((name) => !ids[name])) continue;
    const params = Object.fromEntries(names.map((name) => [name, ids[name] ?? ""]));
    answers.push(JSON.stringify((await call(handlers.GET, { key, method: "GET", params })).body));
  }
  expect(answers.join()).toContain(production.id);
  return answers;
}

const Tables = Prisma.sql`SELECT table_name AS name FROM information_schema.columns
  WHERE table_schema = 'public' AND column_name = 'partner_id' AND table_name <> 'removal_items'`;

/**
 * Every row that belongs to a partner, in any table: its events, deliveries, ledger entries, logged requests and so on. Without the
 * items of requests, whose reasons are for the claimant.
 */
async function rowsOf(partnerId: string): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>(Tables);
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["ledger_entries", "request_log", "takedowns", "webhook_events"]),
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.$queryRaw<{ text: string }[]>`
      SELECT to_jsonb(t)::text AS text FROM ${Prisma.raw(`"${name}"`)} t WHERE partner_id = ${partnerId}`;
    texts.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return texts;
}

/** Every mail to the team. */
async function mailsOf({ users }: Asked["partner"]): Promise<string[]> {
  const mails = (await Promise.all(Object.values(users).map(({ email }) => mailsTo(email)))).flat();
  expect(mails.filter(({ template }) => template === removals.takedownClockMail.name).length).toBeGreaterThan(2);
  return Promise.all(
    mails.map(async ({ props }) => JSON.stringify(await composeMail(removals.takedownClockMail, props))),
  );
}

it("a partner finds the claimant's name, address and words in no answer, page, event, export, mail or log", async () => {
  const { request, secrets } = await fileClaim();
  const asked = await askPartner(request, secrets);
  const { partner } = asked;
  const runMails = () =>
    removals.mailClocksTask.run({}, { requestId: newId(), attempt: 1, lastAttempt: false, signal: undefined });
  await runMails();
  const { rows } = await removals.takedownList.read(make.portalCtx(partner), {});
  for (const { id } of rows.slice(0, 2)) await removals.markTakedownDone(make.portalCtx(partner), id);
  clock.advance(47 * HOUR_MS);
  await runMails();
  const types = (await eventsOf(partner)).map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining(["collab_scene.takedown_requested", "content_log.deleted", "production.takedown_requested"]),
  );
  const reached = [
    ...(await portalAnswers(asked)),
    ...(await apiAnswers(asked)),
    ...(await rowsOf(partner.id)),
    ...(await mailsOf(partner)),
  ];
  for (const [what, secret] of Object.entries(secrets)) {
    for (const needle of [secret, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64url")]) {
      expect(
        reached.filter((text) => text.includes(needle)),
        what,
      ).toEqual([]);
    }
  }
});
