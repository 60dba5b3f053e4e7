import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { raiseAlert } from "@/lib/domain/custody/alerts";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { SEAL_HELD, sealHoldsOn } from "..";
import { type CertificateSigner, issueCertificate } from "../certificates";
import { type LockedProduction, lockProducerOf, lockProduction, moveProduction } from "../production-status";
import type { StoredArchive } from "./package-objects";

/** A package that was stored, and what it holds. `signer`: see `openSigner`. */
type Sealed = {
  packageId: string;
  archive: StoredArchive;
  sealedAt: Date;
  performerCount: number;
  depictionCount: number;
  signer: CertificateSigner;
};

/**
 * Records a stored package, makes its production documented and issues the certificate. False if the archive isn't needed: the
 * package is finished already, or fails because its production was closed or held. Contract: Sealed package.
 */
export const finishSeal = (ctx: Ctx<SystemActor>, sealed: Sealed): Promise<boolean> =>
  inTransaction(async (tx) => {
    const { packageId, archive, signer, ...facts } = sealed;
    const production = await lockOpen(tx, packageId);
    if (!production) return false;
    if (clock.now() > archive.claimBy) throw new Error("Storing a package took too long.");
    const { id: productionId, status } = production;
    if (status !== "pending_documentation" && status !== "documented") {
      await markFailed(tx, ctx, { packageId, productionId, ...CLOSED });
      return false;
    }
    // Another seal may have failed meanwhile. Then this one must tell nothing either.
    if ((await sealHoldsOn(tx, productionId)).length > 0) {
      await markFailed(tx, ctx, { packageId, productionId, failure: SEAL_HELD, problem: "SealHeld" });
      return false;
    }
    const { key: storageKey, sha256: archiveSha256, bytes, wrappedKey } = archive;
    await tx.sealedPackage.update({ where: { id: packageId }, data: { ...facts, storageKey, archiveSha256, bytes } });
    await tx.packageKey.create({ data: { packageId, wrappedKey, createdAt: clock.now() } });
    const { performerCount, depictionCount } = facts;
    record(tx, {
      ctx,
      action: "production.sealed",
      subject: { kind: "production", id: productionId },
      partnerId: null,
      detail: { packageId, archiveSha256: hexOf(archiveSha256), bytes, performerCount, depictionCount },
    });
    if (status !== "documented") await moveProduction(tx, ctx, productionId, { to: "documented", as: "documented" });
    await issueCertificate(tx, ctx, { packageId, signer });
    return true;
  });

const CLOSED = { failure: "The production was revoked or is being taken down.", problem: "ProductionClosed" };

/** Why a package fails for good. */
export type SealFailure = {
  /** For the producer. It may name a performer's address. */
  failure: string;
  /** For the ledger, which keeps no addresses. */
  problem: string;
};

type Failed = SealFailure & {
  packageId: string;
  /** Why a custodian must release the seal. They get an alert about each of the people. */
  hold: Pick<HoldingProblem, "as" | "people"> | null;
};

/** Marks an open package as failed. The producer can seal again. Does nothing to a finished one. */
export const failSeal = (ctx: Ctx<SystemActor>, { packageId, hold, ...why }: Failed): Promise<void> =>
  inTransaction(async (tx) => {
    const production = await lockOpen(tx, packageId);
    if (!production) return;
    const { id: productionId } = production;
    await markFailed(tx, ctx, { packageId, productionId, ...why });
    if (!hold) return;
    const held = { kind: "production", id: productionId } as const;
    const { reason, alert: kind } = HELD_AS[hold.as];
    await tx.sealHold.create({ data: { packageId, productionId, reason, placedAt: clock.now() } });
    record(tx, { ctx, action: "production.seal_held", subject: held, partnerId: null, detail: { packageId } });
    // Somebody may be in it under two addresses.
    for (const [personId, checkId] of new Map(hold.people.map(({ userId, checkId }) => [userId, checkId]))) {
      await raiseAlert(tx, { kind, personId, subject: held, checkId });
    }
    for (const { userId, checkId } of hold.people) {
      const subject = { kind: "person", id: userId } as const;
      const detail = { check: checkId, productionId };
      record(tx, { ctx, action: `person.${hold.as}`, subject, partnerId: null, detail });
    }
  });

const HELD_AS = {
  under_age_in_production: { reason: "age_not_proven", alert: "in_production" },
  day_moved_back: { reason: "day_moved_back", alert: "day_moved_back" },
} as const;

async function markFailed(
  tx: Tx,
  ctx: Ctx<SystemActor>,
  { packageId, productionId, failure, problem }: SealFailure & { packageId: string; productionId: string },
): Promise<void> {
  await tx.sealedPackage.update({ where: { id: packageId }, data: { failure } });
  const subject = { kind: "production", id: productionId } as const;
  record(tx, { ctx, action: "production.sealing_failed", subject, partnerId: null, detail: { packageId, problem } });
}

/** The locked production of an open package; null for a finished one. */
async function lockOpen(tx: Tx, packageId: string): Promise<LockedProduction | null> {
  const { productionId } = await tx.sealedPackage.findUniqueOrThrow({
    where: { id: packageId },
    select: { productionId: true },
  });
  await lockProducerOf(tx, productionId);
  const production = await lockProduction(tx, productionId);
  const open = await tx.sealedPackage.count({ where: { id: packageId, sealedAt: null, failure: null } });
  return open > 0 ? production : null;
}

/** Why a package can't be sealed. Jobs and logs keep the message, so it names no one. */
export abstract class PackageProblem extends Error {
  constructor(
    message: string,
    /** The same for the producer. It may name a performer by their address. */
    readonly forProducer: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A record that isn't there, or isn't there yet: a release's copy is made some seconds after the signature. */
export class MissingRecord extends PackageProblem {
  override name = "MissingRecord";

  constructor(what: string, email: string) {
    super(`A ${what} is missing.`, `The ${what} of ${email} is missing.`);
  }
}

/** A stored record that was changed, or whose key is missing. */
export class UnreadableRecord extends PackageProblem {
  override name = "UnreadableRecord";

  constructor(what: string, email: string, cause: unknown) {
    super(`A stored ${what} can't be read.`, `The stored ${what} of ${email} can’t be read.`, { cause });
  }
}

/** Another production of the producer waits for a custodian. */
export class SealHeld extends PackageProblem {
  override name = "SealHeld";

  constructor() {
    super("The seal is held.", SEAL_HELD);
  }
}

/** A custodian must release the seal. Only custodians learn why, and about whom. */
export abstract class HoldingProblem extends PackageProblem {
  constructor(
    message: string,
    /** The ledger's word about each of the people. The hold and the alerts have their own. */
    readonly as: "under_age_in_production" | "day_moved_back",
    readonly people: readonly { userId: string; checkId: string }[],
  ) {
    super(message, SEAL_HELD);
  }
}

/** Somebody whose ID doesn't show that they were 18 on the first day of the production. */
export class AgeNotProven extends HoldingProblem {
  override name = "AgeNotProven";

  constructor(people: HoldingProblem["people"]) {
    super("A performer isn't proven to have been 18.", "under_age_in_production", people);
  }
}

/** A first day that is earlier than any on which we compared somebody's age for the producer. */
export class DayMovedBack extends HoldingProblem {
  override name = "DayMovedBack";

  constructor(people: HoldingProblem["people"]) {
    super("The first day is earlier than before.", "day_moved_back", people);
  }
}
