import type { Ctx, PersonActor, PortalUserActor, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { createKey } from "@/lib/domain/parties/keys";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { CUSTODIAN_EMAILS, OWNER_EMAIL } from "@/prisma/seed";
import { type Answer, callApi, upload } from "./calls";
import { drawWork } from "./pictures";

/** A task's run that nobody queued. */
export const byHand = () => ({ requestId: newId(), attempt: 1, lastAttempt: false, signal: undefined });

const TITLES = [
  ...["Golden hour", "Red dress", "Late checkout", "Sunday morning", "Mirror, mirror", "Behind the door", "Blue room"],
  ...["Summer rain", "Window seat", "After the party", "Silk", "Desert road", "City lights", "Long weekend"],
];

export type Cast = Awaited<ReturnType<typeof findCast>>;

/** Who acts in the demo, each time with a request of its own, and what the platform's programs can do with its key. */
export async function findCast() {
  const { partnerId, userId } = await db.partnerMember.findFirstOrThrow({
    where: { user: { email: OWNER_EMAIL } },
    select: { partnerId: true, userId: true },
  });
  const custodian = await db.user.findUniqueOrThrow({ where: { email: CUSTODIAN_EMAILS[0] }, select: { id: true } });
  const owner = (): Ctx<PortalUserActor> => ({
    actor: { kind: "portal_user", partnerId, userId, role: "owner" },
    ...{ requestId: newId(), ip: "203.0.113.30", userAgent: "Firefox" },
  });
  const { key } = await createKey(owner(), { partnerId, name: "Production, web servers" });
  const accountOf = async (externalUserId: string): Promise<string> =>
    (await db.soloAccount.findFirstOrThrow({ where: { partnerId, externalUserId }, select: { id: true } })).id;
  const post = (path: string, body?: unknown): Promise<Answer> => callApi({ key, path, body, method: "POST" });
  let logged = 0;

  return {
    partnerId,
    owner,
    staff: (): Ctx<StaffActor> => ({
      actor: { kind: "staff", userId: custodian.id, provenAt: clock.now() },
      ...{ requestId: newId(), ip: "203.0.113.31", userAgent: "Firefox" },
    }),
    system: (): Ctx<SystemActor> => ({ actor: { kind: "system", name: "demo" }, requestId: newId() }),
    person: async (email: string): Promise<Ctx<PersonActor>> => ({
      actor: { kind: "person", userId: (await db.user.findUniqueOrThrow({ where: { email } })).id },
      ...{ requestId: newId(), ip: "203.0.113.21", userAgent: "Safari" },
    }),
    accountOf,
    post,
    get: (path: string, agent?: string): Promise<Answer> => callApi({ key, path, ...(agent && { agent }) }),

    /** A creator publishes a work, and the platform logs it and uploads its copy. Returns its URL. */
    async logWork(externalUserId: string): Promise<string> {
      const n = ++logged;
      const [id, copy] = [`nl-post-${500 + n}`, await drawWork(n)];
      const contentUrl = `https://northlight.example.com/posts/${500 + n}`;
      const path = `/solo-accounts/${await accountOf(externalUserId)}/content`;
      const { body } = await post(path, {
        ...{ contentUrl, title: TITLES[n % TITLES.length], contentType: "image", externalContentId: id },
        complianceCopy: { mimeType: "image/jpeg", sizeBytes: copy.length },
      });
      const target = body.complianceCopyUpload as { url: string } | undefined;
      if (target) await upload(target.url, copy);
      await post(`${path}/${id}/compliance-copy`);
      return contentUrl;
    },

    /** The platform asks one performer for their consent. Returns the scene's id. */
    async newScene(title: string, email: string): Promise<string> {
      const { body } = await post("/collab-scenes", {
        ...{ uploaderExternalUserId: "nl-1001", title, callbackUrl: "https://northlight.example.com/scenes" },
        performers: [{ email }],
        uploaderAttestation: {
          ...{ ip: "203.0.113.20", ua: "Firefox", clickedAt: clock.now().toISOString() },
          attestationText: "Everyone in this scene is an adult and agreed to it.",
        },
      });
      return String(body.sceneId);
    },
  };
}
