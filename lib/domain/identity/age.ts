/** The age from which the service takes anybody's record. */
export const AGE_OF_MAJORITY = 18;

/**
 * Whole years between a birth date and a moment, counted on the calendar (UTC). Who was born on 29 February turns a year
 * older on 1 March of a year that has no such day.
 */
export function ageOn(birthDate: Date, at: Date): number {
  const years = at.getUTCFullYear() - birthDate.getUTCFullYear();
  const months = at.getUTCMonth() - birthDate.getUTCMonth();
  const birthdayToCome = months < 0 || (months === 0 && at.getUTCDate() < birthDate.getUTCDate());
  return birthdayToCome ? years - 1 : years;
}

/** Whether somebody may not be taken: younger than 18 at that moment. */
export const isUnderAge = (birthDate: Date, at: Date): boolean => ageOn(birthDate, at) < AGE_OF_MAJORITY;

/** A moment's day, as dates without a time are kept: midnight UTC. */
export const dayOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
