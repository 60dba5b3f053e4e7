import { afterEach, expect, it, vi } from "vitest";
import { withdrawLink } from "@/lib/domain/accounts";
import { makeAccount, personCtx, portalCtx } from "@/lib/testing/factories";
import { IMPORT_HEAD, importedUrl, importSetUp, importText, readImport, runImport } from "@/lib/testing/imports";
import type * as creators from "./check-row";
import { importChecked } from "./start-import";

const meanwhile = vi.hoisted(() => ({ happens: async (): Promise<unknown> => undefined }));
vi.mock("./check-row", async (original) => {
  const real = await original<typeof creators>();
  const resolveCreators: typeof real.resolveCreators = async (...rows) => {
    const resolved = await real.resolveCreators(...rows);
    await meanwhile.happens();
    return resolved;
  };
  return { ...real, resolveCreators };
});

afterEach(() => {
  meanwhile.happens = async () => undefined;
});

it("refuses rows of a creator who left like those of one who never joined", async () => {
  const { partner, account, rows, lines } = await importSetUp();
  await importText(partner, [IMPORT_HEAD, ...lines(1)].join("\n"));
  const never = await makeAccount(partner);
  await withdrawLink(personCtx(account.person), account.id);
  const text = [IMPORT_HEAD, ...lines(2), `${never.id},${importedUrl("n")},Post,never,`].join("\n");
  const refused = { outcome: "refused", reason: "the creator isn’t verified for you, or no longer is" };
  const expected = ["post-0", "post-1", "never"].map((externalContentId, n) => ({
    line: n + 2,
    externalContentId,
    ...refused,
  }));
  const check = await importText(partner, text, { dryRun: true });
  expect(check.findings).toEqual(expected);
  expect(check.state).toMatchObject({ status: "done", logged: 0, unchanged: 0, refused: 3 });
  await importChecked(portalCtx(partner), { importId: check.importId });
  await runImport(check.importId);
  const made = await readImport(partner, check.importId);
  expect(made.findings).toEqual(expected);
  expect(made.state).toMatchObject({ status: "done", dryRun: false, logged: 0, unchanged: 0, refused: 3 });
  expect(await rows()).toHaveLength(1);
});

it("counts a row it couldn't write only as refused", async () => {
  const { partner, account, rows, lines } = await importSetUp();
  const stays = await makeAccount(partner, { status: "active" });
  const [known = ""] = lines(1);
  await importText(partner, [IMPORT_HEAD, known].join("\n"));
  meanwhile.happens = () => withdrawLink(personCtx(account.person), account.id);
  const text = [IMPORT_HEAD, ...lines(2), `${stays.id},${importedUrl("s")},Post,stays,`].join("\n");
  const { state, findings } = await importText(partner, text);
  expect(findings).toEqual([
    {
      line: 3,
      outcome: "refused",
      externalContentId: "post-1",
      reason: "the row could not be written; import it again",
    },
  ]);
  expect(state).toMatchObject({ status: "done", logged: 1, unchanged: 1, refused: 1 });
  expect((await rows()).map(({ externalContentId }) => externalContentId)).toEqual(["post-0", "stays"]);
});
