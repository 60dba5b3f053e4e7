import { textFile, writeBag } from "@/lib/platform/bag";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { historyFile } from "./history";
import { indexFiles } from "./indexes";
import type { PackageFacts } from "./package-facts";
import { performerFiles } from "./performer-files";
import { readmeText } from "./readme";
import { attestationRecord, dayText, oneLine } from "./text";

export { findPackageFacts, type PackageFacts } from "./package-facts";

/**
 * The records of a production as a bag in a ZIP. The same facts give the same bytes. Throws a `PackageProblem` for a record
 * that can't be read.
 */
export function writePackage(facts: PackageFacts): AsyncGenerator<Buffer> {
  const { production, producerName, certified, performers, packageId, sealedAt, proofs } = facts;
  const { custodianName, custodianAddress } = env();
  return writeBag({
    name: `production-${production.id}`,
    at: sealedAt,
    info: [
      ["Source-Organization", oneLine(custodianName)],
      ["Organization-Address", oneLine(custodianAddress)],
      ["External-Description", `Records under 18 U.S.C. 2257 of “${oneLine(production.title)}”`],
      ["External-Identifier", production.id],
      ["Internal-Sender-Identifier", packageId],
      ["Bagging-Date", dayText(sealedAt)],
      ["Bag-Software-Agent", SERVICE_NAME],
    ],
    files: [
      textFile("README.txt", () => readmeText(facts)),
      textFile("statement.txt", () => certified.text),
      textFile("statement-record.txt", () =>
        attestationRecord(certified, [
          ["Statement", "statement.txt"],
          ["Certified by", producerName],
          ["Production id", production.id],
        ]),
      ),
      ...indexFiles(facts),
      ...performers.flatMap(performerFiles),
      historyFile(facts),
      ...proofs.map(({ index, text }) => textFile(`proofs/${index}.tlog-proof`, () => text)),
    ],
  });
}
