import { quotable } from "@/lib/domain/scenes";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { sha256Hex } from "@/lib/platform/crypto";
import type { LegalBasis } from "@/prisma/generated/client";
import type { Claim } from "../claim";
import { besidesInWords, type DeviceCounts, hashesInWords, PDQ_MEANS, pastedInWords } from "./labels";
import { basisOf } from "./questions";

/** The version of the statements' words. A change of any word below is a new version; stored statements keep theirs. */
export const STATEMENT_VERSION = "removal-2026-11-29";

type Stated = Pick<Claim, "actsFor" | "kind" | "age" | "spread" | "consent" | "chosen" | "device">;

/** `shown` is the text's hash. Send it back with the signature, so that the claimant signs what they read. */
export type Statement = { text: string; version: string; shown: string; basis: LegalBasis };

/**
 * The statement that the claimant's legal basis needs (47 U.S.C. § 223a(a)(1)(B); 17 U.S.C. § 512(c)(3)(A)). Show `text` byte for
 * byte: it becomes `attestation.text`.
 */
export function removalStatementOf(stated: Stated): Statement {
  const basis = basisOf(stated);
  const { actsFor, chosen, device } = stated;
  const shown = actsFor ? { who: `“${quotable(actsFor.name)}”`, whose: "their" } : { who: "me", whose: "my" };
  const clauses = [
    `I make this statement to ${SERVICE_NAME} (the “Service”), which acts on it.`,
    ...(actsFor
      ? [`I act for “${quotable(actsFor.name)}”. I have the right to, because: “${quotable(actsFor.authority)}”`]
      : []),
    ...CLAUSES[basis]({
      ...shown,
      acts: actsFor !== null,
      isMinor: stated.age === "minor",
      named: namedBy(chosen),
      isChosen: Boolean(chosen),
    }),
    ...(device && device.files > 0 ? [deviceClause(device)] : []),
    ...(device?.pasted ? [pastedClause(device.pasted, { also: device.files > 0 })] : []),
    CONTACT,
    TRUE,
    SIGNATURE,
  ];
  const text = clauses.map((clause, n) => `${n + 1}. ${clause}`).join("\n\n");
  return { text, version: STATEMENT_VERSION, shown: sha256Hex(text), basis };
}

type Person = { who: string; whose: string; acts: boolean; isMinor: boolean; named: string; isChosen: boolean };

function namedBy(chosen: Stated["chosen"]): string {
  if (!chosen) return "I identify it by the addresses, files and description that I gave with this request.";
  return `It is the record that I chose in my account${chosen.title ? `: “${quotable(chosen.title)}”` : ""}.`;
}

const CLAUSES: Readonly<Record<LegalBasis, (person: Person) => string[]>> = {
  NCII_TAKE_IT_DOWN: ({ who, whose, isMinor, named }) => [
    `What I ask to be removed is an intimate visual depiction of ${who}, or a digital forgery of one, in the sense of ` +
      `47 U.S.C. § 223a.${isMinor ? " The person it shows was under 18 years old." : ""} ${named}`,
    `I have a good faith belief that it was published without ${whose} consent. Consent that was given under force, fraud, duress, ` +
      "misrepresentation or coercion is no consent.",
  ],
  NCII_STATE: ({ who, whose, named }) => [
    `What I ask to be removed is an intimate image of ${who}, or one that was made to look like it. ${named}`,
    `I have a good faith belief that someone shared it, or threatens to publish it, without ${whose} consent.`,
  ],
  AN_5196_APPEAL: ({ who, acts, named }) => [
    `What I ask to be removed shows ${who}. ${named}`,
    acts
      ? "The person it shows no longer consents to its publication. I withdraw that consent for them."
      : "I no longer consent to its publication. As far as I gave consent before, I withdraw it.",
  ],
  DMCA: ({ who, acts, named, isChosen }) => [
    `What I ask to be removed infringes a copyrighted work. ${named} ${isChosen ? "It shows the work." : "My description names the work."}`,
    "I have a good faith belief that use of the material in the manner complained of is not authorized by the copyright owner, its " +
      "agent, or the law.",
    `The information in this notification is accurate. Under penalty of perjury, I am ${
      acts ? `authorized to act on behalf of ${who}, the owner` : "the owner"
    } of an exclusive right that is allegedly infringed.`,
  ],
  OTHER: ({ who, acts, named, isChosen }) => [
    `I ask for the removal of what I ${isChosen ? "chose" : "described"}${acts ? `, for ${who}` : ""}. ${named}`,
    "I have a good faith belief that the reasons I gave are right.",
  ],
};

const deviceClause = (device: DeviceCounts): string =>
  `From files on my device, I give the Service ${hashesInWords(device)}. The Service also gets ${besidesInWords(device)}. My browser computed ` +
  `all of it. ${device.pictures > 0 ? `${PDQ_MEANS} ` : ""}The files themselves stay on my device.`;

const pastedClause = (pasted: number, { also }: { also: boolean }): string =>
  `I ${also ? "also " : ""}give the Service ${pastedInWords(pasted)} that I typed or pasted. My browser did not compute ` +
  `${pasted === 1 ? "it" : "them"}.`;

const CONTACT = "You can reach me at the email address that I gave with this request.";

const TRUE = "What I stated in this request is true and complete, as far as I know.";

const SIGNATURE =
  "I have read this statement. By typing my name and pressing the button, I make it and sign it electronically " +
  "(15 U.S.C. § 7001). The Service records when, from which network address and with which browser I did so, as evidence of it.";
