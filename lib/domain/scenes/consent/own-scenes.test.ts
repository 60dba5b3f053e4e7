import { describe, expect, it } from "vitest";
import { attest, findVisit, performerSubject } from "@/lib/domain/acts";
import { getCreatorStatus, isCreator } from "@/lib/domain/creators/overview";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { linesOn } from "@/lib/testing/effects";
import {
  ctxFor,
  type MadeUser,
  makeAccount,
  makeIdentity,
  makePartner,
  makeUser,
  personCtx,
} from "@/lib/testing/factories";
import { sign } from "@/lib/testing/performers";
import { makeScene, readScene } from "@/lib/testing/scenes";
import { findPerformerByToken, openConsent, ownSceneList, sumOwnScenes, uploadedSceneList } from "..";
import { findReleaseFacts } from "../releases/draw-release";

/** The columns of a performer who signed. */
async function signedBy(user: MadeUser) {
  const id = newId();
  const now = clock.now();
  const releaseId = await inTransaction((tx) =>
    attest(tx, {
      kind: "release",
      subjectKind: "scene_performer",
      subjectId: id,
      text: "I agree.",
      signedName: "Ada",
      proof: "mail_link",
      userId: user.id,
      attestedAt: now,
    }),
  );
  return { id, email: user.email, userId: user.id, releaseId, signedAt: now };
}

const titles = async (user: MadeUser, view: "waiting" | "signed" | "unsigned") =>
  (await ownSceneList.read(personCtx(user), { view })).rows.map(({ title }) => title);

describe("a person's own scenes", () => {
  it("are only those that name them, bound or by the address they signed in with", async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    expect(await isCreator(user.id)).toBe(false);
    const named = { email: user.email };
    const scene = await makeScene(undefined, { title: "By address", performers: [{}, named] });
    await makeScene(undefined, { title: "Bound", performers: [{ ...named, userId: user.id }] });
    await makeScene(undefined, { title: "Bound to another", performers: [{ ...named, userId: other.id }] });
    await makeScene(undefined, { title: "Not announced", announcedAt: null, performers: [named] });
    expect(await isCreator(user.id)).toBe(true);
    expect(await titles(user, "waiting")).toEqual(["By address", "Bound"]);
    expect(await titles(other, "waiting")).toEqual(["Bound to another"]);
    expect(await sumOwnScenes(personCtx(user))).toMatchObject({ waiting: 2, first: { id: scene.performers[1]?.id } });
    expect((await getCreatorStatus(personCtx(user))).next).toMatchObject({ step: "sign", count: 2 });
    const [row] = (await ownSceneList.read(personCtx(user), { view: "waiting" })).rows;
    expect(JSON.stringify(row)).not.toContain(scene.performers[0]?.email);
  });

  it("move from waiting to signed, and wait again only for a missing ID", async () => {
    const user = await makeUser();
    const signed = await signedBy(user);
    await makeScene(undefined, { title: "Signed", performers: [signed] });
    const late = { createdAt: new Date(clock.now().getTime() - 15 * DAY_MS) };
    await makeScene(undefined, { title: "Too late", ...late, performers: [{ email: user.email }] });
    expect(await titles(user, "waiting")).toEqual(["Signed"]);
    expect(await titles(user, "unsigned")).toEqual(["Too late"]);
    await makeIdentity(user);
    expect(await titles(user, "waiting")).toEqual([]);
    expect(await titles(user, "signed")).toEqual(["Signed"]);
    expect((await getCreatorStatus(personCtx(user))).next).toBeNull();
  });

  it("turn page by page", async () => {
    const user = await makeUser();
    for (let n = 0; n < 22; n++) await makeScene(undefined, { title: `${n}`, performers: [{ email: user.email }] });
    const me = personCtx(user);
    const first = await ownSceneList.read(me, { view: "waiting" });
    expect(first.rows.map(({ title }) => Number(title))).toEqual([...Array(20).keys()]);
    const second = await ownSceneList.read(me, { view: "waiting", cursor: first.newer ?? "" });
    expect(second.rows.map(({ title }) => title)).toEqual(["20", "21"]);
    expect((await ownSceneList.read(me, { view: "waiting", cursor: second.older ?? "" })).rows).toEqual(first.rows);
  });

  it("open by the session, which is recorded, and never for another person", async () => {
    const user = await makeUser();
    const scene = await makeScene(undefined, { performers: [{ email: user.email }, {}] });
    const [own, others] = scene.performers;
    const { url, cookie } = await openConsent(personCtx(user), own.id);
    expect((await findPerformerByToken(url.split("/").at(-1) ?? ""))?.id).toBe(own.id);
    const [line] = await linesOn(own.id);
    expect(line).toMatchObject({ action: "scene_performer.opened_in_account", actorId: user.id, partnerId: null });
    for (const id of [others.id, newId(), "x"]) {
      await expect(openConsent(personCtx(user), id)).rejects.toMatchObject({ status: 404 });
    }
    // What they sign there says that they were signed in, not that they opened the mailed link.
    const visit = await findVisit(performerSubject(own.id), cookie.token);
    expect(visit).toMatchObject({ provenBy: "session", mailboxProvenAt: expect.any(Date) });
    const me = ctxFor({ kind: "person", userId: user.id, visit: { id: visit?.id ?? "", provenBy: "session" } });
    expect(JSON.parse(line?.detail ?? "")).toMatchObject({ visit: visit?.id });
    await sign(me, own);
    const { release } = await db.scenePerformer.findUniqueOrThrow({
      where: { id: own.id },
      include: { release: true },
    });
    expect(release).toMatchObject({ proof: "session", visitId: visit?.id, userId: user.id });
    const facts = await findReleaseFacts(own.id);
    expect(facts?.release.proof).toBe("Signed in to their own account under this address");
    expect(facts?.events.map(({ what }) => what)).not.toContain(
      "Link from the email opened, and the code from a second email entered",
    );
  });

  it("bind no one to a closed scene", async () => {
    const user = await makeUser();
    const scene = await makeScene(undefined, {
      createdAt: new Date(Date.now() - 15 * DAY_MS),
      performers: [{ email: user.email }],
    });
    const [own] = scene.performers;
    await openConsent(personCtx(user), own?.id ?? "");
    expect((await readScene(scene)).performers[0]?.userId).toBeNull();
  });

  it("are listed for their uploader with how many signed", async () => {
    const partner = await makePartner();
    const account = await makeAccount(partner, { status: "active" });
    const user = await makeUser();
    await makeScene(partner, { title: "Mine", uploaderAccountId: account.id, performers: [{}, await signedBy(user)] });
    await makeScene(partner);
    const { rows } = await uploadedSceneList.read(personCtx(account.person), {});
    expect(rows).toMatchObject([{ title: "Mine", performers: 2, consented: 0, status: "pending_signatures" }]);
    expect((await uploadedSceneList.read(personCtx(user), {})).rows).toEqual([]);
  });
});
