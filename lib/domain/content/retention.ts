const YEARS = 7;

/**
 * The moment from which a record of that date may be erased: seven calendar years later, in UTC. Seven years from a leap
 * day end with the last day of February, not a day early. Contract: General rules, 4. The database has the same function
 * (`seven_years_after`), which no code path can get around.
 */
export function sevenYearsAfter(at: Date): Date {
  const end = new Date(at);
  // From 29 February this lands on 1 March, because no year seven later is a leap year.
  end.setUTCFullYear(at.getUTCFullYear() + YEARS);
  return end;
}

/**
 * Whether a depiction must be kept: its clock has not run out, or a legal hold stops it. For what is shown: what may be erased,
 * the database's `must_be_kept` says, which is the same.
 */
export const mustBeKept = (
  { productionDate, legalHold }: { productionDate: Date; legalHold: boolean },
  now: Date,
): boolean => legalHold || sevenYearsAfter(productionDate) > now;
