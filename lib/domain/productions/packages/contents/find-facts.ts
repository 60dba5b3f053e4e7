import { presentAttestation, type ShownAttestation } from "@/lib/domain/acts";
import { db } from "@/lib/platform/db";
import { findPerformers, type PackagedPerformer } from "./find-performers";
import { lastEntryOf } from "./history";

/** What a package is about, as its files say it: the names as they were when it was certified. */
export type PackageFacts = {
  packageId: string;
  /** When this package was made. */
  sealedAt: Date;
  production: { id: string; title: string; productionDate: Date };
  producerName: string;
  /** What the producer certified. */
  certified: ShownAttestation;
  /** By legal name. */
  performers: PackagedPerformer[];
  depictionCount: number;
  /** The last entry of the ledger that the history has. */
  lastEntry: bigint;
};

/** The facts of a package that is to be sealed. Throws `UnreadableRecord` and `MissingRecord` for a performer's records. */
export async function findPackageFacts(packageId: string, sealedAt: Date): Promise<PackageFacts> {
  const { attestation, production, title, producerName } = await db.sealedPackage.findUniqueOrThrow({
    where: { id: packageId },
    include: { attestation: true, production: { select: { id: true, productionDate: true } } },
  });
  const { id, productionDate } = production;
  return {
    packageId,
    sealedAt,
    production: { id, title, productionDate },
    producerName,
    certified: presentAttestation(attestation),
    performers: await findPerformers(id),
    depictionCount: await db.productionDepiction.count({ where: { productionId: id } }),
    lastEntry: await lastEntryOf(id),
  };
}
