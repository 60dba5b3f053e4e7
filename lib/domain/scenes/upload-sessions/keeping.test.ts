import { describe, expect, it } from "vitest";
import { eraseExpiredScenesTask } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { linesOn } from "@/lib/testing/effects";
import { makeDepiction, systemCtx } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { makeGreenlitScene, makeScene } from "@/lib/testing/scenes";
import { asOwner } from "@/lib/testing/sql";
import { clickOf, type MadeUploadSession, makeUploadSession } from "@/lib/testing/upload-sessions";
import { completeCollab, completeSolo } from "./complete-session";
import { eraseUploadSessionsTask } from "./erase-sessions";

const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const YEARS = 365.25;

/** A session that was completed long ago, as far as the database's clock tells. */
async function completedAgo(days: number, madeDaysAgo = days) {
  const session = await makeUploadSession(undefined, { shootDate: ago(madeDaysAgo) });
  await completeSolo(systemCtx(), clickOf(session));
  await asOwner("ALTER TABLE upload_sessions DISABLE TRIGGER USER");
  await asOwner("UPDATE upload_sessions SET created_at = $2, completed_at = $2 WHERE id = $1", [session.id, ago(days)]);
  await asOwner("ALTER TABLE upload_sessions ENABLE TRIGGER USER");
  return session;
}
const gone = (id: string) => asOwner("DELETE FROM upload_sessions WHERE id = $1", [id]);

describe("the database", () => {
  it("completes a session once, and otherwise changes only its link", async () => {
    const session = await makeUploadSession();
    const update = (set: string) => asOwner(`UPDATE upload_sessions SET ${set} WHERE id = $1`, [session.id]);
    for (const set of [
      "content_title = 'Another'",
      "detected_face_count = 2, path = 'collab'",
      "expires_at = now() + '1 year'",
      "account_id = 'x'",
      "redirect_url = 'https://elsewhere.example.com'",
      "shoot_date = now()",
    ]) {
      await expect(update(set), set).rejects.toThrow("does not change");
    }
    await expect(update("completed_at = now()")).rejects.toThrow("upload_sessions_completed");
    await completeSolo(systemCtx(), clickOf(session));
    await expect(update("completed_at = NULL, attestation_id = NULL")).rejects.toThrow("completed once");
    await expect(update("completed_at = completed_at + '1 ms'")).rejects.toThrow("completed once");
    await expect(update("shoot_date = now()")).rejects.toThrow("does not change");
    await update("link_serial = 1");
  });

  it("refuses a completion after the end, and faces that don't fit the path", async () => {
    const late = await makeUploadSession(undefined, { createdAt: ago(8), shootDate: ago(9) });
    const { id: attestationId } = await db.attestation.findFirstOrThrow().catch(async () => {
      const other = await makeUploadSession();
      await completeSolo(systemCtx(), clickOf(other));
      return db.attestation.findFirstOrThrow({ where: { subjectId: other.id } });
    });
    const completion = db.uploadSession.update({
      where: { id: late.id },
      data: { completedAt: new Date(), attestationId },
    });
    await expect(completion).rejects.toThrow("upload_sessions_completed");
    await expect(makeUploadSession(undefined, { path: "collab" })).rejects.toThrow("upload_sessions_shape");
  });

  it("keeps a completed session for seven years after the later of the day and the click, and an open one until it expires", async () => {
    const kept = [
      await makeUploadSession(),
      await completedAgo(1, 9 * YEARS),
      await completedAgo(6.9 * YEARS),
      await completedAgo(8 * YEARS, 6.9 * YEARS),
    ];
    for (const { id } of kept) await expect(gone(id)).rejects.toThrow(/kept/);
    for (const { id } of [
      await completedAgo(7.1 * YEARS),
      await makeUploadSession(undefined, { createdAt: ago(7.01) }),
    ]) {
      await gone(id);
      expect(await db.uploadSession.count({ where: { id } })).toBe(0);
    }
    await expect(asOwner("TRUNCATE upload_sessions CASCADE")).rejects.toThrow();
  });
});

