import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { type Answer, answersOf, type Consents, fallsShort, listed } from "../consents";
import type { RefusalReason } from "../labels";
import { quotable } from "../quotable";
import { type ReleaseSection, type SceneOrigin, sectionsOf, termsOf } from "./release-clauses";

export type { ReleaseSection, SceneOrigin } from "./release-clauses";

/**
 * The versions of the release's words: a change of any word here or in the clauses is a new one. Stored releases keep theirs. Those up
 * to 2026-11-27 gave all four uses at once.
 */
export const RELEASE_VERSION = "release-2026-11-28";
/** For a scene whose uploader attested on our page, where they may have entered the date. */
export const HOSTED_RELEASE_VERSION = "release-hosted-2026-11-28";
/** For the scene of a verification job, which has no uploader. */
export const JOB_RELEASE_VERSION = "release-job-2026-11-28";

/** The versions that let a performer withdraw distribution by themselves. A performer who signed another one asks for a removal. */
const WITHDRAWABLE: readonly (string | null)[] = [RELEASE_VERSION, HOSTED_RELEASE_VERSION, JOB_RELEASE_VERSION];

/** Whether a release's own words let its performer withdraw distribution. */
export const allowsWithdrawal = (version: string | null): boolean => WITHDRAWABLE.includes(version);

type DisclosurePart = { title: string; text: string };

const VERSIONS = { api: RELEASE_VERSION, hosted: HOSTED_RELEASE_VERSION, job: JOB_RELEASE_VERSION } as const;

/** The scene and the performer that a release names. */
type ReleaseScene = {
  /** Not the scene's id, because any platform that gets it could extend the scene. */
  performerId: string;
  platformName: string;
  title: string;
  /** Null when the platform didn't state it. */
  shootDate: Date | null;
  performerEmail: string;
  origin: SceneOrigin;
  /** What the scene declared that it needs. */
  needs: Consents | null;
};

export type Release = {
  version: string;
  /** The whole text, byte for byte as it is attested: introduction, sections with their answers, disclosure and signature statement. */
  text: string;
  heading: string;
  /** What the release is about, before the sections. */
  introduction: string;
  /** Depiction, distribution, download, resale, and the acts that the scene declared: each has what it asks. */
  sections: ReleaseSection[];
  /** Every consent that is asked, as answered. */
  answers: Answer[];
  /** It lacks something that the scene needs. */
  fallsShort: boolean;
  /** What protects the performer, and what they state: limits, age, free will, withdrawal, removal, records, law. */
  terms: ReleaseSection[];
  /**
   * Says what signing electronically means (15 U.S.C. § 7001(c)). Show it before the signature. The titles are the page's own; the
   * texts, with a space between, are a paragraph of `text`.
   */
  disclosure: DisclosurePart[];
  /** What typing the name and pressing the button states. Show it beside the button. */
  signature: string;
};

/**
 * The release that a performer of a scene is asked to sign, as they answered it, with today's custodian. Show every part of it, and
 * attest `text` as it was shown: keep this value between the page and the click, or compare `text` with it at the click.
 */
export function releaseOf(scene: ReleaseScene, given: Consents | null = null): Release {
  const version = VERSIONS[scene.origin.kind];
  const heading = "Performer release and consent";
  const answers = answersOf(scene.needs, given);
  const introduction = introductionOf(scene, answers);
  const sections = sectionsOf(scene.origin, answers);
  const terms = termsOf();
  const disclosure = disclosureOf();
  const parts = [...sections, ...terms].map(
    ({ heading: name, plain, legal, asks }, index) =>
      `${index + 1}. ${name}\n\nIn plain words: ${plain}\n\n${[legal, ...asks.map(answerText)].join("\n\n")}`,
  );
  const text = [
    heading,
    `Version ${version}`,
    introduction,
    ...parts,
    `Electronic records and signatures\n\n${disclosure.map((part) => part.text).join(" ")}`,
    `Signature\n\n${SIGNATURE}`,
  ].join("\n\n");
  const about = { version, text, heading, introduction, sections, terms, disclosure, signature: SIGNATURE };
  return { ...about, answers, fallsShort: fallsShort(answers) };
}

