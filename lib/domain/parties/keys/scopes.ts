/** The areas of the API that a key can be restricted to, in the order in which pages list them. */
export const KEY_AREAS = ["creators", "content", "scenes", "sessions", "productions", "events", "webhooks"] as const;
export type KeyArea = (typeof KEY_AREAS)[number];

export type Access = "read" | "write";

/**
 * What a key is restricted to. `scopes`: an area and `:read` or `:write`, which includes `read`; null for all calls. `networks`: CIDR,
 * null for all addresses.
 */
export type Restrictions = { scopes: readonly string[] | null; networks: readonly string[] | null };

/** What a call needs of a restricted key. */
export type NeededScope = { area: KeyArea; access: Access };

export const AREA_LABELS: Record<KeyArea, { name: string; covers: string }> = {
  creators: { name: "Creators", covers: "Solo accounts and the talent check" },
  content: { name: "Content", covers: "Depictions, compliance copies and their proofs" },
  scenes: { name: "Scenes", covers: "Collab scenes, extensions and publications" },
  sessions: { name: "Upload sessions", covers: "Hosted attestations" },
  productions: { name: "Productions", covers: "Certificates, revocations and verification jobs" },
  events: { name: "Events", covers: "The event feed, with the events of all areas" },
  webhooks: { name: "Webhooks", covers: "Endpoints, which get the events of all areas" },
};

export const areaWord = (area: KeyArea): string => AREA_LABELS[area].name.toLowerCase();

/** The access that scopes give to an area. Null for none. */
export function accessTo(area: KeyArea, scopes: readonly string[]): Access | null {
  if (scopes.includes(`${area}:write`)) return "write";
  return scopes.includes(`${area}:read`) ? "read" : null;
}

/** Whether a key with these scopes may make a call. */
export function includesScope(scopes: readonly string[] | null, { area, access }: NeededScope): boolean {
  if (scopes === null) return true;
  const given = accessTo(area, scopes);
  return given === "write" || given === access;
}

/** What a key may do, in a few words: "Full access", "Reads and writes content. Reads events." */
export function scopeWords(scopes: readonly string[] | null): string {
  if (scopes === null) return "Full access";
  const areas = (access: Access) => KEY_AREAS.filter((area) => accessTo(area, scopes) === access).map(areaWord);
  const [written, read] = [areas("write"), areas("read")];
  return [
    ...(written.length > 0 ? [`Reads and writes ${LIST.format(written)}.`] : []),
    ...(read.length > 0 ? [`Reads ${LIST.format(read)}.`] : []),
  ].join(" ");
}

/** From where a key works, in a few words. Null for everywhere. `most`: as many networks are named, more are counted. */
export function networkWords(networks: readonly string[] | null, most = 2): string | null {
  if (!networks) return null;
  return `From ${networks.length > most ? `${networks.length} networks` : networks.join(" and ")} only.`;
}

const LIST = new Intl.ListFormat("en-US", { type: "conjunction" });

const NAME_MAX = 100;
// The end that `datedName` gave a name.
const DATED = /, (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}$/;
const MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** The name for a key's successor: the same, with the month. */
export function datedName(name: string, now: Date): string {
  const month = `, ${MONTH.format(now)}`;
  return `${name
    .replace(DATED, "")
    .slice(0, NAME_MAX - month.length)
    .trimEnd()}${month}`;
}
