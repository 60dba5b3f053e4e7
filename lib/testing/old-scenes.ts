import { eraseExpiredScenesTask } from "@/lib/domain/productions";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner, makeUser } from "./factories";
import { firstRun } from "./run-jobs";
import { makeGreenlitScene } from "./scenes";

/** The moment this many years ago. */
export function yearsAgo(years: number): Date {
  const at = new Date();
  at.setUTCFullYear(at.getUTCFullYear() - years);
  return at;
}

/** A greenlit scene of two people who each have an account, created that many years ago. */
export async function makeOldScene(years: number, given: { greenlitAt?: Date } = {}) {
  const partner = await makePartner();
  const [uploader, performer] = [await makeAccount(partner, { status: "active" }), await makeUser()];
  const createdAt = yearsAgo(years);
  const scene = await makeGreenlitScene(partner, {
    uploaderAccountId: uploader.id,
    title: `Old ${newId()}`,
    createdAt,
    announcedAt: createdAt,
    greenlitAt: createdAt,
    performers: [{ userId: performer.id, email: performer.email }],
    ...given,
  });
  return { partner, uploader: uploader.person, performer, scene };
}

/** Runs the nightly erasure of scenes. */
export const eraseOldScenes = () => eraseExpiredScenesTask.run({}, firstRun);
