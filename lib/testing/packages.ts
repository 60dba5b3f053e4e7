import { attest } from "@/lib/domain/acts";
import { personKey } from "@/lib/domain/identity/id-facts";
import { photoKey, putPhoto } from "@/lib/domain/identity/photos";
import { makeReleaseCopyTask } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { freshEmail, makeAccount, makeIdentity, makePartner, makeUser } from "./factories";
import { makePhoto } from "./identity-checks";
import { openLink, sign } from "./performers";
import { joinPeople, makeProducer, makeProduction } from "./productions";
import { firstRun } from "./run-jobs";
import { makeScene } from "./scenes";

type SealableOptions = {
  /** The performers' legal names. The scene's uploader is one more. */
  names?: readonly string[];
  depictions?: number;
  /** The ID photos' image. */
  photo?: Buffer;
};

/** A production whose records can be sealed. The performers have an ID with photos, the scene's uploader one without. */
export async function makeSealable({ names = ["Ada Example"], photo, ...data }: SealableOptions = {}) {
  const partner = await makePartner();
  const producer = await makeProducer([partner]);
  const uploader = await makeAccount(partner, { status: "active" });
  const scene = await makeScene(partner, {
    uploaderAccountId: uploader.id,
    performers: names.map(() => ({ email: freshEmail("performer") })),
  });
  const performers = await Promise.all(
    scene.performers.map(async (performer, n) => {
      const user = await makeUser({ email: performer.email });
      await makeIdentityWithPhotos(user, { legalName: names[n] ?? "", photo });
      return { ...performer, userId: user.id };
    }),
  );
  for (const performer of performers) {
    await sign(await openLink(performer), performer);
    await makeReleaseCopyTask.run({ performerId: performer.id }, firstRun);
  }
  const production = await makeProduction({ producer, performers: [], ...data });
  await joinPeople(production.id, scene, uploader);
  return { production, producer, partner, scene, performers, uploader };
}

/** A verified identity with both photos of a passport. */
async function makeIdentityWithPhotos(
  user: { id: string },
  { legalName, photo }: { legalName: string; photo?: Buffer | undefined },
) {
  const identity = await makeIdentity(user, { legalName });
  const key = await personKey(db, user.id);
  const image = photo ?? (await makePhoto());
  for (const kind of ["document_front", "person"] as const) {
    const id = newId();
    await putPhoto({ id, userId: user.id, key, image });
    await db.identityPhoto.create({
      data: {
        id,
        checkId: identity.checkId,
        kind,
        storageKey: photoKey(id),
        sha256: sha256(image),
        bytes: image.length,
        createdAt: clock.now(),
      },
    });
  }
  return identity;
}

/** What a producer's seal leaves: their attestation and an open package. Its job isn't queued. */
export const openSeal = (production: {
  id: string;
  revision: number;
  title: string;
  producer: { userId: string; name: string; user: { email: string } };
}) =>
  inTransaction(async (tx) => {
    const { producer, id: productionId, revision, title } = production;
    const attestationId = await attest(tx, {
      kind: "documentation",
      subjectKind: "production",
      subjectId: productionId,
      text: "I certify these records.\n\nZoë’s “statement”.\n",
      textVersion: "test-1",
      userId: producer.userId,
      email: producer.user.email,
      proof: "session",
      ip: "203.0.113.7",
      userAgent: "Test browser",
      attestedAt: clock.now(),
    });
    const { id } = await tx.sealedPackage.create({
      data: {
        id: newId(),
        productionId,
        attestationId,
        revision,
        title,
        producerName: producer.name,
        requestedAt: clock.now(),
      },
    });
    return { packageId: id };
  });
