import { FileLock2, KeyRound, ScrollText, Users } from "lucide-react";

/** What happens between an email address and a published upload. */
export const STEPS = [
  {
    title: "Provision a creator",
    text: "One call with your user id and their email address. It is safe to repeat.",
  },
  {
    title: "They show an ID",
    text: "On their phone, on our page. We say who asks, why, and who will see it. They can stop and resume.",
  },
  {
    title: "We review it",
    text: "We compare the document with the person, and give a reason for each decision.",
  },
  {
    title: "You publish",
    text: "Your API shows the status “active”. Only that unlocks uploads. You never store an ID.",
  },
] as const;

/** Duties of the law with where they are, and how the service meets each. Paragraphs as amended on December 18, 2008. */
export const ASKS = [
  {
    asks: "Examine each performer’s picture ID, and record their legal name and date of birth",
    where: "18 U.S.C. § 2257(b)(1); 28 CFR 75.2(a)(1)",
    met: "We check the document against the person before an account or a consent counts, and keep a copy of it with the decision and its reason.",
  },
  {
    asks: "Record every other name the performer has used",
    where: "18 U.S.C. § 2257(b)(2); 28 CFR 75.2(a)(2)",
    met: "Creators and performers enter their stage names and former names. We keep each with the day it was added.",
  },
  {
    asks: "Keep a copy of each depiction, with its URL",
    where: "28 CFR 75.2(a)(1)",
    met: "You log each depiction with its URL and upload a copy. We compute its SHA-256 and keep it for seven years.",
  },
  {
    asks: "Index records by legal name, and cross-reference other names and titles",
    where: "28 CFR 75.2(a)(3)",
    met: "Custodians find a record by legal name, other name, title or URL. The ledger keeps each search.",
  },
  {
    asks: "Record the date of original production",
    where: "28 CFR 75.2(a)(4)",
    met: "Each depiction and scene has its date. If an ID doesn’t prove that a performer was 18 on that day, custodians get an alert.",
  },
  {
    asks: "Keep records for seven years, and open them to inspectors",
    where: "18 U.S.C. § 2257(c); 28 CFR 75.4, 75.5",
    met: "The database refuses to erase a record early. Inspectors read the records they ask for in our office or online, and we tell you.",
  },
  {
    asks: "State where the records are kept",
    where: "18 U.S.C. § 2257(e); 28 CFR 75.6",
    met: "Each creator gets a public statement with the custodian’s name and address. You link to it beside their content.",
  },
  {
    asks: "Take down intimate images published without consent within 48 hours of a valid request",
    where: "47 U.S.C. § 223a",
    met: "People ask on a public page, without an account. A custodian decides, and you get a webhook with the deadline for each record.",
  },
] as const;

/** How records are protected, each with the page that says more or lets the reader check it. */
export const SECURITY = [
  {
    icon: FileLock2,
    title: "A key for each person",
    text: "ID photos, birth dates and document data are encrypted under a key of their own. Links to photos expire within minutes.",
    href: "/.well-known/security.txt",
    link: "Where to report a weakness",
  },
  {
    icon: Users,
    title: "Roles that see little",
    text: "No endpoint returns a legal name, a birth date or an ID. Custodians state a purpose, and never decide on their own records.",
    href: "/docs/guide",
    link: "What the API returns",
  },
  {
    icon: ScrollText,
    title: "An append-only ledger",
    text: "Every change and every view of an ID is an entry. A public log commits us to all of them, so that a rewrite shows.",
    href: "/verify/ledger",
    link: "Verify our ledger",
  },
  {
    icon: KeyRound,
    title: "Proofs that work without us",
    text: "Certificates are signed. Your server verifies them offline with our published keys. Anyone can verify one on this site.",
    href: "/verify",
    link: "Verify a certificate",
  },
] as const;
