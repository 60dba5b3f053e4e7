import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { makePartner } from "@/lib/testing/factories";
import { makeExtension, makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { asOwner } from "@/lib/testing/sql";

describe("the database", () => {
  it("refuses an extension or publication of a scene that isn't greenlit, and a publication without permission", async () => {
    const [pending, greenlit] = [await makeScene(), await makeGreenlitScene()];
    await expect(makeExtension(pending)).rejects.toThrow("only a greenlit scene is extended");
    await expect(makePublication(pending, { partnerId: pending.partnerId })).rejects.toThrow("only a greenlit scene");
    const { id: partnerId } = await makePartner();
    await expect(makePublication(greenlit, { partnerId })).rejects.toThrow("after an extension");
  });

  it("lets a publication be removed once, and nothing else change", async () => {
    const scene = await makeGreenlitScene();
    const extension = await makeExtension(scene);
    const { id } = await makePublication(scene, { partnerId: scene.partnerId });
    const update = (set: string) => asOwner(`UPDATE scene_publications SET ${set} WHERE id = $1`, [id]);
    await expect(update("content_url = 'https://elsewhere.example.com'")).rejects.toThrow("does not change");
    await expect(update("removed_at = now()")).rejects.toThrow("scene_publications_removed");
    await update("removed_at = now(), removal_reason = 'Gone'");
    await expect(update("removal_reason = 'Never mind'")).rejects.toThrow("a removal is final");
    await expect(update("removed_at = NULL, removal_reason = NULL")).rejects.toThrow("a removal is final");
    const where = "WHERE id = $1";
    await expect(asOwner(`UPDATE scene_extensions SET created_at = now() ${where}`, [extension.id])).rejects.toThrow(
      "does not change",
    );
  });

  it("keeps a scene with all its rows for seven years, and as long as it is published", async () => {
    const createdAt = new Date("2018-01-01T00:00:00Z");
    const scene = await makeGreenlitScene(undefined, { createdAt });
    const extension = await makeExtension(scene);
    const { id } = await makePublication(scene, { partnerId: scene.partnerId });
    const young = await makePublication(await makeGreenlitScene(scene.partner), { partnerId: scene.partnerId });
    const gone = (table: string, one: string) => asOwner(`DELETE FROM ${table} WHERE id = $1`, [one]);
    const parts = [
      ["scene_performers", scene.performers[0]?.id ?? ""],
      ["scene_extensions", extension.id],
      ["scene_publications", id],
    ] as const;
    for (const [table, one] of parts) await expect(gone(table, one), table).rejects.toThrow("kept for seven years");
    await expect(gone("collab_scenes", scene.id)).rejects.toThrow("kept for seven years");
    const removal = "SET removed_at = now(), removal_reason = 'Gone' WHERE id = ANY ($1)";
    await asOwner(`UPDATE scene_publications ${removal}`, [[id, young.id]]);
    await expect(gone("scene_publications", young.id)).rejects.toThrow("kept for seven years");
    for (const [table, one] of parts) await gone(table, one);
    await gone("collab_scenes", scene.id);
    expect(await db.collabScene.count({ where: { id: scene.id } })).toBe(0);
  });
});
