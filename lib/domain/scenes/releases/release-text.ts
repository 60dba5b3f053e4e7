import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import type { RefusalReason } from "../labels";

/** The versions of the release's words. A change of any word below is a new version; stored releases keep theirs. */
export const RELEASE_VERSION = "release-2026-11-27";
/** For a scene whose uploader attested on our page, where they may have entered the date. */
export const HOSTED_RELEASE_VERSION = "release-hosted-2026-11-27";
/** For the scene of a verification job, which has no uploader. */
export const JOB_RELEASE_VERSION = "release-job-2026-11-27";

/** One thing that a performer agrees to: a sentence that says what it means, and the words that bind. */
export type ReleaseSection = { heading: string; plain: string; legal: string };

type DisclosurePart = { title: string; text: string };

/** How a scene came to us. `producerName`: of the production that a verification job belongs to. */
export type SceneOrigin = { kind: "api" | "hosted" } | { kind: "job"; producerName: string | null };

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
};

export type Release = {
  version: string;
  /** The whole text, byte for byte as it is attested: introduction, sections, disclosure and signature statement. */
  text: string;
  heading: string;
  /** What the release is about, before the sections. */
  introduction: string;
  /** Depiction, distribution, download and resale, in this order: each is what the performer gives. */
  sections: ReleaseSection[];
  /** What protects the performer, and what they state: limits, age, free will, removal, records, law. */
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
 * The release that a performer of a scene is asked to sign, with today's custodian. Show every part of it, and attest `text`
 * as it was shown: keep this value between the page and the click, or compare `text` with it at the click.
 */
export function releaseOf(scene: ReleaseScene): Release {
  const version = VERSIONS[scene.origin.kind];
  const heading = "Performer release and consent";
  const introduction = introductionOf(scene);
  const [sections, terms] = [sectionsOf(scene.origin), termsOf()];
  const disclosure = disclosureOf();
  const parts = [...sections, ...terms].map(
    (section, index) => `${index + 1}. ${section.heading}\n\nIn plain words: ${section.plain}\n\n${section.legal}`,
  );
  const text = [
    heading,
    `Version ${version}`,
    introduction,
    ...parts,
    `Electronic records and signatures\n\n${disclosure.map((part) => part.text).join(" ")}`,
    `Signature\n\n${SIGNATURE}`,
  ].join("\n\n");
  return { version, text, heading, introduction, sections, terms, disclosure, signature: SIGNATURE };
}

function introductionOf(scene: ReleaseScene): string {
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
    "text after it differ, the interpretation that grants fewer rights controls."
  );
}

function producerOf(origin: SceneOrigin): string {
  if (origin.kind !== "job") return "the creator who submitted the Scene there";
  return origin.producerName === null ? "the producer of the Scene" : `“${quotable(origin.producerName)}”`;
}

const sectionsOf = ({ kind }: SceneOrigin): ReleaseSection[] => [
  {
    heading: "Depiction",
    plain: "You agree that the scene shows you, and that it may contain sexually explicit conduct.",
    legal:
      "I consent to the recording of my image, likeness, voice and performance in the Scene, and to my depiction in it, " +
      "including in actual or simulated sexually explicit conduct as defined in 18 U.S.C. § 2256(2)(A). I took part in each act " +
      "that the Scene depicts, and I consented to each act at the time. This consent covers the Scene as performed, and the " +
      "still images, trailers and excerpts taken from it.",
  },
  {
    heading: "Distribution",
    plain: `You agree that the scene may be published: on this platform, and on others that the ${kind === "job" ? "producer" : "creator"} chooses.`,
    legal:
      "I grant the Producer a non-exclusive license to reproduce, publish, display and distribute the Scene, and to use " +
      "excerpts of it to promote it, on the Platform and on other platforms that verify the age of performers and keep records " +
      "under 18 U.S.C. § 2257, worldwide and for as long as the Scene is lawfully published. The Producer may let those platforms " +
      "do the same to the extent needed to publish the Scene. My legal name and my address may not be published with the Scene.",
  },
  {
    heading: "Download",
    plain: "You agree that people who may watch the scene may also download it. Downloaded copies can't be recalled.",
    legal:
      "I consent to the Platform, and any other platform that lawfully publishes the Scene, letting its users download the " +
      "Scene for their own private viewing. I understand that neither the Producer, nor a platform, nor the Service can recall a " +
      "copy that a user has already downloaded.",
  },
  {
    heading: "Resale",
    plain: "You agree that the scene may be sold, and that the right to publish it may be licensed to others.",
    legal:
      "I consent to the Producer selling access to the Scene and copies of it, alone or with other works, and licensing or " +
      "assigning the rights granted in this release to others who publish it, on the terms and within the limits of this release. " +
      "This release does not set what I am paid. It does not replace, reduce or settle any agreement about my payment.",
  },
];

