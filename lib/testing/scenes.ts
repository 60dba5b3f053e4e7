import { randomBytes } from "node:crypto";
import { attest } from "@/lib/domain/acts";
import { indexScene } from "@/lib/domain/scenes/consent/derive-consent";
import { newLink } from "@/lib/domain/scenes/queries";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Prisma, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import type { ScenePerformer } from "@/prisma/generated/client";
import { freshEmail, makeAccount, makePartner } from "./factories";

type GivenPerformer = Partial<Prisma.ScenePerformerUncheckedCreateInput>;
/** By default one performer, who was only invited. */
type Given = readonly GivenPerformer[] | readonly [];

type SceneOptions<Performers extends Given> = Partial<Omit<Prisma.CollabSceneUncheckedCreateInput, "performers">> & {
  /** One for each performer, in order. */
  performers?: Performers;
};
/** A performer for each one given, as the database has them. */
type Made<Performers extends Given> = { -readonly [Place in keyof Performers]: ScenePerformer };

/** A scene that waits for signatures, of a partner's account (a new partner's by default). */
export async function makeScene<Performers extends Given = [GivenPerformer]>(
  partner?: { id: string; plan: "creator_pays" | "platform_pays" },
  { performers, ...data }: SceneOptions<Performers> = {},
) {
  const owner = partner ?? (await makePartner());
  const uploader = data.uploaderAccountId
    ? await db.soloAccount.findUniqueOrThrow({ where: { id: data.uploaderAccountId } })
    : await makeAccount(owner, { status: "active" });
  const id = newId();
  // Performers are settled before a scene is announced or decided.
  const { status, block, announcedAt, greenlitAt, blockedAt, cancelledAt, ...facts } = data;
  const createdAt = data.createdAt ? new Date(data.createdAt) : clock.now();
  return inTransaction(async (tx) => {
    const attestationId = await attest(tx, {
      kind: "producer",
      subjectKind: "collab_scene",
      subjectId: id,
      text: "All performers are adults.",
      userId: uploader.userId,
      proof: "partner_api",
      attestedAt: createdAt,
    });
    await tx.collabScene.create({
      data: {
        id,
        partnerId: owner.id,
        uploaderAccountId: uploader.id,
        title: "Behind the scenes",
        callbackUrl: "https://platform.example.com/callback",
        attestationId,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 14 * DAY_MS),
        ...facts,
      },
    });
    await addPerformers(tx, id, performers ?? [{}]);
    const made = await tx.collabScene.update({
      where: { id },
      data: {
        status,
        block,
        announcedAt: announcedAt === undefined ? createdAt : announcedAt,
        greenlitAt,
        blockedAt,
        cancelledAt,
      },
      include: { performers: { orderBy: { position: "asc" } } },
    });
    if (made.greenlitAt) await indexScene(tx, { id, greenlitAt: made.greenlitAt });
    const inOrder = made.performers as Made<Performers>;
    return { ...made, performers: inOrder, attestationId, uploaderAccountId: uploader.id, partner: owner };
  });
}

/** Adds invited performers to a scene that isn't announced yet. */
export async function addPerformers(tx: Tx, sceneId: string, performers: readonly GivenPerformer[]): Promise<void> {
  for (const [position, performer] of performers.entries()) {
    const id = performer.id ?? newId();
    const email = freshEmail("performer");
    await tx.scenePerformer.create({ data: { id, sceneId, position, email, ...newLink(id), ...performer } });
  }
}

/** A scene that every performer consented to. */
export const makeGreenlitScene = <Performers extends Given = [GivenPerformer]>(
  partner?: Parameters<typeof makeScene>[0],
  options: SceneOptions<Performers> = {},
) => makeScene<Performers>(partner, { status: "greenlit", greenlitAt: clock.now(), ...options });

/** Extend a greenlit scene to a partner (a new one by default). */
export async function makeExtension(scene: { id: string }, partner?: { id: string }) {
  const { id: partnerId } = partner ?? (await makePartner());
  return db.sceneExtension.create({ data: { id: newId(), sceneId: scene.id, partnerId, createdAt: clock.now() } });
}

/** A publication of a greenlit scene, by its own partner or one that it was extended to. */
export function makePublication(
  scene: { id: string },
  { partnerId, ...data }: Partial<Prisma.ScenePublicationUncheckedCreateInput> & { partnerId: string },
) {
  const id = newId();
  return db.scenePublication.create({
    data: {
      id,
      sceneId: scene.id,
      partnerId,
      publishedAt: clock.now(),
      contentUrl: `https://platform.example.com/videos/${id}`,
      depictionSha256: randomBytes(32),
      ...data,
    },
  });
}

/** The current rows of a scene and its performers. */
export const readScene = ({ id }: { id: string }) =>
  db.collabScene.findUniqueOrThrow({ where: { id }, include: { performers: { orderBy: { position: "asc" } } } });
