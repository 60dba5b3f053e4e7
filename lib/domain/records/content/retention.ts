const YEARS = 7;

/**
 * When a record of this date may be erased: seven calendar years later, in UTC. From a leap day, seven years end after
 * the last day of February, not a day early. Contract: General rules, 4. The database has the same function
 * (`seven_years_after`), as the final guard.
 */
export function sevenYearsAfter(at: Date): Date {
  const end = new Date(at);
  // From 29 February this lands on 1 March, because no year seven later is a leap year.
  end.setUTCFullYear(at.getUTCFullYear() + YEARS);
  return end;
}

/**
 * Whether a depiction must be kept: its seven years haven't ended, or a legal hold applies. For display only. Erasure
 * asks the database's `must_be_kept`.
 */
export const mustBeKept = (
  { productionDate, legalHold }: { productionDate: Date; legalHold: boolean },
  now: Date,
): boolean => legalHold || sevenYearsAfter(productionDate) > now;
