import { expect, it } from "vitest";
import { startJobAction } from "@/app/(portal)/portal/productions/jobs/actions";
import { createSessionAction } from "@/app/(portal)/portal/sessions/actions";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { formOf } from "@/lib/testing/attesting";
import { freshEmail, makeAccount, makePartner } from "@/lib/testing/factories";
import { whereTo } from "@/lib/testing/next";
import { makeProducer } from "@/lib/testing/productions";
import { signIn } from "@/lib/testing/signed-in";
import { createProductionAction } from "./productions/actions";

type Partner = Awaited<ReturnType<typeof makePartner>>;

// Each form that asks performers to sign, filled in, and what its partner's scene or session keeps of the consents.
const FORMS = {
  "a verification job": {
    send: startJobAction,
    fields: async () => ({
      ...{ id: "job-1", contentId: "post-1", title: "Lake", productionDate: "2026-09-05" },
      performers: freshEmail(),
    }),
    kept: ({ id: partnerId }: Partner) => db.collabScene.findFirst({ where: { partnerId } }),
  },
  "a production": {
    send: createProductionAction,
    fields: async (partner: Partner) => ({
      ...{ id: newId(), contentId: "post-1", title: "Lake", productionDate: "2026-09-05" },
      performers: freshEmail(),
      producerEmail: (await makeProducer([partner])).user.email,
    }),
    kept: ({ id: partnerId }: Partner) => db.collabScene.findFirst({ where: { partnerId } }),
  },
  "an upload session": {
    send: createSessionAction,
    fields: async (partner: Partner) => {
      await makeAccount(partner, { status: "active", externalUserId: "studio-7" });
      return {
        ...{ uploaderExternalUserId: "studio-7", contentTitle: "Lake", contentType: "image", detectedFaceCount: "2" },
      };
    },
    kept: ({ id: partnerId }: Partner) => db.uploadSession.findFirst({ where: { partnerId } }),
  },
};

it.each(Object.entries(FORMS))("keeps the consents that %s needs, and says which are wrong", async (_, form) => {
  const partner = await makePartner({ plan: "creator_pays" });
  await signIn(partner.users.admin);
  const fields = await form.fields(partner);
  const send = (consents: Record<string, string>) => whereTo(form.send({}, formOf({ ...fields, ...consents })));
  for (const requiredConsents of ["kissing\nKissing", "x".repeat(81), Array.from({ length: 21 }, String).join("\n")]) {
    const wrong = "Enter up to 20 different kinds of act, of up to 80 characters.";
    expect(await send({ requiredConsents })).toMatchObject({ errors: { requiredConsents: wrong } });
  }
  expect(await form.kept(partner)).toBe(null);
  const to = await send({ download: "on", requiredConsents: " kissing \r\n\n holding hands\n" });
  expect(to).toEqual(expect.stringMatching(/^\/portal\//));
  expect(await form.kept(partner)).toMatchObject({
    needs: { uses: ["distribution", "download"], acts: ["kissing", "holding hands"] },
  });
});

it("asks for performers when consents are needed of them", async () => {
  const partner = await makePartner({ plan: "creator_pays" });
  await signIn(partner.users.admin);
  const fields = { ...(await FORMS["a production"].fields(partner)), performers: "", contentId: "", resale: "on" };
  const outcome = await whereTo(createProductionAction({}, formOf(fields)));
  expect(outcome).toMatchObject({ errors: { performers: "Enter at least one performer." } });
});
