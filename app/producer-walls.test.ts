import { globSync, readFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { acceptProducerInvitation, inviteProducer } from "@/lib/domain/parties/producers";
import { db } from "@/lib/platform/db";
import { formOf } from "@/lib/testing/attesting";
import { makeAccount, makeCustodian, makePartner, makeUser, personCtx, systemCtx } from "@/lib/testing/factories";
import { visit } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { inviteProducerAction } from "./(portal)/portal/productions/actions";
import { renameProducerAction } from "./(producer)/producer/account/actions";
import { acceptProducerInvitationAction } from "./(site)/account/actions";
import { requireEditor, requireProducer } from "./session";

const to = (path: string) => ({ digest: expect.stringContaining(`;${path};`) });

async function makeInvited() {
  const user = await makeUser();
  const { invitationId } = await inviteProducer(systemCtx(), { partnerId: null, email: user.email });
  return { user, invitationId };
}

beforeEach(() => visit("/producer"));

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
