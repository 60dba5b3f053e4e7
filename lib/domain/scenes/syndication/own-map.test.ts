import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner, makeUser, personCtx } from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { makeExtension, makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { ownSceneList, uploadedSceneList, viewSignedSceneMap, viewUploadedSceneMap } from "..";

/** A scene that its only performer signed, with its uploader. */
async function signedScene() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const scene = await makeScene(partner, { title: "Lake", uploaderAccountId: account.id });
  const [performer] = scene.performers;
  const performed = await openVerified(performer);
  await sign(performed, performer);
  return {
    partner,
    scene,
    performer,
    uploader: personCtx(account.person),
    performed,
  };
}

describe("the syndication map", () => {
  it("shows the uploader and the performers who signed each platform, since when, and why one was removed", async () => {
    const { partner, scene, performer, uploader, performed } = await signedScene();
    const [published, idle] = [await makePartner(), await makePartner()];
    for (const one of [published, idle, partner]) await makeExtension(scene, one);
    const first = await makePublication(scene, {
      partnerId: published.id,
      contentUrl: "https://b.example.com/1",
      removedAt: clock.now(),
      removalReason: "Uploader left",
    });
    const second = await makePublication(scene, { partnerId: published.id, contentUrl: "https://b.example.com/2" });
    const map = await viewUploadedSceneMap(uploader, { sceneId: scene.id });
    const platform = published.name;
    expect(map.publications.rows).toEqual([
      {
        id: second.id,
        platform,
        contentUrl: second.contentUrl,
        publishedAt: second.publishedAt,
        removedAt: null,
        removalReason: null,
      },
      {
        id: first.id,
        platform,
        contentUrl: first.contentUrl,
        publishedAt: first.publishedAt,
        removedAt: first.removedAt,
        removalReason: "Uploader left",
      },
    ]);
    // The owner may publish since greenlight, whether or not it extended its own scene.
    expect(map.permitted.map((one) => one.platform)).toEqual([partner.name, idle.name]);
    expect(await viewSignedSceneMap(performed, { performerId: performer.id })).toEqual(map);
    expect((await uploadedSceneList.read(uploader, {})).rows).toMatchObject([{ platforms: 1 }]);
    expect((await ownSceneList.read(performed, { view: "signed" })).rows).toMatchObject([{ platforms: 1 }]);
  });

  it("is hidden from everyone else, from performers who didn't sign, and before greenlight", async () => {
    const { scene, performer, uploader, performed } = await signedScene();
    const unsigned = await makeUser();
    const other = await makeGreenlitScene(undefined, { performers: [{ email: unsigned.email, userId: unsigned.id }] });
    const pending = await makeScene();
    const waiting = await db.user.findFirstOrThrow({
      where: { soloAccounts: { some: { id: pending.uploaderAccountId } } },
    });
    const tries = [
      [performed, scene.id],
      [uploader, performer.id],
      [uploader, other.id],
      [personCtx(unsigned), other.performers[0]?.id ?? ""],
      [personCtx(unsigned), performer.id],
      [personCtx(waiting), pending.id],
      [performed, newId()],
      [uploader, newId()],
      [uploader, "x"],
    ] as const;
    for (const [ctx, id] of tries) {
      await expect(viewUploadedSceneMap(ctx, { sceneId: id }), id).rejects.toMatchObject({ status: 404 });
      await expect(viewSignedSceneMap(ctx, { performerId: id }), id).rejects.toMatchObject({ status: 404 });
    }
    expect((await viewUploadedSceneMap(uploader, { sceneId: scene.id })).publications.rows).toEqual([]);
  });

  it("turns page by page, and tells on each which platforms may publish", async () => {
    const { partner, scene, uploader } = await signedScene();
    const idle = await makePartner();
    await makeExtension(scene, idle);
    const made: string[] = [];
    for (let n = 0; n < 22; n++) made.push((await makePublication(scene, { partnerId: partner.id })).id);
    const first = await viewUploadedSceneMap(uploader, { sceneId: scene.id });
    const second = await viewUploadedSceneMap(uploader, { sceneId: scene.id, cursor: first.publications.older ?? "" });
    expect([...first.publications.rows, ...second.publications.rows].map(({ id }) => id)).toEqual(
      made.sort().reverse(),
    );
    for (const { permitted } of [first, second]) expect(permitted).toMatchObject([{ platform: idle.name }]);
  });
});
