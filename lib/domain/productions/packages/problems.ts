import { SEAL_HELD } from "@/lib/domain/productions";

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
