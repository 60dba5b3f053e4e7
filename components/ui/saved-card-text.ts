const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** A saved card as people know it, such as "Visa •••• 4242". */
export const savedCardText = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${BRANDS[brand] ?? "Card"} •••• ${last4}`;
