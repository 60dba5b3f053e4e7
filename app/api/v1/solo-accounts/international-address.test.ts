import { expect, it } from "vitest";
import { findAccounts } from "@/lib/domain/accounts";
import { findAccountsOf } from "@/lib/domain/accounts/custody";
import { rosterList } from "@/lib/domain/accounts/roster";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { call } from "@/lib/testing/api";
import { makeAccount, makeCustodian, makeKey, makePartner, portalCtx, staffCtx } from "@/lib/testing/factories";
import { importedUrl, importText } from "@/lib/testing/imports";
import { POST as checkTalent } from "../talent/check/route";
import { POST as log } from "./[accountId]/content/route";
import { POST as provision } from "./route";

const callbackUrl = "https://platform.example.com/callback";

async function setUp() {
  const partner = await makePartner();
  const { key } = await makeKey(partner);
  const local = `ada.${newId()}`;
  return { partner, key, local, typed: `${local}@MÜNCHEN.example`, stored: `${local}@xn--mnchen-3ya.example` };
}

it("keeps one account and one person per address, however its domain is spelled", async () => {
  const { partner, key, typed, stored } = await setUp();
  const first = await call(provision, { key, body: { externalUserId: "a", email: typed, callbackUrl } });
  expect(first.status).toBe(201);
  const second = await call(provision, { key, body: { externalUserId: "b", email: stored, callbackUrl } });
  expect(second).toMatchObject({ status: 200, body: { accountId: first.body.accountId } });
  const elsewhere = await makeKey(await makePartner());
  await call(provision, { key: elsewhere.key, body: { externalUserId: "c", email: stored, callbackUrl } });
  expect(await db.user.count({ where: { email: { in: [typed, typed.toLowerCase(), stored] } } })).toBe(1);
  for (const email of [typed, stored]) {
    expect((await call(checkTalent, { key, body: { email } })).body).toMatchObject({ found: true });
    expect(await findAccounts(portalCtx(partner), email)).toMatchObject([{ id: first.body.accountId, email: stored }]);
    const staff = staffCtx(await makeCustodian());
    expect((await findAccountsOf(staff, email)).map(({ id }) => id)).toContain(first.body.accountId);
  }
  // Also by its start, even inside its domain.
  for (const find of [typed, typed.replace(".example", ""), stored.slice(0, -3)]) {
    expect((await rosterList.read(portalCtx(partner), { find })).rows, find).toMatchObject([{ email: stored }]);
  }
});

it("lets an import row name its creator by it", async () => {
  const { partner, typed, stored } = await setUp();
  const account = await makeAccount(partner, { status: "active" });
  await db.soloAccount.update({ where: { id: account.id }, data: { email: stored } });
  const row = `contentUrl,title,externalContentId,email\n${importedUrl("a")},One,a,${typed}\n`;
  const { state, findings } = await importText(partner, row);
  expect(findings).toEqual([]);
  expect(state).toMatchObject({ logged: 1, refused: 0 });
});

it("refuses non-ASCII letters before the @, and says so", async () => {
  const { key } = await setUp();
  const answer = await call(provision, {
    key,
    body: { externalUserId: "a", email: "ädä@münchen.example", callbackUrl },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: "invalid_field", field: "email", error: "email must have only ASCII characters before the @" },
  });
});

it("accepts dates with a lowercase t and z", async () => {
  const { partner, key } = await setUp();
  const { id: accountId } = await makeAccount(partner, { status: "active" });
  const body = {
    contentUrl: "https://platform.example.com/posts/1",
    title: "One",
    productionDate: "2026-09-05t12:00:00z",
    complianceCopy: { mimeType: "image/jpeg", sizeBytes: 1000 },
  };
  const { status } = await call(log, { key, params: { accountId }, body });
  expect(status).toBe(201);
  const row = await db.depiction.findFirstOrThrow({ where: { accountId } });
  expect(row.productionDate.toISOString()).toBe("2026-09-05T12:00:00.000Z");
});
