/** Who shares hashes with us: StopNCII.org, a privacy group at ThreatExchange, or somebody whose files custodians upload. */
export const SOURCE_KINDS = ["stopncii", "threatexchange", "file"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export const SOURCE_KIND_LABELS: Readonly<Record<SourceKind, string>> = {
  stopncii: "StopNCII",
  threatexchange: "ThreatExchange",
  file: "Uploaded files",
};

/** Seen from here. */
export const DIRECTIONS = ["in", "out", "both"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const DIRECTION_LABELS: Readonly<Record<Direction, string>> = {
  in: "We get hashes",
  out: "We submit hashes",
  both: "Both",
};

/** Where each service answers, unless it said otherwise. */
export const SERVICE_URLS = {
  stopncii: "https://api.stopncii.org/v1",
  threatexchange: "https://graph.facebook.com/v22.0",
} as const;

/** The keys that each service gives out, as it names them. Those that are only needed to submit are optional. */
export const KEY_FIELDS = {
  stopncii: [
    { name: "subscriptionKey", label: "Subscription key", submits: false },
    { name: "fetchKey", label: "Function key of FetchHashes", submits: false },
    { name: "submitKey", label: "Function key of SubmitHashes", submits: true },
    { name: "feedbackKey", label: "Function key of SubmitFeedback", submits: true },
  ],
  threatexchange: [{ name: "accessToken", label: "Access token", submits: false }],
} as const;

export const MATCH_STATUSES = ["open", "same", "different", "ended"] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

export const MATCH_STATUS_LABELS: Readonly<Record<MatchStatus, string>> = {
  open: "Open",
  same: "Same",
  different: "Different",
  ended: "Ended",
};

/** For how many days a hash is matched after a source last listed it, unless a custodian says otherwise. */
export const DAYS_KEPT = 365;

/** Of one uploaded file. Its hashes are kept in one transaction, which has 20 seconds. */
export const FILE_BYTES_MOST = 16 * 1024 * 1024;
export const FILE_LINES_MOST = 50_000;

/** Why an upload brought no file. */
export const UPLOAD_PROBLEMS = {
  empty: "Choose a file that isn’t empty.",
  interrupted: "The upload was interrupted. Try again.",
  too_slow: "The upload was too slow. Try again on a faster connection.",
  too_large: `The file is larger than ${FILE_BYTES_MOST / 1024 / 1024} MB. Split it.`,
  too_often: "You uploaded many files. Wait a few minutes.",
  unusable: "This source takes no files.",
} as const;

export const isUploadProblem = (text: string | undefined): text is keyof typeof UPLOAD_PROBLEMS =>
  text !== undefined && Object.hasOwn(UPLOAD_PROBLEMS, text);
