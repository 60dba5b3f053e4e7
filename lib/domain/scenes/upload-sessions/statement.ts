import { statementOf as assemble, type Statement } from "@/lib/domain/acts";
import { quotable } from "@/lib/domain/scenes";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import type { UploadContentType, UploadPath } from "./labels";

/** The version of the statement's words. A change of any word below is a new version; stored statements keep theirs. */
export const STATEMENT_VERSION = "attestation-2026-11-27";

type Stated = { path: UploadPath; contentTitle: string; contentType: UploadContentType; partnerName: string };

const KINDS: Record<UploadContentType, string> = { image: "image", video: "video", gallery: "gallery of images" };

/**
 * The statement that a creator attests to, with today's custodian. Show `text` byte for byte: it becomes `attestation.text`. It
 * names no day, so it stays the same while the creator chooses the day of production.
 */
export function statementOf({ path, contentTitle, contentType, partnerName }: Stated): Statement {
  const { custodianName, custodianAddress } = env();
  const introduction =
    `This statement is about one work only: the ${KINDS[contentType]} “${quotable(contentTitle)}” (the “Work”), which I submit to ` +
    `${quotable(partnerName)} (the “Platform”). The Platform gave the title. ${SERVICE_NAME} (the “Service”) keeps the ` +
    "record of this statement and is not a producer of the Work.";
  const custodian = `${quotable(custodianName)}, ${quotable(custodianAddress)}`;
  const clauses = [...(path === "solo" ? SOLO : COLLAB), ...both(custodian)];
  const heading = path === "solo" ? "Statement of the producer and only performer" : "Statement of the producer";
  return assemble({ heading, version: STATEMENT_VERSION, introduction, clauses, signature: SIGNATURE });
}

const SOLO = [
  "I am the only person who is depicted in the Work, and I produced it. No other person appears in it, not even in part or in the background.",
  "I was at least eighteen (18) years old on the day the Work was produced. I give that day with this statement, and it is correct.",
  "I consent to my depiction in the Work, including in any actual or simulated sexually explicit conduct as defined in " +
    "18 U.S.C. § 2256(2)(A) that it contains, and to its publication on the Platform.",
];

const COLLAB = [
  "I produced the Work. Together with this statement, I name the email address of every other person who is depicted in it. I have left out no one.",
  "Each person who is depicted in the Work, including me if I am, was at least eighteen (18) years old on the day the Work was " +
    "produced. I give that day with this statement, and it is correct.",
  "Each of them took part voluntarily, consented to being recorded, and knows that I submit the Work to the Platform.",
  "I agree that the Service emails each person I name, verifies their age and identity, and asks for their signed release. I will " +
    "not publish the Work before all of them have consented.",
];

const both = (custodian: string): string[] => [
  "The ID I gave the Service is genuine and mine, and the details that I gave with it are true.",
  "The records that 18 U.S.C. § 2257 and 28 C.F.R. Part 75 require for the Work are kept by " +
    `${custodian}. I consent to their being kept for at least seven years, and for as long after that as the law requires.`,
  "I know that a knowingly false entry in these records is a crime under 18 U.S.C. § 2257(f).",
];

const SIGNATURE =
  "I have read this statement, and it is true. By pressing the button, I make it and sign it electronically (15 U.S.C. § 7001). The " +
  "Service records when, from which network address and with which browser I did so, as evidence of it.";
