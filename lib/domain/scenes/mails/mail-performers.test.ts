import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { composeMail } from "@/lib/platform/mail/send-mail-task";
import { mailsTo } from "@/lib/testing/effects";
import { freshEmail, makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { openLink, openVerified, sign } from "@/lib/testing/performers";
import { makeScene } from "@/lib/testing/scenes";
import { findPerformerByToken } from "../queries";
import { invitePerformers, recordMailOutcome, resendInvitation, SCENE_MAILS_A_DAY } from "./mail-performers";
import { consentInvitationMail, consentReminderMail, releaseCopyMail, sceneName } from "./mails";

async function invited() {
  const partner = await makePartner();
  const scene = await makeScene(partner);
  const [performer] = scene.performers;
  await invitePerformers(systemCtx(), scene.id);
  return { partner, scene, performer, mails: () => mailsTo(performer.email) };
}

describe("the invitation", () => {
  it("is mailed once, with a link that only the mail has", async () => {
    const { partner, scene, performer, mails } = await invited();
    await invitePerformers(systemCtx(), scene.id);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: "consent_invitation", props: { partnerName: partner.name } });
    const token = mail?.url.split("/consent/")[1] ?? "";
    expect(await findPerformerByToken(token)).toMatchObject({ id: performer.id, scene: { id: scene.id } });
    expect(await findPerformerByToken(performer.id)).toBeNull();
  });

  it("waits a day for a mailbox that the partner's scenes filled, even if all are sent at once", async () => {
    const partner = await makePartner();
    const email = freshEmail("performer");
    const scenes = [];
    for (let n = 0; n < SCENE_MAILS_A_DAY + 2; n++) scenes.push(await makeScene(partner, { performers: [{ email }] }));
    await Promise.all(scenes.map(({ id }) => invitePerformers(systemCtx(), id)));
    expect(await mailsTo(email)).toHaveLength(SCENE_MAILS_A_DAY);
    clock.advance(DAY_MS);
    for (const { id } of scenes) await invitePerformers(systemCtx(), id);
    expect(await mailsTo(email)).toHaveLength(SCENE_MAILS_A_DAY + 2);
  });

  it("may be sent again once a day while the performer is asked, with the same link", async () => {
    const { partner, performer, mails } = await invited();
    const ctx = portalCtx(partner, "admin");
    await expect(resendInvitation(ctx, performer.id)).rejects.toMatchObject({ status: 429 });
    clock.advance(DAY_MS);
    const both = await Promise.allSettled([resendInvitation(ctx, performer.id), resendInvitation(ctx, performer.id)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [first, second, ...more] = await mails();
    expect([more, second?.url]).toEqual([[], first?.url]);
    clock.advance(DAY_MS);
    await sign(await openVerified(performer), performer);
    await expect(resendInvitation(ctx, performer.id)).rejects.toMatchObject({ code: "performer_not_pending" });
  });

  it("may be sent again to a performer who signed but has no verified ID, like to anybody who is asked", async () => {
    const { partner, performer } = await invited();
    await sign(await openLink(performer), performer);
    clock.advance(DAY_MS);
    await resendInvitation(portalCtx(partner), performer.id);
  });

  it("is sent again by those only who may manage the partner's records", async () => {
    const { partner, performer } = await invited();
    clock.advance(DAY_MS);
    await expect(resendInvitation(portalCtx(partner, "viewer"), performer.id)).rejects.toMatchObject({ status: 403 });
    const other = portalCtx(await makePartner());
    await expect(resendInvitation(other, performer.id)).rejects.toMatchObject({ status: 404 });
  });

  it("that the mail server refused is noted, until another is sent", async () => {
    const { partner, performer } = await invited();
    const refusedAt = async () =>
      (await db.scenePerformer.findUniqueOrThrow({ where: { id: performer.id } })).mailRefusedAt;
    const said = { mailId: "mail", accepted: false, code: "550", requestId: "test" };
    const about = { kind: "scene_performer", id: performer.id };
    // The copy of a release is not what the partner can send again.
    await recordMailOutcome({ ...said, about, template: "release_copy" });
    expect(await refusedAt()).toBeNull();
    await recordMailOutcome({ ...said, about, template: "consent_invitation" });
    expect(await refusedAt()).not.toBeNull();
    clock.advance(DAY_MS);
    await resendInvitation(portalCtx(partner), performer.id);
    expect(await refusedAt()).toBeNull();
  });
});

describe("the mails", () => {
  it.each([
    ["Summer at the lake, part 2.", "“Summer at the lake, part 2.”"],
    ["Été à deux (director’s cut) – No. 3!", "“Été à deux (director’s cut) – No. 3!”"],
    ["evil.example", "a scene"],
    ["see https://evil.example", "a scene"],
    ["ask me@evil.example", "a scene"],
    ["a\nb", "a scene"],
    ["<b>bold</b>", "a scene"],
    ["“Quoted” by us", "a scene"],
    ["x".repeat(100), `“${"x".repeat(100)}”`],
    ["x".repeat(101), "a scene"],
    ["Call 555 1234 now", "a scene"],
    ["Ring (020) 7946-0958", "a scene"],
    ["Call ５５５ １２３４", "a scene"],
    ["Call ٥٥٥١٢٣٤", "a scene"],
    ["go to evil dot com", "a scene"],
    ["evil com", "a scene"],
    ["WWW evil example", "a scene"],
    ["ｗｗｗ evil", "a scene"],
    ["evil dot net", "a scene"],
    ["http evil", "a scene"],
    ["Room 1204, take 17 of 2026", "“Room 1204, take 17 of 2026”"],
    ["Comet, a polka dot dress", "“Comet, a polka dot dress”"],
    ["Télécom", "“Télécom”"],
  ])("name %j as %s", (title, name) => expect(sceneName(title)).toBe(name));

  it("say who asks, what it means and how to say “that is not me”", async () => {
    const props = {
      url: "https://records.example.com/consent/t0ken",
      partnerName: "Northlight",
      title: "Summer",
      expiresAt: "2026-12-15T12:00:00.000Z",
      isJob: false,
      producerName: null,
    };
    for (const template of [consentInvitationMail, consentReminderMail]) {
      const { subject, text, html } = await composeMail(template, props);
      expect(subject).toContain("Northlight");
      for (const words of ["“Summer”", "That is not me", "before Dec 15, 2026, 12:00 PM UTC", props.url])
        expect(text).toContain(words);
      expect(new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url))).toEqual(new Set([props.url]));
    }
  });

  it("name the scene of a signed copy by the same rule", async () => {
    const props = { url: "https://records.example.com/consent/t0ken", partnerName: "Northlight" };
    for (const [title, subject] of [
      ["Summer", "Your signed release for “Summer” on Northlight"],
      ["Win at evil.example", "Your signed release for a scene on Northlight"],
    ]) {
      const mail = await composeMail(releaseCopyMail, { ...props, title });
      expect(mail.subject).toBe(subject);
      expect(mail.text).not.toContain("evil.example");
    }
  });
});
