import { expect, it, vi } from "vitest";
import { makeAccount, makeUser } from "@/lib/testing/factories";
import { GET } from "./route";

const signedIn = vi.hoisted(() => ({ session: null as unknown }));
vi.mock("@/app/session", () => ({ currentSession: async () => signedIn.session }));
vi.mock("next/navigation", () => ({
  redirect: (path: string) => {
    throw new Error(path);
  },
}));

const landing = async (user: { id: string; isCustodian?: boolean } | null, memberships: unknown[] = []) => {
  signedIn.session = user && { user: { isCustodian: false, ...user }, memberships };
  return GET().catch((error: Error) => error.message);
};

it("redirects each user to their area", async () => {
  const creator = (await makeAccount()).person;
  const asked = (await makeAccount(undefined, { link: "pending" })).person;
  expect(await landing(null)).toBe("/sign-in");
  expect(await landing({ id: creator.id, isCustodian: true })).toBe("/custodian/identities");
  expect(await landing(creator, [{}])).toBe("/portal");
  expect(await landing(creator)).toBe("/creator");
  expect(await landing(asked)).toBe("/creator");
  expect(await landing(await makeUser())).toBe("/account");
});
