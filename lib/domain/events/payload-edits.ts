import { z } from "zod";

// What an endpoint's owner changes in payloads before they are sent: declared, never a program. See decision 088.

/** The most paths and additions, and the longest document in characters. */
export const EDITS_MAX = { entries: 50, text: 8_000 };

const NAME = "a name may have letters, digits and _";
const name = z.string().regex(/^\w{1,64}$/, NAME);
const path = z.string().regex(/^\w{1,64}(\.\w{1,64}){0,7}$/, "write paths in data as names with dots: performer.email");
const paths = z.array(path).max(EDITS_MAX.entries);
const few = (entries: object) => Object.keys(entries).length <= EDITS_MAX.entries;

/** Edits of `data`, in this order. Paths go into lists, and a path that a payload doesn't have does nothing. */
export const PayloadEdits = z.strictObject({
  /** Keeps these and what is in them, and nothing else. */
  only: paths.optional(),
  omit: paths.optional(),
  /** New names, by path. */
  rename: z.record(path, name).refine(few, "too many").optional(),
  /** Adds fields to `data`, or replaces them. */
  add: z
    .record(name, z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
    .refine(few, "too many")
    .optional(),
});

export type PayloadEdits = z.output<typeof PayloadEdits>;

/**
 * The bytes of an event as an endpoint gets it. The same for the same event and edits, on every node and attempt. Id, type, time and
 * marks stay.
 */
export function editBody(body: Uint8Array, edits: PayloadEdits | null): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!edits) return bytes;
  const { data, ...envelope } = JSON.parse(bytes.toString());
  const { id, type, created, ...marks } = envelope;
  return Buffer.from(JSON.stringify({ id, type, created, data: editData(data, edits), ...marks }));
}

function editData(data: unknown, { only, omit = [], rename = {}, add = {} }: PayloadEdits): unknown {
  const omitted = new Set(omit);
  const names = new Map(Object.entries(rename));
  const isKept = (at: string) => !only || only.some((each) => isWithin(at, each) || isWithin(each, at));
  const edited = (value: unknown, at: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => edited(one, at));
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      const path = at ? `${at}.${key}` : key;
      return isKept(path) && !omitted.has(path) ? [[names.get(path) ?? key, edited(inner, path)]] : [];
    });
    return Object.fromEntries(kept);
  };
  const result = edited(data, "");
  return typeof result === "object" && result !== null ? { ...result, ...add } : result;
}

/** Whether a path is another or within it. */
const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`);
