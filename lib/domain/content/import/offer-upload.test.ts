import { expect, it } from "vitest";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { offerImportUpload } from "./import-file";

const file = { fileName: "records.csv", bytes: 1 };

it("takes so many files of a team in an hour, and no fewer of another's", async () => {
  const [team, other] = [portalCtx(await makePartner()), portalCtx(await makePartner())];
  const offers = await Promise.all(Array.from({ length: 20 }, () => offerImportUpload(team, file)));
  expect(new Set(offers.map(({ importId }) => importId)).size).toBe(20);
  await expect(offerImportUpload(team, file)).rejects.toMatchObject({ status: 429, message: /20 files in an hour/ });
  await offerImportUpload(other, file);
});

it("counts no file that would not be taken", async () => {
  const team = portalCtx(await makePartner());
  for (let n = 0; n < 25; n++) {
    await expect(offerImportUpload(team, { ...file, fileName: "records.pdf" })).rejects.toMatchObject({ status: 400 });
  }
  await offerImportUpload(team, file);
});
