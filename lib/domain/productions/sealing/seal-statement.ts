import { counted, type Statement, statementOf } from "@/lib/domain/acts";
import { quotable } from "@/lib/domain/scenes";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";

/** The version of the statement's words. A change of any word below is a new version; stored statements keep theirs. */
export const SEAL_STATEMENT_VERSION = "documentation-2026-11-23.2";

type Stated = {
  title: string;
  productionDate: Date;
  performerCount: number;
  depictionCount: number;
  producerName: string;
  /** The production's revision. So the statement is another one after every change of what it covers. */
  revision: number;
};

/**
 * The statement that a producer makes when they seal a production's records, with today's custodian. Show `text` byte for byte.
 * It names no performer.
 */
export function sealStatementOf(stated: Stated): Statement {
  const { title, productionDate, performerCount, depictionCount, producerName, revision } = stated;
  const { custodianName, custodianAddress } = env();
  const custodian = `${quotable(custodianName)}, ${quotable(custodianAddress)}`;
  const day = productionDate.toISOString().slice(0, 10);
  const introduction =
    `I make this statement for ${quotable(producerName)} (the “Producer”). It is about one production only: ` +
    `“${quotable(title)}”, produced on ${day} (the “Production”), with ${counted(performerCount, "performer")} and ` +
    `${counted(depictionCount, "depiction")}, in version ${revision} of its records. ${SERVICE_NAME} (the “Service”) keeps the records and is not a producer of the Production.`;
  const clauses = [...CLAUSES, custody(custodian), ...CONSEQUENCES];
  const [heading, version] = ["Statement of the producer", SEAL_STATEMENT_VERSION];
  return statementOf({ heading, version, introduction, clauses, signature: SIGNATURE });
}

const CLAUSES = [
  "I am the Producer, or the Producer authorized me to make this statement.",
  "The performers on the page where I make this statement are all the persons who are depicted in the Production in actual or " +
    "simulated sexually explicit conduct as defined in 18 U.S.C. § 2256(2)(A). I have left out no one.",
  "Each of them was at least eighteen (18) years old on the day the Production was produced. A government-issued photo " +
    "identification of each of them was verified, by the Service or elsewhere. The records say how and when. They hold a copy of " +
    "the identification where the Service was given one, and say so where it was not.",
  "Each of them signed a release or, as the uploader of a scene, a statement about it.",
  "The depictions on that page are all the copies of the Production that I publish or have others publish, as far as I know today. " +
    "Each URL and each day of production is correct. If I add, move or remove one, I correct these records and seal them again.",
];

const custody = (custodian: string): string =>
  "The records that 18 U.S.C. § 2257 and 28 C.F.R. Part 75 require for the Production are kept by " +
  `${custodian}. I consent to their being kept for at least seven years, and for as long after that as the law requires.`;

const CONSEQUENCES = [
  "I ask the Service to seal these records in one package and to issue a certificate to the platforms that are linked to the " +
    "Production. The certificate names no performer and ends after one year, unless I renew it.",
  "I know that a knowingly false entry in these records is a crime under 18 U.S.C. § 2257(f).",
];

const SIGNATURE =
  "I have read this statement, and it is true. By typing my name and pressing the button, I make it and sign it electronically " +
  "(15 U.S.C. § 7001). The Service records when, from which network address and with which browser I did so, as evidence of it.";