/** An answer as the signed text has it. */
const answerText = ({ kind, label, isGiven }: Answer): string =>
  kind === "act"
    ? `“${label}”: ${isGiven ? "I give this consent." : "I do not give this consent."}`
    : `${label}: ${isGiven ? "I give this consent." : "I do not give this consent, and this clause grants nothing."}`;

function introductionOf(scene: ReleaseScene, answers: readonly Answer[]): string {
  const { performerId, platformName, title, shootDate, performerEmail, origin } = scene;
  const produced = shootDate ? ` produced on ${shootDate.toISOString().slice(0, 10)} (UTC)` : "";
  return (
    `This release is about one scene only: “${quotable(title)}”${produced}, performer record ${performerId} (the “Scene”). ` +
    `${quotable(platformName)} (the “Platform”) asks for it on behalf of ${producerOf(origin)} (the “Producer”). ` +
    `It is between the Producer and the person who signs it through the mailbox ${performerEmail} (“I”, “me”). ` +
    `${SERVICE_NAME} (the “Service”) keeps the record of it and is not a producer of the Scene. ` +
    (origin.kind === "hosted"
      ? "The Platform gave the title. The Platform or the Producer gave the date. "
      : "The Platform gave the title and the date. ") +
    "A sentence marked “In plain words” is a summary. If a summary and the " +
    "text after it differ, the interpretation that grants fewer rights controls. Each consent is asked separately, and I give only " +
    "those after which this release says so. The Service clears the Scene for publication only if each of its performers gives what " +
    `the Scene needs: ${listed(answers.filter(({ isNeeded }) => isNeeded))}.`
  );
}

function producerOf(origin: SceneOrigin): string {
  if (origin.kind !== "job") return "the creator who submitted the Scene there";
  return origin.producerName === null ? "the producer of the Scene" : `“${quotable(origin.producerName)}”`;
}

function disclosureOf(): DisclosurePart[] {
  const { custodianName, custodianAddress } = env();
  return [
    {
      title: "What it means",
      text:
        "By signing here you agree to receive this release as an electronic record and to sign it electronically. An electronic " +
        "signature has the same legal effect as one on paper (15 U.S.C. § 7001).",
    },
    {
      title: "If you prefer paper",
      text:
        "You don't have to: you may leave this page unsigned and ask for a paper copy instead. Your agreement covers this " +
        "release only.",
    },
    {
      title: "What you need",
      text: "You need a browser and a program that opens PDF files, and the mailbox that received the invitation.",
    },
    {
      title: "Your copy",
      text:
        "After you sign, we email you a link to your own signed copy. It stays available at no cost through the link in your " +
        "invitation for as long as the record is kept; you can save or print it.",
    },
    {
      title: "If you change your mind",
      text:
        "To get a paper copy at no cost, to withdraw your agreement to electronic records for the future, or to change the " +
        `address at which we reach you, write to ${quotable(custodianName)}, ${quotable(custodianAddress)}. Withdrawing doesn't ` +
        "undo a signature that you have given.",
    },
  ];
}

const SIGNATURE =
  "I have read this release. I understand that it covers only the consents that it says I give, and none that it says I do not give. " +
  "By typing my name and pressing the button, I sign it, and I consent to the use of electronic records and signatures as described " +
  "above.";

/** The version of a refusal's words. A change of any word below is a new version. */
export const REFUSAL_VERSION = "refusal-2026-11-23";

const REASONS: Record<RefusalReason, string> = {
  not_me: "I am not the person the platform named.",
  declining: "I do not agree to the release.",
  other: "Another reason.",
};

/** What a performer states with a refusal, byte for byte as it is attested. */
export const refusalText = (reason: RefusalReason, note = ""): string =>
  [
    "I refuse to consent to this scene. I understand that this is final: the scene is blocked, and this service will never " +
      "clear it for publication.",
    `Reason: ${REASONS[reason]}`,
    ...(note ? [`Note to the custodian: ${note}`] : []),
  ].join("\n\n");
