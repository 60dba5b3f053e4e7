import { textFile, writeBag } from "@/lib/platform/bag";
import { historyFile } from "./history";
import { indexFiles } from "./indexes";
import type { PackageFacts } from "./package-facts";
import { performerFiles } from "./performer-files";
import { readmeText } from "./readme";
import { attestationRecord } from "./text";

export { findPackageFacts, type PackageFacts } from "./package-facts";

/**
 * The records of a production as a bag in a ZIP. The same facts give the same bytes. Throws a `PackageProblem` for a record
 * that can't be read.
 */
export function writePackage(facts: PackageFacts): AsyncGenerator<Buffer> {
  const { production, producerName, certified, performers, packageId, sealedAt, proofs } = facts;
  return writeBag({
    name: `production-${production.id}`,
    at: sealedAt,
    about: {
      description: `Records under 18 U.S.C. 2257 of “${production.title}”`,
      id: production.id,
      sender: packageId,
    },
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
