import { env } from "@/lib/platform/env";
import { type Answer, USE_LABELS, USES, type Use } from "../consents";
import { quotable } from "../quotable";

/** How a scene came to us. `producerName`: of the production that a verification job belongs to. */
export type SceneOrigin = { kind: "api" | "hosted" } | { kind: "job"; producerName: string | null };

/** A clause: a sentence that says what it means, the words that bind, and what it asks the performer to give. */
export type ReleaseSection = { heading: string; plain: string; legal: string; asks: Answer[] };

/** What the performer gives or withholds: a clause for each use, and one for the acts that the scene declared. */
export function sectionsOf({ kind }: SceneOrigin, answers: readonly Answer[]): ReleaseSection[] {
  const uses = USES.map((use) => ({
    ...{ heading: USE_LABELS[use], ...CLAUSES[use](kind) },
    asks: answers.filter(({ key }) => key === use),
  }));
  const acts = answers.filter((answer) => answer.kind === "act");
  return acts.length > 0 ? [...uses, { ...ACTS, asks: acts }] : uses;
}

type Words = Pick<ReleaseSection, "plain" | "legal">;

const CLAUSES: Readonly<Record<Use, (kind: SceneOrigin["kind"]) => Words>> = {
  depiction: () => ({
    plain: "The scene shows you, and it may contain sexually explicit conduct.",
    legal:
      "I consent to the recording of my image, likeness, voice and performance in the Scene, and to my depiction in it, " +
      "including in actual or simulated sexually explicit conduct as defined in 18 U.S.C. § 2256(2)(A). Where this release names " +
      "kinds of act, I consent to my depiction only in those for which it says so. Where it names none, I took part in each act " +
      "that the Scene depicts, and I consented to each act at the time. This consent covers the Scene as performed, and the " +
      "still images, trailers and excerpts taken from it.",
  }),
  distribution: (kind) => ({
    plain: `The scene may be published here, and on other platforms the ${kind === "job" ? "producer" : "creator"} chooses.`,
    legal:
      "I grant the Producer a non-exclusive license to reproduce, publish, display and distribute the Scene, and to use " +
      "excerpts of it to promote it, on the Platform and on other platforms that verify the age of performers and keep records " +
      "under 18 U.S.C. § 2257, worldwide and for as long as the Scene is lawfully published and I have not withdrawn this " +
      "consent. The Producer may let those platforms " +
      "do the same to the extent needed to publish the Scene. My legal name and my address may not be published with the Scene.",
  }),
  download: () => ({
    plain: "Viewers may also download the scene. Their copies can't be recalled.",
    legal:
      "I consent to the Platform, and any other platform that lawfully publishes the Scene, letting its users download the " +
      "Scene for their own private viewing. I understand that neither the Producer, nor a platform, nor the Service can recall a " +
      "copy that a user has already downloaded.",
  }),
  resale: () => ({
    plain: "The scene may be sold, and the right to publish it may be licensed to others.",
    legal:
      "I consent to the Producer selling access to the Scene and copies of it, alone or with other works, and licensing or " +
      "assigning the rights that I give in this release to others who publish it, on the terms and within the limits of this release. " +
      "This release does not set what I am paid. It does not replace, reduce or settle any agreement about my payment.",
  }),
};

const ACTS: Words & { heading: string } = {
  heading: "Acts",
  plain: "The scene may show you in these acts. You decide about each one.",
  legal:
    "The Producer declared the following kinds of act in the Scene, in the Producer's own words. Where I give my consent, I took or " +
    "take part in acts of that kind of my own free will, and I consent to being shown in them. Where I do not, the Scene may not show " +
    "me in an act of that kind.",
};

/** What protects the performer, and what they state. */
export function termsOf(): ReleaseSection[] {
  const { custodianName, custodianTitle, custodianAddress, custodianHours } = env();
  const custodian = `${quotable(custodianName)}, ${quotable(custodianTitle)}, ${quotable(custodianAddress)}`;
  const terms = [
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
      heading: "Withdrawal and removal",
      plain:
        "You can take back distribution, or ask for removal, at any time after you sign. You give up no right that the law gives you.",
      legal:
        "I may withdraw my consent to the distribution of the Scene at any time, with its download and resale: on the pages of the " +
        `Service behind the link in my invitation, in my account with the Service, or by writing to ${custodian}. From then on ` +
        "nobody may publish the Scene anew, offer it for download or sell it under this release. My withdrawal is also a request that " +
        "the Scene be removed where it is published. It does not make unlawful what was lawfully done before it, and it ends " +
        "neither my consent to the recording of the Scene nor the keeping of its records. " +
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
  return terms.map((term) => ({ ...term, asks: [] }));
}
