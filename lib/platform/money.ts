const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An amount of US cents in a mail, such as $19.99. */
export const moneyText = (cents: number): string => dollars.format(cents / 100);
