import { expect, it } from "vitest";
import { accountIn } from "@/app/areas";
import type { SignedIn } from "@/lib/domain/parties/people";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makeMember, makePartner, makeUser } from "@/lib/testing/factories";
import { whereTo } from "@/lib/testing/next";
import { makeProducer } from "@/lib/testing/productions";
import { signIn } from "@/lib/testing/signed-in";
import { GET } from "./route";

type Roles = { isCustodian?: boolean; isMember?: boolean; isProducer?: boolean };

const sessionOf = (
  user: { id: string; email: string },
  { isCustodian = false, isMember = false, isProducer = false }: Roles = {},
): SignedIn => ({
  provenAt: new Date(),
  sessionId: newId(),
  user: { id: user.id, email: user.email, name: null, isCustodian, blursPictures: true },
  memberships: isMember ? [{ partnerId: newId(), partnerName: "Platform", partnerActive: true, role: "viewer" }] : [],
  producer: isProducer ? { id: newId(), name: "Lake Films LLC" } : null,
});

const landing = async (
  user: { id: string },
  { isCustodian = false, isMember = false, isProducer = false }: Roles = {},
) => {
  await db.user.update({ where: { id: user.id }, data: { staffRole: isCustodian ? "custodian" : null } });
  if (isMember) await makeMember(await makePartner(), "viewer", user);
  if (isProducer) await makeProducer([], { user });
  await signIn(user);
  return whereTo(GET());
};

it("redirects each user to the first of their areas", async () => {
  expect(await whereTo(GET())).toBe("/sign-in");
  const creator = async () => (await makeAccount()).person;
  const all = { isCustodian: true, isMember: true, isProducer: true };
  expect(await landing(await creator(), all)).toBe("/custodian/identities");
  expect(await landing(await creator(), { ...all, isCustodian: false })).toBe("/portal");
  expect(await landing(await creator(), { isProducer: true })).toBe("/producer");
  expect(await landing(await creator())).toBe("/creator");
  expect(await landing((await makeAccount(undefined, { link: "pending" })).person)).toBe("/creator");
  expect(await landing(await makeUser())).toBe("/account");
  expect(await landing(await makeUser(), { isProducer: true })).toBe("/producer");
});

it("links each area to the person's other ones", async () => {
  const creator = (await makeAccount()).person;
  const session = sessionOf(creator, { isCustodian: true, isMember: true, isProducer: true });
  const others = async (root: string) => (await accountIn(root, session)).areas?.map(({ href }) => href);
  expect(await others("/producer")).toEqual(["/custodian/identities", "/portal", "/creator"]);
  expect(await others("/creator")).toEqual(["/custodian/identities", "/portal", "/producer"]);
  expect((await accountIn("/account", sessionOf(await makeUser()))).areas).toEqual([]);
});
