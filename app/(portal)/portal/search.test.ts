import { expect, it } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { db } from "@/lib/platform/db";
import { makeAccount, makeDepiction, makeKey, makePartner } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { makeScene } from "@/lib/testing/scenes";
import { signIn } from "@/lib/testing/signed-in";
import { makeUploadSession } from "@/lib/testing/upload-sessions";
import { makeVerificationJob } from "@/lib/testing/verification-jobs";
import { makeEndpoint } from "@/lib/testing/webhooks";
import { searchPortalAction } from "./search";

it("finds each kind of record by what the search says that it takes", async () => {
  const partner = await makePartner();
  const creator = await makeAccount(partner, { externalUserId: "creator-7" });
  const depiction = await makeDepiction(partner, { title: "Lighthouse keeper" });
  const scene = await makeScene(partner, { title: "Rooftop garden" });
  const production = await makeProduction({
    producer: await makeProducer([partner]),
    performers: [],
    title: "Winter lake",
  });
  const session = await makeUploadSession(partner);
  const job = await makeVerificationJob(partner);
  const { endpointId } = await makeEndpoint(partner);
  const key = await makeKey(partner, { name: "Importer" });
  await fillSearch();
  await signIn(partner.users.owner);
  const found = async (text: string) => (await searchPortalAction(text)).map(({ id }) => id);
  const { url } = await db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
  const ways: [id: string, texts: string[]][] = [
    [`creator ${creator.id}`, [creator.id, creator.email, "creator-7"]],
    [`depiction ${depiction.id}`, [depiction.id, "lighthouse", depiction.contentUrl]],
    [`scene ${scene.id}`, [scene.id, "rooftop"]],
    [`production ${production.id}`, [production.id, "winter"]],
    [`session ${session.id}`, [session.id]],
    [`job ${job.id}`, [job.id]],
    [`endpoint ${endpointId}`, [url]],
    [`key ${key.id}`, ["import", key.key.slice(0, 13)]],
  ];
  for (const [id, texts] of ways) for (const text of texts) expect(await found(text), `${id} by ${text}`).toContain(id);

  await signIn((await makePartner()).users.owner);
  for (const [id, texts] of ways) for (const text of texts) expect(await found(text), text).not.toContain(id);
});

it("finds what to do, and leads to its form with the subject chosen, for those who may", async () => {
  const partner = await makePartner();
  const key = await makeKey(partner, { name: "Importer" });
  await makeKey(partner, { name: "Payouts" });
  const { endpointId } = await makeEndpoint(partner);
  const depiction = await makeDepiction(partner, { title: "Lighthouse" });
  const item = await makeItem(await makeRemoval(), { depictionId: depiction.id, status: "confirmed" });
  const takedown = await makeTakedown(item, { partnerId: partner.id });
  const found = async (text: string) =>
    (await searchPortalAction(text)).filter(({ group }) => group === "Actions").map(({ href }) => href);

  await signIn(partner.users.owner);
  expect(await found("rotate imp")).toEqual([`/portal/keys/${key.id}/rotate`]);
  expect(await found("revoke key Importer")).toEqual([`/portal/keys?do=revoke-${key.id}`]);
  expect(await found("rotate")).toHaveLength(2);
  expect(await found("send test event")).toEqual([`/portal/webhooks/${endpointId}/test`]);
  expect(await found("mark takedown as done")).toEqual([`/portal/takedowns/${takedown.id}?do=done`]);
  expect(await found("mark unknown")).toEqual([]);

  await signIn(partner.users.developer);
  expect(await found("rotate imp")).toHaveLength(1);
  expect(await found("mark")).toEqual([]);
  await signIn(partner.users.viewer);
  expect(await found("rotate imp")).toEqual([]);
  await signIn((await makePartner()).users.owner);
  for (const text of ["rotate", "ping", "mark"]) expect(await found(text), text).toEqual([]);
});
