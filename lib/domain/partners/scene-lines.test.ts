import { afterEach, expect, test } from "vitest";
import { cancelScene, createScene, refuseConsent, registerPublication, removePublication } from "@/lib/domain/scenes";
import { expireScenes } from "@/lib/domain/scenes/expire-scenes";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { freshEmail, keyCtx, makeAccount, makeKey, makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { openLink, openVerified, sign } from "@/lib/testing/performers";
import { makeExtension, makeScene } from "@/lib/testing/scenes";
import { listChangesToday } from "./list-changes";

afterEach(() => clock.reset());

/** A partner's scene with one performer. */
async function one(partner: { id: string; plan: "creator_pays" | "platform_pays" }, title: string) {
  const { id, performers } = await makeScene(partner, { title });
  const [performer] = performers;
  if (!performer) throw new Error("a scene without performers");
  return { id, performer };
}

test("the day's scenes: what the team did and what their events told, and nothing of a signature without an ID", async () => {
  clock.freeze("2026-11-21T08:00:00.000Z");
  const tick = () => clock.advance(60_000);
  const [partner, other] = [await makePartner({ plan: "platform_pays" }), await makePartner()];
  await db.partner.update({ where: { id: partner.id }, data: { collabScenes: true } });
  const owner = portalCtx(partner);
  const read = async () =>
    (await listChangesToday(owner)).changes.map(({ action, subject, performer, by, count }) => [
      ...[action, subject, performer],
      ...[by?.name ?? null, count],
    ]);
  await makeScene(partner, { title: "Overdue", createdAt: new Date("2026-11-07T08:00:00.000Z") });
  const [garden, rooftop] = [await one(partner, "Garden"), await one(partner, "Rooftop")];
  expect(await read()).toEqual([]);

  const { sceneId } = await createScene(keyCtx(partner, await makeKey(partner, { name: "Import" })), {
    uploaderAccountId: (await makeAccount(partner, { status: "active" })).id,
    title: "Lake",
    performers: [{ email: freshEmail("ada") }],
    uploaderAttestation: { ip: "203.0.113.7", ua: "test", clickedAt: clock.now(), attestationText: "All adults." },
    callbackUrl: "https://platform.example.com/callback",
  });
  const created = ["collab_scene.created", "Lake", null, "Import", 1];
  expect(await read()).toEqual([created]);
  tick();
  const ada = await db.scenePerformer.findFirstOrThrow({ where: { sceneId } });
  await sign(await openLink(ada), ada);
  expect(await read()).toEqual([created]);
  tick();
  await sign(await openVerified(garden.performer), garden.performer);
  tick();
  await refuseConsent(await openLink(rooftop.performer), { performerId: rooftop.performer.id, reason: "other" });
  tick();
  await expireScenes(systemCtx());
  tick();
  await cancelScene(owner, sceneId);
  expect(await read()).toEqual([
    ["collab_scene.cancelled", "Lake", null, partner.users.owner.name ?? partner.users.owner.email, 1],
    ["collab_scene.blocked", "Overdue", null, null, 1],
    ["collab_scene.performer_refused", "Rooftop", rooftop.performer.email, null, 1],
    ["collab_scene.greenlit", "Garden", null, null, 1],
    ["collab_scene.performer_consented", "Garden", garden.performer.email, null, 1],
    created,
  ]);

  tick();
  const forest = await one(partner, "Forest");
  await sign(await openVerified(forest.performer), forest.performer);
  expect((await read()).slice(0, 2)).toEqual([
    ["collab_scene.greenlit", null, null, null, 2],
    ["collab_scene.performer_consented", null, null, null, 2],
  ]);

  tick();
  await makeExtension(garden, other);
  const publisher = keyCtx(other, await makeKey(other));
  const contentUrl = "https://elsewhere.example.com/1";
  const { id: pubId } = await registerPublication(publisher, garden.id, {
    contentUrl,
    depictionSha256: "0".repeat(64),
  });
  tick();
  await removePublication(publisher, { sceneId: garden.id, pubId });
  expect((await read()).slice(0, 2)).toEqual([
    ["collab_scene.publication_removed", "Garden", null, null, 1],
    ["collab_scene.publication_created", "Garden", null, null, 1],
  ]);
  expect((await listChangesToday(portalCtx(other))).changes).toEqual([]);
  clock.freeze("2026-11-22T00:00:00.000Z");
  expect(await read()).toEqual([]);
});
