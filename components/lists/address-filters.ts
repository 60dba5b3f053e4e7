type Address = Readonly<Record<string, unknown>>;

/** How many filters of a list are set. Its page and its tab are none. */
export const countFilters = ({ cursor: _, view: __, ...filters }: Address): number =>
  Object.values(filters).filter(Boolean).length;

/** A list's filters and cursor as its data route's query. */
export const queryOf = (address: Readonly<Record<string, string | undefined>>): URLSearchParams =>
  new URLSearchParams(Object.entries(address).flatMap(([name, value]) => (value ? [[name, value]] : [])));
