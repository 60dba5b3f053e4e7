import { describe, expect, it } from "vitest";
import { sealProductionTask } from "@/lib/domain/productions/packages";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { linesOn } from "@/lib/testing/effects";
import { makeCustodian } from "@/lib/testing/factories";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { firstRun } from "@/lib/testing/run-jobs";
import { signIn } from "@/lib/testing/signed-in";
import { GET } from "./route";

async function sealed() {
  const { production, producer, partner } = await makeSealable();
  const { packageId } = await openSeal(production);
  await sealProductionTask.run({ packageId }, firstRun);
  const row = await db.sealedPackage.findUniqueOrThrow({ where: { id: packageId } });
  const ask = (query = "?purpose=inspection", more: { method?: string; headers?: HeadersInit } = {}) => {
    const request = new Request(`${env().baseUrl}/package${query}`, {
      headers: { "sec-fetch-site": "same-origin" },
      ...more,
    });
    return GET(request, { params: Promise.resolve({ productionId: production.id, packageId }) });
  };
  const downloads = async () =>
    (await linesOn(production.id)).filter(({ action }) => action === "production.package_downloaded").length;
  return { production, producer, partner, row, ask, downloads };
}

describe("a sealed package, to a custodian", () => {
  it("is sent as the ZIP that was certified", async () => {
    const { row, ask, downloads, production } = await sealed();
    await signIn(await makeCustodian());
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="production-${production.id}.zip"`,
      "content-length": String(row.bytes),
      "cache-control": "no-store",
    });
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toEqual(Buffer.from(row.archiveSha256 ?? []));
    expect(await downloads()).toBe(1);
  });

  it("is sent to no other site, without a reason, or to anyone else", async () => {
    const { ask, downloads, producer, partner } = await sealed();
    await signIn(await makeCustodian());
    const refused = [
      await ask("?purpose=identity_review"),
      await ask(""),
      await ask("?purpose=inspection", { method: "HEAD" }),
      await ask("?purpose=inspection", { headers: { "sec-fetch-site": "cross-site" } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 405, 404]);
    for (const { id } of [{ id: producer.userId }, partner.users.owner]) {
      await signIn({ id });
      await expect(ask()).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
    }
    expect(await downloads()).toBe(0);
  });
});