function termsOf(): ReleaseSection[] {
  const { custodianName, custodianTitle, custodianAddress, custodianHours } = env();
  const custodian = `${quotable(custodianName)}, ${quotable(custodianTitle)}, ${quotable(custodianAddress)}`;
  return [
    {
      heading: "What this release does not allow",
      plain:
        "Nobody may make you appear to do or say something you didn't, or use the scene to generate images of you.",
      legal:
        "This release does not permit anyone to alter the Scene so that it depicts me in conduct in which I did not take part, to " +
        "create synthetic depictions of me, or to use my image, likeness or voice to train a system that generates such " +
        "depictions. It covers no other recording of me. Every right that I do not expressly grant here remains mine.",
    },
    {
      heading: "Age",
      plain: "You confirm that you were at least 18 when the scene was made, and that the ID you show is yours.",
      legal:
        "I was at least eighteen (18) years old when the Scene was produced, and I am at least eighteen years old now. Each " +
        "identification document that I provide is genuine, current and my own, and each name and date of birth that I give is true.",
    },
    {
      heading: "Free will",
      plain: "Nobody forced or tricked you. You may refuse, and the scene then can't be cleared for publication.",
      legal:
        "I sign this release voluntarily. I am not under the influence of any substance that impairs my judgment. Nobody has used " +
        "force, threats, fraud or coercion to obtain my performance or my signature. I had the time I wanted to read this release, and I know that I " +
        "may refuse to sign it, that I may take advice before I sign, and that a refusal is recorded and blocks the Scene.",
    },
    {
      heading: "Removal",
      plain: "You can ask for removal at any time after you sign. You give up no right that the law gives you.",
      legal:
        `I may ask at any time that the Scene be removed by writing to ${custodian}. ` +
        "I do not have to give the Platform or the Producer my reasons. The custodian reviews each request and passes it on to " +
        "each platform that has registered a publication of the Scene with the Service as far as the law or the Service's rules " +
        "require. Nothing in this release waives a right to removal, privacy or damages that I have by law, including in respect of " +
        "intimate depictions published without consent, or a right that by law cannot be waived. A removal request does not by " +
        "itself end this release for what was lawfully done before it.",
    },
    {
      heading: "Records",
      plain: "Your ID and this release are kept for inspection under federal law. The platform doesn't get your ID.",
      legal:
        `The records that 18 U.S.C. § 2257 and 28 C.F.R. Part 75 require for the Scene are kept by ${custodian}, ` +
        `and can be inspected by those whom the law authorizes (${quotable(custodianHours)}). They include my legal name, my date of ` +
        "birth, other names I have used, a copy of my identification document, and this release. I consent to their being kept for at least seven years, and for as " +
        "long after that as the law requires. The Service shows my identification document to its custodians and to authorized inspectors, not " +
        "to the Platform or the Producer, except where the law requires it. The Service records when, from which network address " +
        "and with which browser I opened, read and signed this release, as evidence of it.",
    },
    {
      heading: "Law",
      plain: "US law applies. If one part of this release is unenforceable, the rest still applies.",
      legal:
        "The law of the United States, and of the State in which I live or, if I live outside the United States, in which the " +
        "records are kept, governs this release, without affecting mandatory protections of the place where I live. If a provision cannot be enforced, the others remain in force. " +
        "This release is complete in itself and can be changed only in a writing that I sign.",
    },
  ];
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
  "I have read this release. I understand that it covers my depiction in the Scene and the distribution, download and resale of " +
  "the Scene. By typing my name and pressing the button, I sign it, and I consent to the use of electronic records and signatures " +
  "as described above.";

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

/** Text from outside on one line, without quotation marks that could end the quotation early. */
export const quotable = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")
    .replace(/[“”„‟"]/g, "'")
    .trim();
