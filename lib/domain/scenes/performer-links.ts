import { derivedLink, type LinkColumns } from "@/lib/domain/acts";
import { hashToken } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { JOB_PRODUCER } from "./job-producer";

/** What a performer's link derives from. */
export type LinkOfPerformer = { id: string; linkSerial: number; linkHash: Uint8Array };

const LINK = derivedLink({ purpose: "performer-link", page: "/consent" });

/** The link columns of a new performer. */
export function newLink(id: string): LinkColumns {
  const { linkSerial, linkHash } = LINK.first(id);
  return { linkSerial, linkHash };
}

/** The performer's link, for mails to them only. */
export const performerLink = (performer: LinkOfPerformer, tx: Pick<Tx, "scenePerformer"> = db): Promise<string> =>
  LINK.current(performer, (data) =>
    tx.scenePerformer.updateMany({ where: { id: performer.id, linkSerial: performer.linkSerial }, data }),
  );

/** The performer whom a link names, with the scene and the platform; null for an unknown or replaced link. */
export async function findPerformerByToken(token: string) {
  return db.scenePerformer.findUnique({
    where: { linkHash: hashToken(token) },
    include: { scene: { include: { partner: { select: { id: true, name: true } }, job: { select: JOB_PRODUCER } } } },
  });
}

export type PerformerOfLink = NonNullable<Awaited<ReturnType<typeof findPerformerByToken>>>;
