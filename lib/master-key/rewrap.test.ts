import { decodeProtectedHeader } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { addLedgerKey, integrate, readCheckpoint } from "@/lib/domain/core/transparency";
import { identityApprovedMail } from "@/lib/domain/creators/decisions/mails";
import { deleteEndpoint } from "@/lib/domain/events/endpoint-changes";
import { rotateSecret } from "@/lib/domain/events/secrets";
import { openDocumentNumber, personKey, sealDocumentNumber } from "@/lib/domain/identity/id-facts";
import { proveByCode, signInStore } from "@/lib/domain/parties/people";
import { verifyCertificate } from "@/lib/domain/productions/certificates/certificate-jwt";
import { addRemovalNote, askClaimant, findRemovalDraft, startDraft } from "@/lib/domain/removals";
import { openPageToken } from "@/lib/domain/removals/claim";
import { hashToken, newDataKey, SealBroken } from "@/lib/platform/crypto";
import { createKeyring } from "@/lib/platform/crypto-keyring";
import { db, inTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { firstIdAt, newId } from "@/lib/platform/ids";
import { queueMail, sendMail } from "@/lib/platform/mail/send-mail";
import { Secret } from "@/lib/platform/secret";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import type * as sealedFile from "@/lib/platform/storage/sealed-file";
import { anotherCopy } from "@/lib/testing/another-copy";
import { acceptedElsewhere, signSome, someCertificate } from "@/lib/testing/certificates";
import { setVariables } from "@/lib/testing/env";
import {
  freshEmail,
  makeCustodian,
  makeUser,
  personCtx,
  portalCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { clearMasterKeyUse, makeSealedSecrets, openSealedSecrets } from "@/lib/testing/master-key";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { clearJobs } from "@/lib/testing/queue";
import { makeRemoval } from "@/lib/testing/removals";
import { codeOf, makeApp } from "@/lib/testing/second-factors";
import { findMasterKeyUse } from "./master-key-use";
import { rewrap } from "./rewrap";

const before = Buffer.alloc(32, "the key before").toString("base64");
setVariables({ MASTER_KEY_PREVIOUS: before });
const old = createKeyring(new Secret(before));
const stranger = createKeyring(new Secret(Buffer.alloc(32, "nobody has this").toString("base64")));
const place = (userId: string) => ["person-key", userId];

/** Creates people with keys wrapped under a master key. */
async function persons(count: number, ring = old) {
  const made = Array.from({ length: count }, () => ({ userId: newId(), key: newDataKey() }));
  await db.user.createMany({ data: made.map(({ userId }) => ({ id: userId, email: freshEmail() })) });
  await db.personKey.createMany({
    data: made.map(({ userId, key }) => ({ userId, wrappedKey: Buffer.from(ring.wrapKey(key, place(userId))) })),
  });
  return made;
}

/** The values that open without the previous master key. */
async function openedByCurrentAlone(userId: string): Promise<Buffer> {
  const { wrappedKey } = await db.personKey.findUniqueOrThrow({ where: { userId } });
  return createKeyring(env().masterKey).unwrapKey(wrappedKey, place(userId));
}

const linesOf = async (requestId: string) =>
  (await db.ledgerEntry.findMany({ where: { requestId }, orderBy: { seq: "asc" } })).map((line) => ({
    action: line.action,
    subjectId: line.subjectId,
    ...JSON.parse(line.detail),
  }));

beforeEach(clearMasterKeyUse);

describe("rewrapping", () => {
  it("keeps every person's key, sealed under the current master key", async () => {
    const [one] = await persons(3);
    const check = { id: newId(), userId: one?.userId ?? "" };
    const documentNumber = await sealDocumentNumber(db, check, "C01X00T47");
    const ctx = systemCtx();
    const made = await persons(4);
    expect(await rewrap(ctx, { batch: 3 })).toMatchObject({ rewrapped: 7, alreadyCurrent: 0, left: 0 });
    for (const { userId, key } of made) expect(await openedByCurrentAlone(userId)).toEqual(key);
    expect(await openDocumentNumber(db, { ...check, documentNumber })).toBe("C01X00T47");
  });

  it("works in batches, each with a ledger entry, and does nothing when repeated", async () => {
    await persons(7);
    const [ctx, again] = [systemCtx(), systemCtx()];
    const progress: unknown[] = [];
    await rewrap(ctx, { batch: 3, onProgress: (soFar) => void progress.push(soFar) });
    expect(progress).toEqual([3, 6, 7].map((done) => ({ done, of: 7 })));
    const { currentKey, previousKey } = await findMasterKeyUse();
    const line = { action: "master_key.rewrapped", subjectId: currentKey, from: previousKey };
    expect(await linesOf(ctx.requestId)).toEqual([3, 3, 1].map((count) => ({ ...line, persons: count })));

    const rows = await db.personKey.findMany({ orderBy: { userId: "asc" } });
    expect(await rewrap(again)).toMatchObject({ rewrapped: 0, alreadyCurrent: 7, left: 0 });
    expect(await db.personKey.findMany({ orderBy: { userId: "asc" } })).toEqual(rows);
    expect(await linesOf(again.requestId)).toEqual([]);
  });

  it.each([1, 2, 3])("rewraps each key once in parallel runs (%i)", async () => {
    const made = await persons(40);
    const runs = [systemCtx(), systemCtx()];
    const results = await Promise.all(runs.map((ctx) => rewrap(ctx, { batch: 7 })));
    expect(results.reduce((sum, { rewrapped }) => sum + rewrapped, 0)).toBe(40);
    expect(results.map(({ left }) => left)).toEqual([0, 0]);
    const lines = (await Promise.all(runs.map(({ requestId }) => linesOf(requestId)))).flat();
    expect(lines.reduce((sum, line) => sum + line.persons, 0)).toBe(40);
    for (const { userId, key } of made) expect(await openedByCurrentAlone(userId)).toEqual(key);
  });

  it("continues after an interrupted run, while new people are added", async () => {
    const made = await persons(6);
    const stop = new Error("stopped");
    const stopped = rewrap(systemCtx(), {
      batch: 2,
      onProgress: ({ done }) => {
        if (done === 4) throw stop;
      },
    });
    await expect(stopped).rejects.toBe(stop);
    expect((await findMasterKeyUse()).uses.personKeys).toEqual({ current: 4, previous: 2, missing: 0 });

    const newcomer = await makeUser();
    await personKey(db, newcomer.id);
    const { rewrapped, alreadyCurrent, left } = await rewrap(systemCtx());
    expect({ rewrapped, alreadyCurrent, left }).toEqual({ rewrapped: 2, alreadyCurrent: 5, left: 0 });
    for (const { userId, key } of made) expect(await openedByCurrentAlone(userId)).toEqual(key);
  });

  it("reports keys that a process with only the previous key adds meanwhile", async () => {
    const early = await makeUser({ id: firstIdAt(new Date(0)) });
    await persons(2);
    const add = () =>
      db.personKey.create({
        data: { userId: early.id, wrappedKey: Buffer.from(old.wrapKey(newDataKey(), place(early.id))) },
      });
    const onProgress = async ({ done }: { done: number }) => {
      if (done === 1) await add();
    };
    expect(await rewrap(systemCtx(), { batch: 1, onProgress })).toMatchObject({ rewrapped: 2, left: 1 });
    expect(await rewrap(systemCtx())).toMatchObject({ rewrapped: 1, alreadyCurrent: 2, left: 0 });
  });
});

describe("the keys of stored files", () => {
  it("are rewrapped and stay the same, so stored files still open", async () => {
    const [id, key] = [newId(), newDataKey()];
    const wrappedKey = Buffer.from(old.wrapKey(key, ["storage-key", id]));
    await db.storageKey.create({ data: { id, wrappedKey, createdAt: new Date() } });
    const { storageKeys } = await anotherCopy<typeof sealedFile>("lib/platform/storage/sealed-file");
    expect(await storageKeys.find(id)).toEqual({ id, key });
    expect(await storageKeys.current()).toEqual({ id, key });
    const ctx = systemCtx();
    expect(await rewrap(ctx)).toMatchObject({ rewrapped: 1, left: 0 });
    expect(await linesOf(ctx.requestId)).toMatchObject([{ storageKeys: 1 }]);
    const row = await db.storageKey.findUniqueOrThrow({ where: { id } });
    expect(createKeyring(env().masterKey).unwrapKey(row.wrappedKey, ["storage-key", id])).toEqual(key);
    await expect(db.storageKey.update({ where: { id }, data: { createdAt: new Date(0) } })).rejects.toThrow("is kept");
  });
});

it("a signing key is resealed unchanged", async () => {
  const made = await currentSigningKey();
  const id = made.certificateId;
  const { sealed: before } = await db.signingKey.findUniqueOrThrow({ where: { id } });
  const p12 = createKeyring(env().masterKey).openFor("signing-key", before, [id]);
  const sealed = Buffer.from(old.sealFor("signing-key", p12, [id]));
  await db.signingKey.update({ where: { id }, data: { sealed } });
  const ctx = systemCtx();
  expect(await rewrap(ctx)).toMatchObject({ rewrapped: 1, left: 0 });
  expect(await linesOf(ctx.requestId)).toMatchObject([{ signingKeys: 1 }]);
  expect(await currentSigningKey()).toEqual(made);
  const row = await db.signingKey.findUniqueOrThrow({ where: { id } });
  expect(createKeyring(env().masterKey).openFor("signing-key", row.sealed, [id])).toEqual(p12);
});

it("a key of the ledger's log is resealed unchanged, and goes on signing", async () => {
  const { id } = await addLedgerKey(systemCtx());
  const { sealed: before } = await db.ledgerKey.findUniqueOrThrow({ where: { id } });
  const key = createKeyring(env().masterKey).openFor("ledger-key", before, [id]);
  await db.ledgerKey.update({ where: { id }, data: { sealed: Buffer.from(old.sealFor("ledger-key", key, [id])) } });
  const ctx = systemCtx();
  expect(await rewrap(ctx)).toMatchObject({ rewrapped: 1, left: 0 });
  expect(await linesOf(ctx.requestId)).toMatchObject([{ ledgerKeys: 1 }]);
  const { sealed } = await db.ledgerKey.findUniqueOrThrow({ where: { id } });
  expect(createKeyring(env().masterKey).openFor("ledger-key", sealed, [id])).toEqual(key);
  while ((await integrate()) > 0);
  expect(await readCheckpoint()).toContain(`— ${id.split("+")[0]} `);
});

it("a package's key is rewrapped unchanged", async () => {
  const { production } = await makeSealable();
  const { packageId } = await openSeal(production);
  const [key, place] = [newDataKey(), ["package-key", packageId]];
  const wrappedKey = Buffer.from(old.wrapKey(key, place));
  await clearMasterKeyUse();
  await db.packageKey.create({ data: { packageId, wrappedKey, createdAt: new Date() } });
  const ctx = systemCtx();
  expect(await rewrap(ctx)).toMatchObject({ rewrapped: 1, left: 0 });
  expect(await linesOf(ctx.requestId)).toMatchObject([{ packageKeys: 1 }]);
  const row = await db.packageKey.findUniqueOrThrow({ where: { packageId } });
  expect(createKeyring(env().masterKey).unwrapKey(row.wrappedKey, place)).toEqual(key);
});

it("a restored certificate key goes on signing, before and after it is resealed unchanged", async () => {
  const contents = someCertificate();
  const first = await signSome(contents);
  const { kid, sealed: made } = await db.certificateKey.findFirstOrThrow();
  const current = createKeyring(env().masterKey);
  const pem = current.openFor("certificate-key", made, [kid]);
  await db.certificateKey.update({
    where: { kid },
    data: { sealed: Buffer.from(old.sealFor("certificate-key", pem, [kid])) },
  });
  const restored = await signSome(contents);
  const ctx = systemCtx();
  expect(await rewrap(ctx)).toMatchObject({ rewrapped: 1, left: 0 });
  expect(await linesOf(ctx.requestId)).toMatchObject([{ certificateKeys: 1 }]);
  const { sealed } = await db.certificateKey.findUniqueOrThrow({ where: { kid } });
  expect(current.openFor("certificate-key", sealed, [kid])).toEqual(pem);
  const jwts = [first, restored, await signSome(contents)].map(({ jwt }) => jwt);
  for (const jwt of jwts) {
    expect(decodeProtectedHeader(jwt).kid).toBe(kid);
    expect(await verifyCertificate(jwt)).toMatchObject({ jti: contents.certificateId });
  }
  expect(await acceptedElsewhere(jwts)).toBe(jwts.length);
});

it("a removal request's claim, messages, notes and drafts are resealed unchanged", async () => {
  const removal = await makeRemoval();
  const custodian = staffCtx(await makeCustodian());
  await askClaimant(custodian, { requestId: removal.id, text: "Which one?" });
  await addRemovalNote(custodian, { requestId: removal.id, text: "The first one" });
  const { token } = await startDraft({ subject: "me" });
  await clearJobs();
  const message = await db.removalMessage.findFirstOrThrow({ where: { requestId: removal.id } });
  const note = await db.removalNote.findFirstOrThrow({ where: { requestId: removal.id } });
  const draft = await db.removalDraft.findFirstOrThrow();
  const current = createKeyring(env().masterKey);
  const made = [
    { purpose: "removal-claim", id: removal.id, sealed: removal.claim },
    { purpose: "removal-message", id: message.id, sealed: message.text },
    { purpose: "removal-note", id: note.id, sealed: note.text },
    { purpose: "removal-draft", id: draft.id, sealed: draft.answers },
  ].map((one) => ({ ...one, plain: current.openFor(one.purpose, one.sealed, one.id) }));
  const [claim, text, noted, answers] = made.map(({ purpose, plain, id }) =>
    Buffer.from(old.sealFor(purpose, plain, id)),
  );
  await db.removalRequest.update({ where: { id: removal.id }, data: { claim: claim ?? Buffer.of() } });
  await db.removalMessage.update({ where: { id: message.id }, data: { text: text ?? Buffer.of() } });
  await db.removalNote.update({ where: { id: note.id }, data: { text: noted ?? Buffer.of() } });
  await db.removalDraft.update({ where: { id: draft.id }, data: { answers: answers ?? Buffer.of() } });
  const ctx = systemCtx();
  expect(await rewrap(ctx)).toMatchObject({ rewrapped: 4, left: 0 });
  expect(await linesOf(ctx.requestId)).toMatchObject([
    { removalClaims: 1 },
    { removalMessages: 1 },
    { removalNotes: 1 },
    { removalDrafts: 1 },
  ]);
  const request = await db.removalRequest.findUniqueOrThrow({ where: { id: removal.id } });
  // So the links in earlier mails keep working.
  expect(hashToken(openPageToken(request)).equals(request.tokenHash)).toBe(true);
  const sealedNow = [
    request.claim,
    (await db.removalMessage.findUniqueOrThrow({ where: { id: message.id } })).text,
    (await db.removalNote.findUniqueOrThrow({ where: { id: note.id } })).text,
    (await db.removalDraft.findUniqueOrThrow({ where: { id: draft.id } })).answers,
  ];
  expect(sealedNow.map((sealed, n) => current.openFor(made[n]?.purpose ?? "", sealed, made[n]?.id ?? ""))).toEqual(
    made.map(({ plain }) => plain),
  );
  expect(await findRemovalDraft(token)).toMatchObject({ answers: { subject: "me" } });
});

it("an authenticator app's key is resealed, and its codes still count", async () => {
  const user = await makeUser();
  const secret = await makeApp(user);
  await clearJobs();
  const sealed = new Uint8Array(old.sealFor("totp-secret", Buffer.from(secret), [user.id]));
  await db.totpSecret.update({ where: { userId: user.id }, data: { sealed } });
  const ctx = systemCtx();
  expect(await rewrap(ctx)).toMatchObject({ rewrapped: 1, left: 0 });
  expect(await linesOf(ctx.requestId)).toMatchObject([{ totpSecrets: 1 }]);
  setVariables({ MASTER_KEY_PREVIOUS: undefined });
  const client = { requestId: newId() };
  await signInStore(client).createSession({ sessionToken: newId(), userId: user.id });
  const session = await db.session.findFirstOrThrow({ where: { userId: user.id } });
  expect(await proveByCode(personCtx(user), { sessionId: session.id, code: codeOf(secret) })).toBe("proven");
});

describe("the secrets of webhooks", () => {
  const current = () => createKeyring(env().masterKey);

  it("are resealed unchanged, in their own batches with ledger entries", async () => {
    await persons(2);
    const { made } = await makeSealedSecrets(5, old);
    const ctx = systemCtx();
    const progress: unknown[] = [];
    const result = await rewrap(ctx, { batch: 2, onProgress: (soFar) => void progress.push(soFar) });
    expect(result).toMatchObject({ rewrapped: 7, alreadyCurrent: 0, left: 0 });
    expect(result.uses.webhookSecrets).toEqual({ current: 5, previous: 0, missing: 0 });
    expect(progress).toEqual([2, 4, 6, 7].map((done) => ({ done, of: 7 })));
    const counts = (await linesOf(ctx.requestId)).map(({ persons, webhookSecrets }) => ({ persons, webhookSecrets }));
    expect(counts).toEqual([{ persons: 2 }, ...[2, 2, 1].map((webhookSecrets) => ({ webhookSecrets }))]);
    for (const { endpointId, secret } of made) expect(await openSealedSecrets(endpointId, current())).toEqual([secret]);
    expect(await rewrap(systemCtx())).toMatchObject({ rewrapped: 0, alreadyCurrent: 7, left: 0 });
  });

  it("can be rotated, and their endpoints deleted, during the run", async () => {
    const { partner, made } = await makeSealedSecrets(24, old);
    const [rotated, deleted] = [made.slice(0, 12), made.slice(12, 18)];
    const ctx = portalCtx(partner);
    const [result] = await Promise.all([
      rewrap(systemCtx(), { batch: 3 }),
      ...rotated.map(({ endpointId }) => rotateSecret(ctx, { endpointId, overlapHours: 24 })),
      ...deleted.map(({ endpointId }) => deleteEndpoint(ctx, { endpointId })),
    ]);
    expect(result.broken).toEqual({
      personKeys: [],
      webhookSecrets: [],
      storageKeys: [],
      signingKeys: [],
      certificateKeys: [],
      ledgerKeys: [],
      packageKeys: [],
      orderKeys: [],
      totpSecrets: [],
      removalClaims: [],
      removalMessages: [],
      removalNotes: [],
      hashSourceKeys: [],
      removalDrafts: [],
    });
    expect(await rewrap(systemCtx())).toMatchObject({ left: 0 });
    for (const { endpointId, secret } of made) {
      const secrets = await openSealedSecrets(endpointId, current());
      const isRotated = rotated.some((one) => one.endpointId === endpointId);
      if (deleted.some((one) => one.endpointId === endpointId)) expect(secrets).toEqual([]);
      else expect(secrets).toEqual(isRotated ? [secret, expect.stringMatching(/^whsec_/)] : [secret]);
    }
  });

  it("moved to another endpoint do not open, and are reported by that endpoint", async () => {
    const { made } = await makeSealedSecrets(2, old);
    const [one, other] = made;
    const { sealed } = await db.webhookSecret.findUniqueOrThrow({ where: { id: one?.id ?? "" } });
    await db.webhookSecret.update({ where: { id: other?.id ?? "" }, data: { sealed } });
    expect(await rewrap(systemCtx())).toMatchObject({
      rewrapped: 1,
      left: 1,
      broken: { webhookSecrets: [other?.endpointId] },
    });
  });
});

describe("values that need another key", () => {
  it("are left unchanged and reported: broken keys, and keys under a missing master key", async () => {
    const [moved, lost] = await persons(2, stranger);
    const [other] = await persons(1);
    const fine = await persons(2);
    const { wrappedKey } = await db.personKey.findUniqueOrThrow({ where: { userId: other?.userId ?? "" } });
    await db.personKey.update({ where: { userId: moved?.userId ?? "" }, data: { wrappedKey } });
    const rows = () => db.personKey.findMany({ where: { userId: { in: [moved?.userId ?? "", lost?.userId ?? ""] } } });
    const untouched = await rows();

    const result = await rewrap(systemCtx(), { batch: 1 });
    expect(result).toMatchObject({ rewrapped: 3, left: 2, broken: { personKeys: [moved?.userId] } });
    expect(result.uses.personKeys).toEqual({ current: 3, previous: 1, missing: 1 });
    expect(await rows()).toEqual(untouched);
    for (const { userId, key } of fine) expect(await openedByCurrentAlone(userId)).toEqual(key);
    await expect(openedByCurrentAlone(lost?.userId ?? "")).rejects.toThrow(SealBroken);
  });

  it("include waiting mails, until they are sent or fail for good", async () => {
    const props = { partnerName: null, continueUrl: null };
    await inTransaction((tx) => sendMail(tx, { to: freshEmail(), template: identityApprovedMail, props }));
    for (const ring of [old, old, stranger]) {
      const sealed = ring.sealFor("queued-mail", Buffer.from("{}"), ["mail", "t"]).toString("base64");
      await inTransaction((tx) => queueMail(tx, { mailId: newId(), template: "t", sealed }));
    }
    const { waitingMails } = (await findMasterKeyUse()).uses;
    expect(waitingMails).toEqual({ current: 1, previous: 2, missing: 1 });
    expect(await rewrap(systemCtx())).toMatchObject({ rewrapped: 0, left: 3 });
    await db.$executeRaw`
      SELECT graphile_worker.permanently_fail_jobs(ARRAY(SELECT id FROM graphile_worker.jobs))`;
    expect(await rewrap(systemCtx())).toMatchObject({ left: 0 });
  });
});
