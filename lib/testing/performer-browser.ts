import { performerLink } from "@/lib/domain/scenes";
import type { Prisma } from "@/lib/platform/db";
import { ctxFor, makePartner, makeUser } from "./factories";
import type { Proof } from "./onboarding-browser";
import { makeScene } from "./scenes";

/** A performer of a new scene, whose person is known, and the token of their link. */
export async function makePerformer(data: Partial<Prisma.ScenePerformerUncheckedCreateInput> = {}) {
  const person = await makeUser();
  const partner = await makePartner();
  const scene = await makeScene(partner, { performers: [{ email: person.email, userId: person.id, ...data }] });
  const [performer] = scene.performers;
  const url = await performerLink(performer);
  return { ...performer, person, partnerName: partner.name, url, token: url.split("/").at(-1) ?? "" };
}

export type MadePerformer = Awaited<ReturnType<typeof makePerformer>>;

/** A performer who acts in a visit. */
export const actsIn = ({ person }: Pick<MadePerformer, "person">, { visit }: Proof) =>
  ctxFor({ kind: "person", userId: person.id, visit });
