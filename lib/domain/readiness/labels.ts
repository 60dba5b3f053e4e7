// The rules in words. Their conditions are in `conditions.ts`: one for each.

export const SUBJECTS = ["account", "depiction", "scene", "production"] as const;
export type Subject = (typeof SUBJECTS)[number];

export const SUBJECT_LABELS: Record<Subject, string> = {
  account: "Creator",
  depiction: "Content",
  scene: "Scene",
  production: "Production",
};

/** Who can close a gap. */
export const CLOSERS = ["partner", "creator", "performer", "producer", "custodian"] as const;
export type Closer = (typeof CLOSERS)[number];

export const CLOSER_LABELS: Record<Closer, string> = {
  partner: "Partner",
  creator: "Creator",
  performer: "Performer",
  producer: "Producer",
  custodian: "Custodian",
};

/** Who sees the gaps of a rule besides custodians. */
type Audience = "partner" | "producer";

type Rule = {
  /** Of 28 CFR Part 75. */
  paragraph: string;
  /** What must be there. */
  title: string;
  about: Subject;
  closes: Closer;
  /** What closes it. */
  action: string;
  /** Nothing about IDs: a date or a document would tell what else is known of a person. */
  seenBy: readonly Audience[];
};

const PARTNER = ["partner"] as const;
const PRODUCER = ["partner", "producer"] as const;
const NOBODY = [] as const;

const rules = <const Rules extends Record<string, Rule>>(declared: Rules) => declared;

/**
 * Each paragraph of 28 CFR 75.2 to 75.8 that a record can break, by the kind of record. Paragraphs as amended on December 18, 2008
 * (73 FR 77468). That an ID must be valid on the day stands in the definition of one.
 */
export const RULES = rules({
  account_id: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Verified ID", about: "account", closes: "creator", seenBy: NOBODY },
    action: "Verify the ID again",
  },
  account_birth_date: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Legal name and birth date", about: "account", closes: "creator" },
    ...{ action: "Verify the ID again", seenBy: NOBODY },
  },
  account_id_copy: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Copy of the ID", about: "account", closes: "creator", seenBy: NOBODY },
    action: "Verify the ID again",
  },
  account_id_number: {
    ...{ paragraph: "§ 75.2(b)", title: "Number of the ID", about: "account", closes: "creator", seenBy: NOBODY },
    action: "Verify the ID again",
  },
  account_names: {
    ...{ paragraph: "§ 75.2(a)(2)", title: "Other names in the index", about: "account", closes: "creator" },
    ...{ action: "Add the missing names", seenBy: NOBODY },
  },
  statement: {
    ...{ paragraph: "§ 75.6(a)", title: "Published statement", about: "account", closes: "creator", seenBy: PARTNER },
    action: "Publish the statement",
  },
  statement_title: {
    ...{ paragraph: "§ 75.6(b)(1)", title: "Works in the statement", about: "account", closes: "creator" },
    ...{ action: "Publish a statement for all works", seenBy: PARTNER },
  },
  statement_date: {
    ...{ paragraph: "§ 75.6(d)", title: "Date in the statement", about: "account", closes: "creator" },
    ...{ action: "Publish the latest date of production", seenBy: PARTNER },
  },
  statement_address: {
    ...{ paragraph: "§ 75.6(b)(3)", title: "Street address in the statement", about: "account", closes: "creator" },
    ...{ action: "Publish a street address", seenBy: PARTNER },
  },
  statement_custodian: {
    ...{ paragraph: "§ 75.6(f)", title: "Custodian in the statement", about: "account", closes: "creator" },
    ...{ action: "Publish the current custodian", seenBy: PARTNER },
  },
  produced_before_id: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "ID before production", about: "depiction", closes: "partner" },
    ...{ action: "Take the content down", seenBy: PARTNER },
  },
  id_expired: {
    ...{ paragraph: "§ 75.1(b)", title: "ID valid on the day", about: "depiction", closes: "custodian" },
    ...{ action: "Review the ID", seenBy: NOBODY },
  },
  of_age: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "18 on the day", about: "depiction", closes: "custodian", seenBy: NOBODY },
    action: "Review the ID",
  },
  depiction_copy: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Copy of the content", about: "depiction", closes: "partner" },
    ...{ action: "Upload the copy", seenBy: PARTNER },
  },
  copy_in_storage: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Copy in storage", about: "depiction", closes: "custodian" },
    ...{ action: "Restore the copy from a backup", seenBy: NOBODY },
  },
  depiction_url: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "URL or content id", about: "depiction", closes: "partner" },
    ...{ action: "Log the content with its URL", seenBy: PARTNER },
  },
  depiction_indexed: {
    ...{ paragraph: "§ 75.2(a)(3)", title: "Entry in the index", about: "depiction", closes: "custodian" },
    ...{ action: "Restore the index entry", seenBy: NOBODY },
  },
  depiction_date: {
    ...{ paragraph: "§ 75.2(a)(4)", title: "Date of production", about: "depiction", closes: "partner" },
    ...{ action: "Log the content with its date", seenBy: PARTNER },
  },
  depiction_hold: {
    ...{ paragraph: "§ 75.4", title: "Legal hold in force", about: "depiction", closes: "custodian", seenBy: NOBODY },
    action: "Place the hold again",
  },
  releases: {
    ...{ paragraph: "§ 75.2(a)", title: "Complete releases", about: "scene", closes: "performer", seenBy: PARTNER },
    action: "Sign the release",
  },
  performer_id: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Verified IDs", about: "scene", closes: "performer", seenBy: NOBODY },
    action: "Verify the ID again",
  },
  performer_birth_date: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Legal names and birth dates", about: "scene", closes: "performer" },
    ...{ action: "Verify the ID again", seenBy: NOBODY },
  },
  performer_id_copy: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Copies of the IDs", about: "scene", closes: "performer", seenBy: NOBODY },
    action: "Verify the ID again",
  },
  performer_id_number: {
    ...{ paragraph: "§ 75.2(b)", title: "Numbers of the IDs", about: "scene", closes: "performer", seenBy: NOBODY },
    action: "Verify the ID again",
  },
  shot_before_id: {
    ...{
      paragraph: "§ 75.2(a)(1)",
      title: "IDs before the shoot",
      about: "scene",
      closes: "custodian",
      seenBy: NOBODY,
    },
    action: "Review the scene",
  },
  performer_id_expired: {
    ...{ paragraph: "§ 75.1(b)", title: "IDs valid on the day", about: "scene", closes: "custodian" },
    ...{ action: "Review the IDs", seenBy: NOBODY },
  },
  performer_of_age: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Everyone 18 on the day", about: "scene", closes: "custodian" },
    ...{ action: "Review the IDs", seenBy: NOBODY },
  },
  scene_copy: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Copy of the published scene", about: "scene", closes: "partner" },
    ...{ action: "Log the content with a copy", seenBy: PARTNER },
  },
  performer_names: {
    ...{ paragraph: "§ 75.2(a)(2)", title: "Performers’ other names", about: "scene", closes: "performer" },
    ...{ action: "Add the missing names", seenBy: NOBODY },
  },
  scene_indexed: {
    ...{ paragraph: "§ 75.2(a)(3)", title: "Entries in the index", about: "scene", closes: "custodian" },
    ...{ action: "Restore the index entries", seenBy: NOBODY },
  },
  scene_date: {
    ...{ paragraph: "§ 75.2(a)(4)", title: "Date of the shoot", about: "scene", closes: "partner", seenBy: PARTNER },
    action: "Log the content with its date",
  },
  release_copy: {
    ...{ paragraph: "§ 75.2(f)", title: "Signed copies of releases", about: "scene", closes: "custodian" },
    ...{ action: "Make the signed copies", seenBy: NOBODY },
  },
  scene_hold: {
    ...{ paragraph: "§ 75.4", title: "Legal hold in force", about: "scene", closes: "custodian", seenBy: NOBODY },
    action: "Place the hold again",
  },
  performers_named: {
    ...{ paragraph: "§ 75.2(a)", title: "Performers", about: "production", closes: "producer", seenBy: PRODUCER },
    action: "Add the scenes",
  },
  production_age: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Everyone 18 on the first day", about: "production", closes: "custodian" },
    ...{ action: "Review the seal", seenBy: NOBODY },
  },
  depictions_listed: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Depictions", about: "production", closes: "producer", seenBy: PRODUCER },
    action: "Add the depictions",
  },
  production_file: {
    ...{ paragraph: "§ 75.2(a)(1)", title: "Hash of each depiction", about: "production", closes: "producer" },
    ...{ action: "Add the depictions with their hashes", seenBy: PRODUCER },
  },
  production_date: {
    ...{ paragraph: "§ 75.2(a)(4)", title: "Dates of production", about: "production", closes: "producer" },
    ...{ action: "Correct the dates", seenBy: PRODUCER },
  },
  certificate: {
    ...{ paragraph: "§ 75.2(b)", title: "Current certificate", about: "production", closes: "producer" },
    ...{ action: "Renew the certificate", seenBy: PRODUCER },
  },
  sealed: {
    ...{ paragraph: "§ 75.2(f)", title: "Sealed records", about: "production", closes: "producer", seenBy: PRODUCER },
    action: "Seal the records",
  },
});

