import { afterEach, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { MINUTE_MS } from "@/lib/platform/duration";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { offerImportUpload } from "./import-files";

afterEach(() => clock.reset());

const file = { fileName: "records.csv", bytes: 1 };

const refusal = (wait: string) => ({
  status: 429,
  message: `Your team began 20 uploads in the last hour, the most there may be. Try in ${wait}.`,
});

it("begins so many uploads of a team in an hour, and no fewer of another's, and says when the next may begin", async () => {
  const [team, other] = [portalCtx(await makePartner()), portalCtx(await makePartner())];
  clock.freeze("2026-05-05T12:00:00Z");
  const offers = await Promise.all(Array.from({ length: 20 }, () => offerImportUpload(team, file)));
  expect(new Set(offers.map(({ importId }) => importId)).size).toBe(20);
  await expect(offerImportUpload(team, file)).rejects.toMatchObject(refusal("60 minutes"));
  clock.advance(59 * MINUTE_MS);
  await expect(offerImportUpload(team, file)).rejects.toMatchObject(refusal("a minute"));
  await offerImportUpload(other, file);
  clock.advance(MINUTE_MS);
  await offerImportUpload(team, file);
});

it("counts no file that would not be taken", async () => {
  const team = portalCtx(await makePartner());
  for (let n = 0; n < 25; n++) {
    await expect(offerImportUpload(team, { ...file, fileName: "records.pdf" })).rejects.toMatchObject({ status: 400 });
  }
  await offerImportUpload(team, file);
});
