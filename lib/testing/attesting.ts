import { db, type Prisma } from "@/lib/platform/db";
import { eventsOf } from "./effects";
import { makeAccount, makePartner } from "./factories";
import { openBrowser } from "./next";
import { makeUploadSession } from "./upload-sessions";

type Options = Partial<Prisma.UploadSessionUncheckedCreateInput> & {
  plan?: "platform_pays" | "creator_pays";
  creator?: { userId: string; email: string };
};

/** A creator's upload session, and a browser that opens its link. */
export async function openSession({ plan = "platform_pays", creator, ...data }: Options = {}) {
  openBrowser();
  const partner = await makePartner({ plan, name: "Platform", collabScenes: true });
  const account = await makeAccount(partner, { status: "active", ...creator });
  const { id, token } = await makeUploadSession(partner, { accountId: account.id, ...data });
  return {
    partner,
    account,
    token,
    sessionId: id,
    start: `/attest/${token}`,
    events: async () => (await eventsOf(partner)).map(({ type }) => type),
    scenes: () => db.collabScene.findMany({ where: { partnerId: partner.id }, include: { performers: true } }),
    session: () => db.uploadSession.findUniqueOrThrow({ where: { id }, include: { attestation: true } }),
  };
}

/** A form with the given fields. */
export function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
