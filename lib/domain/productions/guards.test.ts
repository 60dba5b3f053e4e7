import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { certify } from "@/lib/testing/certificates";
import { freshEmail, makePartner } from "@/lib/testing/factories";
import { addDepictions, makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeGreenlitScene, makeScene } from "@/lib/testing/scenes";
import { asOwner } from "@/lib/testing/sql";

// What the database refuses whatever the code does.

const STATUSES = ["pending_documentation", "documented", "takedown_pending", "takedown_complete", "revoked"] as const;
const MOVES = new Set([
  "pending_documentation documented",
  "pending_documentation takedown_pending",
  "pending_documentation revoked",
  "documented takedown_pending",
  "documented revoked",
  "takedown_pending pending_documentation",
  "takedown_pending documented",
  "takedown_pending takedown_complete",
  "takedown_pending revoked",
]);

it("moves a production only along its states, and never out of a final one", async () => {
  const producer = await makeProducer();
  for (const status of STATUSES) {
    for (const to of STATUSES) {
      const { id } = await makeProduction({
        producer,
        status,
        performers: [],
        depictions: 0,
        documentedAt: new Date(),
      });
      const moved = asOwner("UPDATE productions SET status = $2 WHERE id = $1", [id, to]).then(
        () => true,
        () => false,
      );
      expect(await moved, `${status} ${to}`).toBe(status === to || MOVES.has(`${status} ${to}`));
    }
  }
});

it("keeps whose a production is, when it was documented, and its links", async () => {
  const production = await makeProduction();
  await certify(production);
  const change = (sql: string) => asOwner(sql.replace("$", `'${production.id}'`));
  const refused: [string, string][] = [
    ["UPDATE productions SET producer_id = 'x' WHERE id = $", "does not change"],
    ["UPDATE productions SET documented_at = now() WHERE id = $", "does not change"],
    ["UPDATE productions SET revision = -1 WHERE id = $", "does not change"],
    ["DELETE FROM productions WHERE id = $", "kept"],
    ["DELETE FROM production_partners WHERE production_id = $", "stays linked"],
    ["UPDATE production_partners SET linked_at = now() WHERE production_id = $", "stays linked"],
    ["DELETE FROM production_performers WHERE production_id = $", "does not change"],
    ["UPDATE production_performers SET email = 'x' WHERE production_id = $", "does not change"],
    ["UPDATE production_depictions SET url = 'x' WHERE production_id = $", "does not change"],
    ["TRUNCATE productions CASCADE", "truncated"],
  ];
  for (const [sql, words] of refused) await expect(change(sql), sql).rejects.toThrow(words);
});

it("takes people only from its scenes: those asked in it, and the uploader of a greenlit one", async () => {
  const { id: productionId } = await makeProduction({ performers: [] });
  const add = (scene: { id: string }, email: string, scenePerformerId: string | null = null) =>
    db.productionPerformer.create({
      data: { id: newId(), productionId, sceneId: scene.id, email, scenePerformerId, addedAt: new Date() },
    });
  const [greenlit, pending] = [await makeGreenlitScene(), await makeScene()];
  const [asked] = greenlit.performers;
  const [waiting] = pending.performers;
  const words = "names the people of its scenes";
  await expect(add(greenlit, freshEmail())).rejects.toThrow(words);
  await expect(add(greenlit, freshEmail(), asked?.id)).rejects.toThrow(words);
  await expect(add(greenlit, waiting?.email ?? "", waiting?.id)).rejects.toThrow(words);
  await expect(add(pending, waiting?.email ?? "", waiting?.id)).rejects.toThrow(words);
  await add(greenlit, asked?.email ?? "", asked?.id);
});

it("changes nothing while a package is made or once it is closed", async () => {
  for (const status of ["takedown_pending", "revoked"] as const) {
    const closed = await makeProduction({ status });
    await expect(addDepictions(closed.id, 1)).rejects.toThrow("while it is open");
    const title = asOwner("UPDATE productions SET title = 'x' WHERE id = $1", [closed.id]);
    await expect(title).rejects.toThrow("while it is open");
  }
});

it("finds a performer's productions for linked partners, whatever came first, and forgets who was taken out", async () => {
  const [first, second] = [await makePartner(), await makePartner()];
  const email = freshEmail("ada");
  const { id: productionId } = await makeProduction({ producer: await makeProducer([first]), performers: [email] });
  await db.productionPartner.create({ data: { productionId, partnerId: second.id, linkedAt: new Date() } });
  const found = async () =>
    (await db.partnerPerformer.findMany({ where: { email }, orderBy: { partnerId: "asc" } })).map(
      (row) => row.partnerId,
    );
  expect(await found()).toEqual([first.id, second.id].sort());
  await db.productionPerformer.deleteMany({ where: { productionId } });
  expect(await found()).toEqual([]);
});
