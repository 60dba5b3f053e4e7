const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** "1,204"; one decimal below ten, where it says something. */
export const countText = (count: number): string => (count < 10 ? precise : whole).format(count);

/** A count that was stopped at `most`: "100,000+". */
export const cutCountText = (count: number, most: number): string =>
  count > most ? `${whole.format(most)}+` : whole.format(count);
