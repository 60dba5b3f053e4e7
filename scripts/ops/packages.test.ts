import { expect, it } from "vitest";
import { sealProductionTask } from "@/lib/domain/productions/packages";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage/storage";
import { opsCommands } from "@/lib/testing/ops";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { firstRun } from "@/lib/testing/run-jobs";

const { failure, ops } = opsCommands();

it("verifies the sealed packages of a production, and fails for a missing one", async () => {
  const { production } = await makeSealable();
  const { packageId } = await openSeal(production);
  await sealProductionTask.run({ packageId }, firstRun);
  const verify = async () => {
    const { code, stdout } = await ops(["--json", "package", "verify", production.id]);
    return { code, ...JSON.parse(stdout) };
  };
  expect(await verify()).toMatchObject({ code: 0, ok: true, packages: [{ packageId, problem: null }] });
  const { storageKey } = await db.sealedPackage.findUniqueOrThrow({ where: { id: packageId } });
  await storage().delete(storageKey ?? "");
  expect(await verify()).toMatchObject({ code: 1, ok: false });
  expect(await failure("package", "verify", "nothing")).toBe("There is no production nothing.\n");
});
