import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { makePartner, makeUser, portalCtx, systemCtx } from "@/lib/testing/factories";
import { accept, invite, produce } from "@/lib/testing/producers";
import {
  findProducerInvitation,
  inviteProducer,
  partnersOfProducer,
  resendProducerInvitation,
  withdrawProducerInvitation,
} from "./index";

const producerOf = (user: { id: string }) =>
  db.producer.findUnique({ where: { userId: user.id }, select: { id: true, name: true } });
const lastToken = async (email: string) => (await mailsTo(email)).at(-1)?.url.split("/").at(-1) ?? "";

describe("an invitation", () => {
  it("makes its person a producer once, and a second partner's only adds the link", async () => {
    const [first, second] = [await makePartner(), await makePartner()];
    const user = await makeUser();
    const { invitationId } = await invite(first, user.email.toUpperCase());
    expect(await producerOf(user)).toBeNull();
    const { producerId } = await accept(user, { invitationId }, "  Lake\n Films LLC ");
    await accept(user, await invite(second, user.email), "Another name");

    expect(await producerOf(user)).toEqual({ id: producerId, name: "Lake Films LLC" });
    expect((await partnersOfProducer(producerId)).map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect((await linesOn(producerId)).map(({ action }) => action)).toEqual(["producer.created"]);
    expect(await linesOn(invitationId)).toMatchObject([
      { action: "producer_invitation.sent", partnerId: first.id, actorId: first.users.admin.id },
      { action: "producer_invitation.accepted", partnerId: first.id, actorId: user.id },
    ]);
  });

  it("by an operator links no partner, unless the operator names one", async () => {
    const partner = await makePartner();
    const user = await makeUser();
    const { producerId } = await accept(
      user,
      await inviteProducer(systemCtx(), { partnerId: null, email: user.email }),
    );
    expect(await partnersOfProducer(producerId)).toEqual([]);
    await accept(user, await inviteProducer(systemCtx(), { partnerId: partner.id, email: user.email }));
    expect(await partnersOfProducer(producerId)).toMatchObject([{ id: partner.id }]);
    const again = inviteProducer(systemCtx(), { partnerId: null, email: user.email });
    await expect(again).rejects.toMatchObject({ code: "already_producer" });
    const unknown = inviteProducer(systemCtx(), { partnerId: "unknown", email: user.email });
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });

  it("needs a name from a new producer, and the address that it was sent to", async () => {
    const partner = await makePartner();
    const user = await makeUser();
    const sent = await invite(partner, user.email);
    await expect(accept(user, sent, " \u200b ")).rejects.toMatchObject({ status: 400, field: "name" });
    await expect(accept(await makeUser(), sent)).rejects.toMatchObject({ status: 404 });
    expect(await findProducerInvitation(await lastToken(user.email))).toMatchObject({ state: "open" });
  });

  it("closes when it is withdrawn, replaced or a week old", async () => {
    const partner = await makePartner();
    const user = await makeUser();
    const replaced = await invite(partner, user.email);
    const token = await lastToken(user.email);
    const latest = await resendProducerInvitation(portalCtx(partner, "owner"), replaced);
    expect(await findProducerInvitation(token)).toMatchObject({ state: "withdrawn" });
    await expect(accept(user, replaced)).rejects.toMatchObject({ code: "invitation_closed" });
    await withdrawProducerInvitation(portalCtx(partner), latest);
    await expect(accept(user, latest)).rejects.toMatchObject({ code: "invitation_closed" });
    for (const verb of [withdrawProducerInvitation, resendProducerInvitation]) {
      await expect(verb(portalCtx(partner), latest)).rejects.toMatchObject({ status: 404 });
    }
    const old = await invite(partner, user.email);
    clock.advance(7 * DAY_MS);
    await expect(accept(user, old)).rejects.toMatchObject({ code: "invitation_closed" });
    // An expired one can be sent again.
    await accept(user, await resendProducerInvitation(portalCtx(partner), old));
    expect(await findProducerInvitation("unknown")).toBeNull();
  });

  it("accepted twice at once counts once, and two partners' at once make one producer", async () => {
    const [first, second] = [await makePartner(), await makePartner()];
    const user = await makeUser();
    const [one, two] = [await invite(first, user.email), await invite(second, user.email)];
    const results = await Promise.allSettled([
      accept(user, one),
      accept(user, two),
      accept(user, one),
      accept(user, two),
    ]);
    const ids = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.producerId] : []));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await partnersOfProducer(ids[0] ?? "")).toHaveLength(2);
  });

  it("withdrawn while it is accepted ends in one of the two", async () => {
    const partner = await makePartner();
    const user = await makeUser();
    const sent = await invite(partner, user.email);
    const results = await Promise.allSettled([
      accept(user, sent),
      withdrawProducerInvitation(portalCtx(partner), sent),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.producerPartner.count({ where: { partnerId: partner.id } })).toBe(
      results[0]?.status === "fulfilled" ? 1 : 0,
    );
  });

  it("that was answered doesn't change, even by hand, and a producer stays the same person", async () => {
    const { user, producerId } = await produce(await makePartner());
    const again = db.producerInvitation.updateMany({ where: { email: user.email }, data: { acceptedAt: null } });
    await expect(again).rejects.toThrow("answered once");
    const moved = db.producer.update({ where: { id: producerId }, data: { userId: (await makeUser()).id } });
    await expect(moved).rejects.toThrow("only their name");
  });
});
