/** One field of a list's rows: its SQL. Its type is the type of the rows. */
export type Field<Value> = { sql: string; read?: (value: never) => Value; type?: Value };

/** A field of any type. */
export const of = <Value>(sql: string): Field<Value> => ({ sql });
export const text = of<string>;
export const count = of<number>;
export const time = of<Date>;

/** A time as the portal's data routes send it. */
export const iso = (sql: string): Field<string> => ({ sql, read: (at: Date) => at.toISOString() });
/** The same, for one that may be missing. */
export const isoOrNull = (sql: string): Field<string | null> => ({
  sql,
  read: (at: Date | null) => at?.toISOString() ?? null,
});

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The rows that fields give. */
export type RowOf<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never };
