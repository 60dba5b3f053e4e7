/** The photos of an ID, as in the room of identity. */
type PhotoKind = "document_front" | "document_back" | "person";

export const PROFILES = ["inspector", "acquirer", "court", "regulator"] as const;
export type Profile = (typeof PROFILES)[number];

/** By which day a sample's records are chosen. */
export const SAMPLE_BASES = ["logged", "produced"] as const;
export type SampleBasis = (typeof SAMPLE_BASES)[number];

/** The most records of a sample. */
export const SAMPLE_MOST = 200;

export type ExaminationStatus = "entered" | "confirmed" | "ended";

/** What an examination opens: single records, or all records of a partner, production or person. */
export const SCOPE_KINDS = ["production", "person", "partner", "scene", "depiction"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/** The cross-references of 28 CFR 75.2(a)(2) and (3), each with its own order. */
export const INDEXES = ["names", "aliases", "titles"] as const;
export type IndexName = (typeof INDEXES)[number];

export const RECORD_KINDS = ["depiction", "scene", "production"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** What an examiner of a profile sees of the records in scope. Everything that shows something asks this table. */
export type Sees = {
  indexes: readonly IndexName[];
  /** The ID's data: all of it, or only the year of birth and until when the document is valid. Null: no one's name or ID. */
  id: "full" | "redacted" | null;
  otherNames: boolean;
  photos: readonly PhotoKind[];
  /** Web addresses and hashes of depictions. */
  urls: boolean;
  /** The stored copies of depictions. */
  copies: boolean;
  /** Who signed a release, when, and the hash of its text. */
  releases: boolean;
  /** The signed copies of releases, which have addresses. */
  signedCopies: boolean;
  history: boolean;
  exports: boolean;
  /** Figures of removal requests. */
  removals: boolean;
  /** How the service works: how IDs are verified, how records are kept, who may do what. */
  processes: boolean;
};

const EVERYTHING: Sees = {
  indexes: INDEXES,
  id: "full",
  otherNames: true,
  photos: ["document_front", "document_back", "person"],
  urls: true,
  copies: true,
  releases: true,
  signedCopies: true,
  history: true,
  exports: true,
  removals: false,
  processes: false,
};

export const SEES: Readonly<Record<Profile, Sees>> = {
  inspector: EVERYTHING,
  court: EVERYTHING,
  acquirer: {
    indexes: ["titles"],
    id: "redacted",
    otherNames: false,
    photos: ["person"],
    urls: true,
    copies: false,
    releases: true,
    signedCopies: false,
    history: false,
    exports: false,
    removals: true,
    processes: false,
  },
  regulator: {
    indexes: [],
    id: null,
    otherNames: false,
    photos: [],
    urls: false,
    copies: false,
    releases: false,
    signedCopies: false,
    history: false,
    exports: false,
    removals: true,
    processes: true,
  },
};

export const PROFILE_LABELS: Readonly<Record<Profile, { label: string; sees: string }>> = {
  inspector: { label: "Inspector", sees: "All three indexes, IDs, copies of depictions, releases and history." },
  acquirer: {
    label: "Acquirer",
    sees: "Titles, and who signed releases when. Of an ID only name, portrait, birth year and validity. Removal figures.",
  },
  court: { label: "Court", sees: "The same as an inspector, for the records the order names." },
  regulator: { label: "Regulator", sees: "Figures and processes. No one’s name or ID." },
};

export const STATUS_LABELS: Readonly<Record<ExaminationStatus, string>> = {
  entered: "To confirm",
  confirmed: "Confirmed",
  ended: "Ended",
};

const SCOPE_LABELS: Readonly<Record<ScopeKind, { label: string; opens: string }>> = {
  production: { label: "Production", opens: "Its scenes, depictions and everyone in them" },
  person: { label: "Performer", opens: "Every record they are in, without the others in it" },
  partner: { label: "Partner", opens: "All its records" },
  scene: { label: "Scene", opens: "The scene, what was published from it, and everyone in it" },
  depiction: { label: "Depiction", opens: "The depiction, and everyone in it" },
};

const isScopeKind = (kind: string): kind is ScopeKind => SCOPE_KINDS.some((one) => one === kind);

/** What something in a scope is. */
export const scopeLabel = (kind: string): string => (isScopeKind(kind) ? SCOPE_LABELS[kind].label : kind);

/** What picking it opens. */
export const scopeOpens = (kind: string): string => (isScopeKind(kind) ? SCOPE_LABELS[kind].opens : "");

export const INDEX_LABELS: Readonly<Record<IndexName, string>> = {
  names: "Legal names",
  aliases: "Other names",
  titles: "Titles",
};

/** What the file of a court's order may be. */
export const ORDER_TYPES = [
  { type: "application/pdf", ending: "pdf", label: "PDF" },
  { type: "image/jpeg", ending: "jpg", label: "JPEG picture" },
  { type: "image/png", ending: "png", label: "PNG picture" },
] as const;
export type OrderType = (typeof ORDER_TYPES)[number]["type"];

/** The largest file of an order, in bytes. */
export const ORDER_BYTES_MOST = 10 * 2 ** 20;