export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as RuleName[];

/** A rule by its name, with the types that all rules have. */
export const ruleOf = (name: RuleName): Rule => RULES[name];

/** The rules whose gaps an audience sees. */
export const rulesSeenBy = (audience: Audience | "custodian"): RuleName[] =>
  RULE_NAMES.filter((name) => audience === "custodian" || ruleOf(name).seenBy.includes(audience));

/** The paragraphs that no record can break, and why. */
export const KEPT_OTHERWISE: readonly { paragraph: string; why: string }[] = [
  {
    paragraph: "§ 75.2(a)(1)",
    why: "Stripe holds the copies of IDs that it verified. Whoever verified an imported ID holds its copy.",
  },
  { paragraph: "§ 75.2(b)", why: "Platforms keep the names and addresses of those who gave them content." },
  { paragraph: "§ 75.2(c)", why: "Records need to be current only on the day of production. Later names are added." },
  { paragraph: "§ 75.2(d)", why: "It requires of later records what § 75.2(a)(3) requires of all." },
  { paragraph: "§ 75.2(e)", why: "This service keeps these records and no others." },
  { paragraph: "§ 75.2(g)–(h)", why: "Exempt depictions, and the contract between producer and custodian." },
  { paragraph: "§ 75.3", why: "Every record is found by each name and title in the index." },
  {
    paragraph: "§ 75.4",
    why: "The database refuses to erase a record within seven years. Place and hours are settings.",
  },
  { paragraph: "§ 75.5", why: "It governs how inspections are done. Each one is recorded." },
  { paragraph: "§ 75.6(b)(2)", why: "It is reserved. The regulation no longer requires a date in the statement." },
  { paragraph: "§ 75.6(c)", why: "The statement names this service as custodian instead, as § 75.6(f) permits." },
  { paragraph: "§ 75.6(e)", why: "Every statement has the same typeface." },
  { paragraph: "§ 75.7", why: "Exemption statements are for depictions that need no records." },
  { paragraph: "§ 75.8", why: "Each platform shows the statement’s link on its own pages." },
];
