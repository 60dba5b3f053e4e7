import { expect, it, vi } from "vitest";
import { accountIn } from "@/app/areas";
import type { SignedIn } from "@/lib/domain/parties/people";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makeUser } from "@/lib/testing/factories";
import { GET } from "./route";

const signedIn = vi.hoisted(() => ({ session: null as unknown }));
vi.mock("@/app/session", () => ({ currentSession: async () => signedIn.session }));
vi.mock("next/navigation", () => ({
  redirect: (path: string) => {
    throw new Error(path);
  },
}));

type Roles = { isCustodian?: boolean; isMember?: boolean; isProducer?: boolean };

const sessionOf = (
  user: { id: string; email: string },
  { isCustodian = false, isMember = false, isProducer = false }: Roles = {},
): SignedIn => ({
  isFresh: true,
  sessionId: newId(),
  user: { id: user.id, email: user.email, name: null, isCustodian },
  memberships: isMember ? [{ partnerId: newId(), partnerName: "Platform", partnerActive: true, role: "viewer" }] : [],
  producer: isProducer ? { id: newId(), name: "Lake Films LLC" } : null,
});

const landing = async (session: SignedIn | null) => {
  signedIn.session = session;
  return GET().catch((error: Error) => error.message);
};

it("redirects each user to the first of their areas", async () => {
  const creator = (await makeAccount()).person;
  const asked = (await makeAccount(undefined, { link: "pending" })).person;
  const stranger = await makeUser();
  const all = { isCustodian: true, isMember: true, isProducer: true };
  expect(await landing(null)).toBe("/sign-in");
  expect(await landing(sessionOf(creator, all))).toBe("/custodian/identities");
  expect(await landing(sessionOf(creator, { ...all, isCustodian: false }))).toBe("/portal");
  expect(await landing(sessionOf(creator, { isProducer: true }))).toBe("/producer");
  expect(await landing(sessionOf(creator))).toBe("/creator");
  expect(await landing(sessionOf(asked))).toBe("/creator");
  expect(await landing(sessionOf(stranger))).toBe("/account");
  expect(await landing(sessionOf(stranger, { isProducer: true }))).toBe("/producer");
});

it("links each area to the person's other ones", async () => {
  const creator = (await makeAccount()).person;
  const session = sessionOf(creator, { isCustodian: true, isMember: true, isProducer: true });
  const others = async (root: string) => (await accountIn(root, session)).areas?.map(({ href }) => href);
  expect(await others("/producer")).toEqual(["/custodian/identities", "/portal", "/creator"]);
  expect(await others("/creator")).toEqual(["/custodian/identities", "/portal", "/producer"]);
  expect((await accountIn("/account", sessionOf(await makeUser()))).areas).toEqual([]);
});
