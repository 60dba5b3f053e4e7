import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { freshEmail } from "@/lib/testing/factories";
import { makeScene } from "@/lib/testing/scenes";
import { newLink } from "./queries";

it("settles who performs before a scene is announced or decided", async () => {
  const announced = await makeScene();
  const decided = await makeScene(undefined, { announcedAt: null, status: "cancelled", cancelledAt: new Date() });
  for (const { id: sceneId } of [announced, decided]) {
    const id = newId();
    const added = { id, sceneId, position: 1, email: freshEmail("performer"), ...newLink(id) };
    await expect(db.scenePerformer.create({ data: added })).rejects.toThrow(/settled before a scene is announced/);
  }
});
