import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { setVariables } from "@/lib/testing/env";
import { flipped, hashOf, makeHashed } from "@/lib/testing/picture-hashes";
import { makeRemoval, readRemoval } from "@/lib/testing/removals";
import { firstRun } from "@/lib/testing/run-jobs";
import type { LegalBasis } from "../labels";
import { markMeant } from "../matching/find-similar";
import { suggestSimilarTask } from "./suggest-similar";

it.each(["of the request", "that is stored later"])("suggests by the legal basis: a record %s", async (which) => {
  setVariables({ SIMILAR_BITS: "NCII_STATE=12,DMCA=0" });
  const named = await makeHashed(hashOf(which));
  const alike = await makeHashed(flipped(hashOf(which), 14));
  const request = (legalBasis: LegalBasis) => makeRemoval({ legalBasis, items: [{ depictionId: named.id }] });
  const removals = {
    NCII_TAKE_IT_DOWN: await request("NCII_TAKE_IT_DOWN"),
    NCII_STATE: await request("NCII_STATE"),
    DMCA: await request("DMCA"),
  };
  const found = async () =>
    Promise.all(
      Object.values(removals).map(async (one) => (await readRemoval(one)).items.map((item) => item.distance)),
    );
  await markMeant(db, [named.id]);
  const look = { depictionIds: [which === "of the request" ? named.id : alike.id] };
  await suggestSimilarTask.run(look, firstRun);
  expect(await found()).toEqual([[null, 14], [null], [null]]);
  setVariables({ SIMILAR_BITS: "NCII_STATE=14,DMCA=14" });
  await suggestSimilarTask.run(look, firstRun);
  expect(await found()).toEqual([
    [null, 14],
    [null, 14],
    [null, 14],
  ]);
});
