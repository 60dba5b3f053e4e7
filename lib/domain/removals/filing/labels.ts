import type { LegalBasis } from "../labels";

/** What a removal request is about, in the claimant's words. */
export const KINDS = ["intimate", "altered", "image", "work", "other"] as const;
export type Kind = (typeof KINDS)[number];

/** What a claim is about: an answer, or a release whose performer was asked nothing but their name. */
export const CLAIM_KINDS = [...KINDS, "withdrawal"] as const;

/** Whom it shows, or whose work it is. */
export const SUBJECTS = ["me", "someone"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** How old the person shown was. */
export const AGES = ["adult", "minor", "unsure"] as const;
export type Age = (typeof AGES)[number];

/** How far it has spread. */
export const SPREADS = ["published", "private", "threat"] as const;
export type Spread = (typeof SPREADS)[number];

/** Whether the person shown ever agreed. */
export const CONSENTS = ["never", "forced", "not_published", "withdrawn"] as const;
export type Consent = (typeof CONSENTS)[number];

/** The answers that decide the legal basis. The last three are asked only where they matter. */
export type BasisAnswers = { kind: (typeof CLAIM_KINDS)[number]; age?: Age; spread?: Spread; consent?: Consent };

type Choice = { label: string; description?: string };

export const KIND_CHOICES: Readonly<Record<Kind, Choice>> = {
  intimate: { label: "A nude or sexual image or video", description: "It shows a real person." },
  altered: {
    label: "A nude or sexual fake",
    description: "It was made or changed, with AI or otherwise, to look like a real person.",
  },
  image: { label: "Another image or video of a person", description: "It isn’t nude or sexual." },
  work: { label: "My own work", description: "I hold the copyright, and didn’t allow its use." },
  other: { label: "Something else" },
};

export const SUBJECT_CHOICES: Readonly<Record<Subject, Choice>> = {
  me: { label: "Me" },
  someone: { label: "Someone I act for", description: "For example as their parent, guardian or lawyer." },
};

export const AGE_CHOICES: Readonly<Record<Age, Choice>> = {
  adult: { label: "18 or older" },
  minor: { label: "Younger than 18" },
  unsure: { label: "I don’t know" },
};

export const SPREAD_CHOICES: Readonly<Record<Spread, Choice>> = {
  published: { label: "It is on a website or app", description: "Others can see it there." },
  private: { label: "It was sent to people", description: "I don’t know of a website that shows it." },
  threat: { label: "Someone threatens to publish it", description: "It isn’t public yet, as far as I know." },
};

export const CONSENT_CHOICES: Readonly<Record<Consent, Choice>> = {
  never: { label: "No, never" },
  not_published: { label: "To making it, not to publishing it" },
  forced: { label: "Only under pressure", description: "By force, threats, tricks or lies." },
  withdrawn: { label: "Yes, but no longer", description: "I agreed to its publication, and take that back." },
};

/** How many URLs a request can name at its filing, and how many later. */
export const URLS_MAX = 20;
export const NAME_MAX = 200;
export const DESCRIPTION_MAX = 4000;
/** The longest answer to a custodian, and the longest appeal. */
export const MESSAGE_MAX = 4000;

/** What a claimant's browser hashed a file on their device as. `file`: it couldn't show it. */
export type DeviceKind = "picture" | "video" | "file";

/** What a file that a claimant named is, by the first hash that their device computed of its pictures, if any. */
export const fileKindOf = (hash: { second: number | null } | undefined): DeviceKind =>
  !hash ? "file" : hash.second === null ? "picture" : "video";

const FILE_NAMES: Readonly<Record<DeviceKind, string>> = { picture: "Picture", video: "Video", file: "File" };

/** What pages call a file that a claimant chose, without its name, which was never sent. */
export const anyFile = (kind: DeviceKind): string => `A ${FILE_NAMES[kind].toLowerCase()}`;

/** What pages call the file that a claimant named as their `nth`. Its own name was never sent. */
export const fileName = (kind: DeviceKind, nth: number, sha256: string): string =>
  `${FILE_NAMES[kind]} ${nth} (${sha256.slice(0, 8)}…)`;

/** Files that a request can name at once by what a browser computed of them. */
export const FILES_MAX = 20;
/** Frames of a video that are hashed. */
export const FRAMES_MAX = 60;
/** Hashes of a picture: of the whole, and of what a plain border leaves. */
export const PICTURE_HASHES_MAX = 2;

/** Hashes of a picture turned and mirrored, beside that of the picture as it is. */
export const TURNS = 7;

/**
 * How many files were hashed on a claimant's device, and how many pictures of them, not counting turned and mirrored ones. `pasted`: the
 * SHA-256 hashes that were entered as text, if any.
 */
export type DeviceCounts = { files: number; pictures: number; pasted?: number | undefined };

type Hashed = { files?: readonly { sha256: string; hashes: readonly unknown[] }[]; sha256s?: readonly string[] };

export function countsOf({ files = [], sha256s = [] }: Hashed): DeviceCounts {
  const computed = new Set(files.map(({ sha256 }) => sha256));
  const pasted = new Set(sha256s.filter((sha256) => !computed.has(sha256))).size;
  return {
    files: files.length,
    pictures: files.reduce((sum, { hashes }) => sum + hashes.length, 0),
    ...(pasted > 0 && { pasted }),
  };
}

/** The hashes that leave a claimant's device, in words that they also sign. */
export function hashesInWords({ files, pictures }: DeviceCounts): string {
  const sha256 = `the SHA-256 of ${files === 1 ? "1 file" : `${files} files`}`;
  if (pictures === 0) return sha256;
  const hashes = pictures * (1 + TURNS);
  return `${sha256}, and ${hashes} PDQ hashes of pictures and video frames: as they are, without a border, turned and mirrored`;
}

/** What leaves the device with the hashes, in words that claimants also sign. */
export const besidesInWords = ({ pictures }: DeviceCounts): string =>
  [
    "whether each file is a picture, a video, or one that the browser cannot show",
    ...(pictures === 0 ? [] : ["how much detail each picture or frame shows", "the second of each frame"]),
    "and whether only a part of a video could be read",
  ].join(", ");

/** What a PDQ hash gives away, in words that claimants also sign. */
export const PDQ_MEANS =
  "A PDQ hash is a rough pattern of light and dark. Blurred shapes might be guessed from it, but not the picture itself.";

/** What hashes of files give away, in a plain sentence beside the exact words. */
export const plainly = ({ pictures }: DeviceCounts): string =>
  pictures === 0
    ? "They find only exact copies."
    : "Blurred shapes might be guessed from them, but not the picture itself.";

/** The hashes that claimants entered as text, in words that they also sign. */
export const pastedInWords = (pasted: number): string => (pasted === 1 ? "1 SHA-256 hash" : `${pasted} SHA-256 hashes`);

/** What a legal basis means for the claimant, and how long a decision may take. */
export const BASIS_WORDS: Readonly<Record<LegalBasis, { why: string; within: string }>> = {
  NCII_TAKE_IT_DOWN: {
    why: "United States law protects people from intimate images that are published without consent, real or fake.",
    within: "48 hours",
  },
  NCII_STATE: {
    why: "State laws protect people when intimate images are shared, or when someone threatens to publish them.",
    within: "72 hours",
  },
  AN_5196_APPEAL: {
    why: "Card networks let everyone who is depicted withdraw their consent.",
    within: "7 business days",
  },
  DMCA: { why: "The law protects your work from use without permission.", within: "7 business days" },
  OTHER: { why: "A custodian weighs the reasons you give.", within: "7 business days" },
};

/** How many requests of one mailbox can be open at once. */
export const OPEN_MOST = 10;

/** What a page says where nothing was named yet. A chosen file answers it. */
export const NOTHING_NAMED = "Give an address, choose a picture or video, or describe it.";
export const NO_FILE = "Choose a picture or video.";

/** What the page says to somebody who proved a mailbox that has as many. */
export const TOO_MANY_OPEN = `You have ${OPEN_MOST} open requests. Wait until one is decided, or withdraw one on its page. Then send this one.`;

/** What platforms get that is made from a claimant's address. Contract: What a partner cannot learn about claimants. */
export const ADDRESS_CODE =
  "If a studio listed your email address for a production, its platforms also get a code made from that address, so that they find the right performer. A platform that doesn’t have your address can’t read it from the code.";
