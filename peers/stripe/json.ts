/** JSON as Stripe would send it: without the fields that are ours. */
export const toJson = (value: object): string =>
  JSON.stringify(value, (name, part: unknown) => (name.startsWith("_") ? undefined : part));
