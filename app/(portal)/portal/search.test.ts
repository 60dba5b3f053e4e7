import { expect, it } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { db } from "@/lib/platform/db";
import { makeAccount, makeDepiction, makeKey, makePartner } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
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
