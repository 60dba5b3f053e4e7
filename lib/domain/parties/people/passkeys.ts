import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { openFor, SealBroken, sealFor } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Forbidden, InvalidField, NotFound } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";
import type { Authenticator } from "@/prisma/generated/client";
import { lockUser } from "../locks";
import { nameText } from "./authorize";
import { forgetUselessCodes, proveSession, tellSecurityChange } from "./second-factors";
import { endOthers, recordSignIn, startSession } from "./sessions";

/** How long a passkey's challenge can be answered. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
// The version before accepts an answer for an hour.
const SPENT_CHALLENGE_MS = HOUR_MS;

const PURPOSE = "passkey-challenge";

/** `sessionId`: the session that registers a passkey. Null to sign in. */
type Challenge = { challenge: string; sessionId: string | null; expiresAt: number };
const Challenge = z.object({ challenge: z.string(), sessionId: z.string().nullable(), expiresAt: z.number() });

const base64url = z.string().max(64_000);
const PublicKeyCredential = {
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}).default({}),
};
const Assertion = z.object({
  ...PublicKeyCredential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
const Attestation = z.object({
  ...PublicKeyCredential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[\w-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});

// Loaded by the first passkey, because it takes a while, and jobs and commands need none.
const library = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256. Said, because the default tries what this Node only experiments with. */
const ALGORITHMS = [-8, -7, -257];

const relyingParty = () => ({ rpID: new URL(env().baseUrl).hostname, rpName: SERVICE_NAME });

/** What a browser keeps until it answers, sealed. It is the only copy, so that the answer counts in this browser alone. */
const seal = (challenge: Omit<Challenge, "expiresAt">): string =>
  sealFor(PURPOSE, Buffer.from(JSON.stringify({ ...challenge, expiresAt: clock.now().getTime() + CHALLENGE_MS })), [
    challenge.sessionId ?? "",
  ]).toString("base64url");

function unseal(sealed: string | undefined, sessionId: string | null): string | null {
  try {
    const plain = openFor(PURPOSE, Buffer.from(sealed ?? "", "base64url"), [sessionId ?? ""]);
    const { challenge, expiresAt } = Challenge.parse(JSON.parse(plain.toString()));
    return expiresAt > clock.now().getTime() ? challenge : null;
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/**
 * What a browser needs to sign in with a passkey: `options` for its authenticator, `sealed` for a cookie. Takes no address, so that
 * nobody learns who has passkeys: the device offers those that it has.
 */
export async function beginPasskeySignIn() {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({ rpID: relyingParty().rpID, userVerification: "required" });
  return { options, sealed: seal({ challenge: options.challenge, sessionId: null }) };
}

/** What a browser needs to register a passkey for the person of a session. */
export async function beginPasskeyRegistration(ctx: Ctx<PersonActor>, { sessionId }: { sessionId: string }) {
  const { userId } = ctx.actor;
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const known = await db.authenticator.findMany({
    where: { userId },
    select: { credentialID: true, transports: true },
  });
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    ...relyingParty(),
    userName: email,
    supportedAlgorithmIDs: ALGORITHMS,
    userDisplayName: email,
    excludeCredentials: known.map(({ credentialID, transports }) => ({
      id: Buffer.from(credentialID, "base64").toString("base64url"),
      transports: transportsOf(transports),
    })),
    // It is found without an address, and proves who holds the device.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options, sealed: seal({ challenge: options.challenge, sessionId }) };
}

const transportsOf = (stored: string | null): string[] => stored?.split(",").filter(Boolean) ?? [];

/**
 * Signs in with a passkey. Returns the new session's token, or null for an answer that is wrong, late or repeated, or for an
 * unknown passkey. Of two requests with one answer, one signs in.
 */
export async function signInByPasskey(
  client: Omit<Ctx, "actor">,
  { sealed, answer }: { sealed: string | undefined; answer: unknown },
): Promise<{ token: string; userId: string; endsAt: Date } | null> {
  const response = Assertion.safeParse(answer).data;
  const refuse = (what: string): null => {
    logRefusal(what, { subject: response?.id ?? null, ip: client.ip });
    return null;
  };
  const challenge = unseal(sealed, null);
  if (!response || !challenge) return refuse("wrong passkey answer");
  // Stored as next-auth did: in base64, not base64url.
  const credentialID = Buffer.from(response.id, "base64url").toString("base64");
  const passkey = await db.authenticator.findUnique({ where: { credentialID } });
  if (!passkey) return refuse("unknown passkey");
  const verified = await verify(passkey, response, challenge);
  if (!verified) return refuse("wrong passkey answer");
  const started = await inTransaction(async (tx) => {
    await lockUser(tx, passkey.userId);
    // Failed answers spend none, so strangers can't fill the table.
    if (!(await spendChallenge(tx, challenge))) return null;
    if (!(await moveCounter(tx, passkey, verified.newCounter))) return null;
    const provesFactor = verified.userVerified;
    return startSession(tx, client, { userId: passkey.userId, provesFactor });
  });
  return started ? { ...started, userId: passkey.userId } : refuse("repeated passkey answer");
}

async function verify(passkey: Authenticator, response: AuthenticationResponseJSON, expectedChallenge: string) {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: env().baseUrl,
    expectedRPID: relyingParty().rpID,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(passkey.credentialPublicKey, "base64")),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  return verified ? authenticationInfo : null;
}

// A counter that doesn't grow is a copied authenticator's. Synced passkeys don't count, and stay at zero.
async function moveCounter(tx: Tx, { credentialID }: { credentialID: string }, counter: number): Promise<boolean> {
  const lower = counter === 0 ? { counter: 0 } : { counter: { lt: counter } };
  const { count } = await tx.authenticator.updateMany({
    where: { credentialID, ...lower },
    data: { counter, lastUsedAt: clock.now() },
  });
  return count === 1;
}

/** Spends the challenge of a verified answer: whoever captured the cookie and the answer could replay both. False if it was spent before. */
async function spendChallenge(tx: Tx, challenge: string): Promise<boolean> {
  const expires = new Date(clock.now().getTime() + SPENT_CHALLENGE_MS);
  const { count } = await tx.spentChallenge.createMany({ data: [{ challenge, expires }], skipDuplicates: true });
  return count === 1;
}

/**
 * Adds a passkey to the person's account, which proves a second factor in their session. The caller checked that the session is
 * fresh. Throws `InvalidField` for what is no answer, `Forbidden` for an answer that is wrong, late, repeated, or to another session's challenge; `NotFound` if it has ended.
 */
export async function addPasskey(
  ctx: Ctx<PersonActor>,
  { sessionId, sealed, answer, name }: { sessionId: string; sealed: string | undefined; answer: unknown; name: string },
): Promise<void> {
  const { userId } = ctx.actor;
  const refuse = (what: string): never => {
    logRefusal(what, { subject: userId, ip: ctx.ip });
    throw new Forbidden("That didn’t work. Try again.");
  };
  const response = Attestation.safeParse(answer).data;
  if (!response) throw new InvalidField("answer", "Your browser sent something that we can’t read. Try again.");
  const challenge = unseal(sealed, sessionId);
  if (!challenge) return refuse("wrong passkey answer");
  const info = await verifyNew(response as RegistrationResponseJSON, challenge);
  if (!info) return refuse("wrong passkey answer");
  const credentialID = Buffer.from(info.credential.id, "base64url").toString("base64");
  const added = await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await spendChallenge(tx, challenge))) return false;
    const { count } = await tx.authenticator.createMany({
      data: [
        {
          credentialID,
          userId,
          providerAccountId: credentialID,
          credentialPublicKey: Buffer.from(info.credential.publicKey).toString("base64"),
          counter: info.credential.counter,
          credentialDeviceType: info.credentialDeviceType,
          credentialBackedUp: info.credentialBackedUp,
          transports: response.response.transports?.join(",") ?? null,
          name,
          createdAt: clock.now(),
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) return false;
    // What the version before finds a passkey's person by.
    await tx.signInAccount.create({
      data: { userId, type: "webauthn", provider: "passkey", providerAccountId: credentialID },
    });
    await proveSession(tx, ctx, sessionId);
    await recordSignIn(tx, ctx, { userId, action: "passkey.added" });
    await tellSecurityChange(tx, ctx, { change: "passkey_added", name });
    return true;
  });
  if (!added) refuse("repeated passkey answer");
}

async function verifyNew(response: RegistrationResponseJSON, expectedChallenge: string) {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: env().baseUrl,
    expectedRPID: relyingParty().rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  return registrationInfo;
}

/** A passkey as its owner sees it. */
export type PasskeyRow = {
  credentialId: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Synced by a password manager or a platform account, so it outlives the device. */
  synced: boolean;
};

/** A person's passkeys, newest first. */
export async function listPasskeys(ctx: Ctx<PersonActor>): Promise<PasskeyRow[]> {
  const rows = await db.authenticator.findMany({
    where: { userId: ctx.actor.userId },
    orderBy: [{ createdAt: "desc" }, { credentialID: "asc" }],
    select: { credentialID: true, name: true, createdAt: true, lastUsedAt: true, credentialBackedUp: true },
  });
  return rows.map(({ credentialID, name, credentialBackedUp, ...row }) => ({
    ...row,
    credentialId: credentialID,
    name: name ?? "Passkey",
    synced: credentialBackedUp,
  }));
}

const PASSKEY_NAME_MAX = 60;
/** A passkey's name. */
export const PasskeyName = nameText(PASSKEY_NAME_MAX, "Give the passkey a name.");

/** Renames a passkey. Throws `NotFound` if it isn't the person's. */
export async function renamePasskey(
  ctx: Ctx<PersonActor>,
  input: { credentialId: string; name: string },
): Promise<void> {
  const name = PasskeyName.parse(input.name);
  await inTransaction(async (tx) => {
    const { count } = await tx.authenticator.updateMany({
      where: { credentialID: input.credentialId, userId: ctx.actor.userId },
      data: { name },
    });
    if (count === 0) throw new NotFound("This passkey no longer exists.");
    await recordSignIn(tx, ctx, { userId: ctx.actor.userId, action: "passkey.renamed" });
  });
}

/** Removes a passkey, and ends all of the person's sessions but this one: somebody else may have it. Throws `NotFound`. */
export async function removePasskey(
  ctx: Ctx<PersonActor>,
  { credentialId, sessionId }: { credentialId: string; sessionId: string },
): Promise<void> {
  const { userId } = ctx.actor;
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const passkey = await tx.authenticator.findFirst({ where: { credentialID: credentialId, userId } });
    if (!passkey) throw new NotFound("This passkey no longer exists.");
    await tx.authenticator.deleteMany({ where: { credentialID: credentialId, userId } });
    await tx.signInAccount.deleteMany({ where: { userId, providerAccountId: passkey.providerAccountId } });
    await forgetUselessCodes(tx, userId);
    await endOthers(tx, ctx, sessionId);
    await recordSignIn(tx, ctx, { userId, action: "passkey.removed" });
    await tellSecurityChange(tx, ctx, { change: "passkey_removed", name: passkey.name ?? "Passkey" });
  });
}
