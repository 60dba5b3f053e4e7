import { expect, test } from "vitest";
import { approveLink, provisionAccount, readAccount } from "@/lib/domain/accounts";
import { addPhoto, saveDetails, saveDocument, startCheck, submitCheck } from "@/lib/domain/identity";
import { photosNeeded } from "@/lib/domain/identity/documents";
import { db } from "@/lib/platform/db";
import { eventsOf } from "@/lib/testing/effects";
import { ctxFor, freshEmail, keyCtx, makePartner, personCtx } from "@/lib/testing/factories";
import { approveIdentity, makePhoto, makeReviewer, someDetails, someDocument } from "@/lib/testing/identity-checks";
import { visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";

const inputFor = (email: string) => ({
  externalUserId: email,
  email,
  callbackUrl: "https://platform.example.com/hook",
});

test("a draft that a platform started with a relayed code moves to the account the person continues for", async () => {
  const [first, second] = [await makePartner({ plan: "platform_pays" }), await makePartner({ plan: "platform_pays" })];
  const email = freshEmail("victim");
  const early = (await provisionAccount(keyCtx(first), inputFor(email))).account.accountId;
  const person = await db.user.findUniqueOrThrow({ where: { email } });
  const { visit: relayed } = await visitByCode({ id: early, email });
  await startCheck(ctxFor({ kind: "person", userId: person.id, visit: relayed }), { accountId: early });

  const wanted = (await provisionAccount(keyCtx(second), inputFor(email))).account.accountId;
  await approveLink(personCtx(person), wanted);
  const { visit } = await visitByMail({ id: wanted, email });
  const ctx = ctxFor({ kind: "person", userId: person.id, visit });
  const { checkId } = await startCheck(ctx, { accountId: wanted });
  await saveDetails(ctx, someDetails());
  const document = someDocument();
  await saveDocument(ctx, document);
  for (const kind of photosNeeded(document.documentType)) await addPhoto(ctx, { kind, file: await makePhoto() });
  await submitCheck(ctx, { attested: true });
  expect(await db.identityCheck.findUniqueOrThrow({ where: { id: checkId } })).toMatchObject({ accountId: wanted });
  await approveIdentity(await makeReviewer(checkId), { checkId });

  expect(await readAccount(keyCtx(second), wanted)).toMatchObject({ status: "active" });
  expect(await readAccount(keyCtx(first), early)).toMatchObject({ status: "pending_id_verification" });
  expect(await eventsOf(first)).toEqual([]);
  expect(await db.linkRequest.count({ where: { accountId: early, decision: "pending" } })).toBe(1);
});