it("each night, erases what was never completed after 90 days, and what is older than seven years and has no scene", async () => {
  const abandoned = await makeUploadSession(undefined, { createdAt: ago(98) });
  const old = await completedAgo(7.1 * YEARS);
  const stays = [
    await makeUploadSession(),
    await makeUploadSession(undefined, { createdAt: ago(96) }),
    await completedAgo(6.9 * YEARS),
  ];
  const collab = await makeUploadSession(undefined, { detectedFaceCount: 2, shootDate: ago(1) });
  await completeCollab(systemCtx(), { ...clickOf(collab), performers: ["ada@example.com"] });
  await eraseUploadSessionsTask.run({}, firstRun);
  const ids = [abandoned, old, ...stays, collab].map(({ id }) => id);
  const left = await db.uploadSession.findMany({ where: { id: { in: ids } }, select: { id: true } });
  expect(left.map(({ id }) => id).sort()).toEqual([...stays, collab].map(({ id }) => id).sort());
  expect((await linesOn(abandoned.id)).at(-1)).toMatchObject({ action: "upload_session.erased" });
  const stated = await db.attestation.findMany({ where: { subjectId: { in: ids } }, select: { subjectId: true } });
  expect(stated).toEqual([{ subjectId: stays.at(-1)?.id }]);
});

const night = () => eraseUploadSessionsTask.run({}, firstRun);
const leftOf = (id: string) => db.uploadSession.count({ where: { id } });

type Held = (session: MadeUploadSession) => Promise<[table: string, column: string, value: string]>;
const held: Record<string, Held> = {
  "the creator's identity": async ({ account }) => ["identities", "user_id", account.userId ?? ""],
  "another record of theirs on the platform": async ({ partner, accountId }) => {
    const { id } = await makeDepiction(partner, { accountId });
    return ["index_entries", "depiction_id", id];
  },
  "a scene of theirs on the platform": async ({ partner, accountId }) => {
    const { id } = await makeGreenlitScene(partner, { uploaderAccountId: accountId });
    return ["scene_index_entries", "scene_id", id];
  },
  "a scene that waits for its performers": async ({ partner, accountId }) => {
    const { id } = await makeScene(partner, { uploaderAccountId: accountId });
    return ["collab_scenes", "id", id];
  },
};

it.each(Object.entries(held))("a legal hold of %s keeps a completed session after its seven years", async (_, hold) => {
  const { id, ...session } = await completedAgo(7.1 * YEARS);
  const [table, column, value] = await hold({ id, ...session });
  const flag = (on: boolean) => asOwner(`UPDATE ${table} SET legal_hold = $2 WHERE ${column} = $1`, [value, on]);
  expect((await flag(true)).rowCount).toBe(1);
  await expect(gone(id)).rejects.toThrow("legal hold");
  await night();
  expect(await leftOf(id)).toBe(1);
  await flag(false);
  await night();
  expect(await leftOf(id)).toBe(0);
});

it.each([
  ["sessions first", [eraseUploadSessionsTask, eraseExpiredScenesTask]],
  ["scenes first", [eraseExpiredScenesTask, eraseUploadSessionsTask]],
])("erases a hosted scene, then its session with the statement, when a night erases %s", async (_, tasks) => {
  clock.freeze(ago(7.1 * YEARS));
  const session = await makeUploadSession(undefined, { detectedFaceCount: 2, shootDate: ago(7.2 * YEARS) });
  await completeCollab(systemCtx(), { ...clickOf(session), performers: ["ada@example.com"] });
  clock.reset();
  const left = async () => {
    const where = { uploadSessionId: session.id };
    const statements = await db.attestation.count({ where: { email: session.account.email, kind: "producer" } });
    return [await db.collabScene.count({ where }), await leftOf(session.id), statements];
  };
  expect(await left()).toEqual([1, 1, 1]);
  await expect(gone(session.id)).rejects.toThrow("collab_scenes_upload_session_id_fkey");
  // The scene is erased while its session is still kept, and the statement stays.
  const kept = [session.account.userId];
  await asOwner("UPDATE identities SET legal_hold = true WHERE user_id = $1", kept);
  for (const task of tasks) await task.run({}, firstRun);
  expect(await left()).toEqual([0, 1, 1]);
  await asOwner("UPDATE identities SET legal_hold = false WHERE user_id = $1", kept);
  for (const task of tasks) await task.run({}, firstRun);
  expect(await left()).toEqual([0, 0, 0]);
});
