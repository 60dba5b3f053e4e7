import { globSync, readFileSync } from "node:fs";
import { beforeEach, expect, it, vi } from "vitest";
import { signInStore } from "@/lib/domain/parties/people";
import { acceptProducerInvitation, inviteProducer } from "@/lib/domain/parties/producers";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makeCustodian, makePartner, makeUser, personCtx, systemCtx } from "@/lib/testing/factories";
import { inviteProducerAction } from "./(portal)/portal/productions/producers/actions";
import { renameProducerAction } from "./(producer)/producer/account/actions";
import { acceptProducerInvitationAction } from "./(site)/account/actions";
import { requireEditor, requireProducer } from "./session";

// The browser's side of a request, as pages and actions see it.
const browser = vi.hoisted(() => ({ session: "" }));
vi.mock("next/headers", () => ({
  cookies: async () => ({ get: (name: string) => (name.endsWith("session") ? { value: browser.session } : undefined) }),
  headers: async () => new Headers({ "x-path": "/producer" }),
}));
vi.mock("next/cache", () => ({ revalidatePath: () => undefined }));

async function signIn({ id: userId }: { id: string }): Promise<void> {
  browser.session = newId();
  await signInStore({ requestId: "request" }).createSession({ sessionToken: browser.session, userId });
}

const to = (path: string) => ({ digest: expect.stringContaining(`;${path};`) });
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

async function makeInvited() {
  const user = await makeUser();
  const { invitationId } = await inviteProducer(systemCtx(), { partnerId: null, email: user.email });
  return { user, invitationId };
}

beforeEach(() => {
  browser.session = "";
});

it("only producers pass, whatever else a person is", async () => {
  const rename = () => renameProducerAction({}, formOf({ name: "Stolen" }));
  await expect(requireProducer()).rejects.toMatchObject(to("/sign-in?to=%2Fproducer"));
  const partner = await makePartner();
  const { user, invitationId } = await makeInvited();
  const others = [partner.users.owner, await makeCustodian(), (await makeAccount()).person, user];
  for (const other of others) {
    await signIn(other);
    await expect(requireProducer()).rejects.toMatchObject(to("/account"));
    await expect(rename()).rejects.toMatchObject(to("/account"));
  }
  await acceptProducerInvitation(personCtx(user), { invitationId, name: "Lake Films LLC" });
  const producer = await db.producer.findUnique({ where: { userId: user.id } });
  expect((await requireProducer()).actor).toEqual({ kind: "producer", userId: user.id, producerId: producer?.id });
  await expect(requireEditor(), "a producer in the portal").rejects.toMatchObject(to("/account"));
});

it("an invitation is accepted by its form, in the session of its address", async () => {
  const { user, invitationId } = await makeInvited();
  const press = (name: string) =>
    acceptProducerInvitationAction(invitationId, "/producer-invitation/t", {}, formOf({ name }));
  await signIn(await makeUser());
  await expect(press("Lake Films LLC")).rejects.toMatchObject(to("/producer-invitation/t"));
  await signIn(user);
  expect(await press(" ")).toMatchObject({ errors: { name: expect.stringContaining("name") } });
  await expect(press("Lake Films LLC")).rejects.toMatchObject(to("/producer"));
  await expect(press("Again")).rejects.toMatchObject(to("/producer-invitation/t"));
  expect(await db.producer.findUnique({ where: { userId: user.id } })).toMatchObject({ name: "Lake Films LLC" });
});

it("a viewer of a team cannot invite anybody, and gets the page that names the roles", async () => {
  const partner = await makePartner();
  await signIn(partner.users.viewer);
  const sent = inviteProducerAction({}, formOf({ email: "ada@example.com" }));
  await expect(sent).rejects.toThrow("forbidden()");
  expect(await db.producerInvitation.count({ where: { partnerId: partner.id } })).toBe(0);
});

// A layout doesn't run on every request, so each page, route and action asks for the producer.
it("every page, route and action of the producer's pages asks for the producer", () => {
  const files = globSync("app/(producer)/producer/**/{page.tsx,route.ts,actions.ts}");
  expect(files.length).toBeGreaterThan(2);
  const open = files.filter((file) => !/requireProducer|findProduction|notFound\(\)/.test(readFileSync(file, "utf8")));
  expect(open).toEqual([]);
});
