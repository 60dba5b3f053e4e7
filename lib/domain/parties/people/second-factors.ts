import { randomBytes } from "node:crypto";
import type { Ctx, PersonActor, SystemActor } from "@/lib/domain/core/context";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { sealedKeys } from "@/lib/platform/sealed-column";
import { emailAddress, oneLine } from "@/lib/platform/wire";
import { lockUser } from "../locks";
import { passkeyAddedMail, type SecurityChange, securityNoticeMail } from "./mails";
import { endOthers, factorsOf, recordSignIn } from "./sessions";

// Loaded when they are needed, because jobs and commands import this file too.
const otplib = () => import("otplib");
const qrcode = () => import("qrcode");

// A second factor is a passkey (./passkeys), or an authenticator app, whose codes are TOTP (RFC 6238). Recovery codes replace a
// lost one. Each change locks the person, so that of two requests with one code only one counts.

const STEP_S = 30;
/** Clocks of phones may be off by a step. */
const TOLERANCE_S = 30;
/** The most wrong codes of a person's app: a mailed link alone lets somebody try. */
const TRIES = [
  { limit: 5, ms: 15 * MINUTE_MS },
  { limit: 20, ms: DAY_MS },
];
const RECOVERY_CODES = 10;
const RECOVERY_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const RECOVERY_LENGTH = 16;

const SECRETS = sealedKeys({ purpose: "totp-secret", table: "totp_secrets", id: "user_id" });
/** The secrets of authenticator apps, for a rotation of the master key. */
export const totpSecretColumn = SECRETS.column;

const secretOf = ({ userId, sealed }: { userId: string; sealed: Uint8Array }): string =>
  SECRETS.open(userId, sealed).toString();

/**
 * A new secret for an authenticator app, which counts once `confirmApp` got its first code in the same session. Throws `Conflict` if an app
 * is set up.
 */
export async function startApp(ctx: Ctx<PersonActor>, { sessionId }: { sessionId: string }): Promise<void> {
  const { userId } = ctx.actor;
  const secret = (await otplib()).generateSecret();
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    await tx.totpSecret.deleteMany({ where: { userId, confirmedAt: null } });
    const sealed = new Uint8Array(SECRETS.seal(userId, Buffer.from(secret)));
    const row = { userId, sealed, sessionId, createdAt: clock.now() };
    const { count } = await tx.totpSecret.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) throw new Conflict("app_exists", "You already have an authenticator app. Remove it first.");
  });
}

/**
 * The secret of an app that isn't confirmed yet, as text and as a QR code in SVG. Null without one, and in every session but the one that
 * sets it up: whoever reads the person's mail could copy it, while they protect themselves against that.
 */
export async function findNewApp(
  ctx: Ctx<PersonActor>,
  { sessionId }: { sessionId: string },
): Promise<{ secret: string; qr: string } | null> {
  const row = await db.totpSecret.findUnique({
    where: { userId: ctx.actor.userId, sessionId, confirmedAt: null },
    include: { user: { select: { email: true } } },
  });
  if (!row) return null;
  const secret = secretOf(row);
  const [{ generateURI }, { toString: drawQr }] = [await otplib(), await qrcode()];
  const uri = generateURI({ issuer: SERVICE_NAME, label: row.user.email, secret });
  return { secret, qr: await drawQr(uri, { type: "svg", margin: 2, errorCorrectionLevel: "M" }) };
}

/** `wrong`: not a code of theirs, or one that was used. `too_many`: no code counts for a while. */
export type FactorOutcome = "proven" | "wrong" | "too_many";

type Typed = { sessionId: string; code: string };

/** Confirms a new app with its first code, which proves a second factor in the session. Throws `NotFound` without a new app. */
export async function confirmApp(ctx: Ctx<PersonActor>, { sessionId, code }: Typed): Promise<FactorOutcome> {
  const { userId } = ctx.actor;
  return inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const row = await tx.totpSecret.findUnique({ where: { userId, sessionId, confirmedAt: null } });
    if (!row) throw new NotFound("This setup has expired. Start again.");
    return limited(tx, userId, async () => {
      const lastStep = await stepOf(secretOf(row), digitsOf(code));
      if (lastStep === null) return false;
      await tx.totpSecret.update({ where: { userId }, data: { confirmedAt: clock.now(), lastStep } });
      await proveSession(tx, ctx, sessionId);
      await recordSignIn(tx, ctx, { userId, action: "authenticator_app.added" });
      await tellSecurityChange(tx, ctx, { change: "app_added" });
      return true;
    });
  });
}

/**
 * Proves a second factor in a session by a code of the person's app, or by a recovery code. Each counts once. Throws `NotFound` for
 * a session that isn't theirs or has ended.
 */
export async function proveByCode(ctx: Ctx<PersonActor>, { sessionId, code }: Typed): Promise<FactorOutcome> {
  const { userId } = ctx.actor;
  return inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const digits = digitsOf(code);
    const prove = async (by: "app" | "recovery_code" | null): Promise<boolean> => {
      if (!by) return false;
      await proveSession(tx, ctx, sessionId);
      await recordSignIn(tx, ctx, { userId, action: "session.factor_proven", detail: { by } });
      return true;
    };
    if (/^\d{6}$/.test(digits)) {
      return limited(tx, userId, async () => prove(await spendAppCode(tx, userId, digits)));
    }
    // Not limited: nobody guesses 80 bits, and whoever reads the person's mail could lock them out with wrong codes.
    return (await prove(await spendRecoveryCode(tx, ctx, code))) ? "proven" : "wrong";
  });
}

/** Notes a second factor in the person's session. Throws `NotFound` for a session that isn't theirs or has ended. */
export async function proveSession(tx: Tx, { actor: { userId } }: Ctx<PersonActor>, id: string): Promise<void> {
  const now = clock.now();
  const where = { id, userId, expires: { gt: now } };
  const { count } = await tx.session.updateMany({ where, data: { factorAt: now } });
  if (count === 0) throw new NotFound("This session has ended.");
}

// Runs with the person locked, so that concurrent guesses are counted one after another.
async function limited(tx: Tx, userId: string, check: () => Promise<boolean>): Promise<FactorOutcome> {
  const now = clock.now();
  for (const { limit, ms } of TRIES) {
    const since = new Date(now.getTime() - ms);
    if ((await tx.factorTry.count({ where: { userId, triedAt: { gt: since } } })) >= limit) return "too_many";
  }
  if (await check()) return "proven";
  await tx.factorTry.create({ data: { id: newId(), userId, triedAt: now } });
  return "wrong";
}

const digitsOf = (typed: string): string => typed.normalize("NFKC").replace(/[\s-]/g, "");

/** The time step whose code this is; null for a wrong one. Compares in constant time. */
async function stepOf(secret: string, token: string): Promise<number | null> {
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(clock.now().getTime() / 1000);
  const { verifySync } = await otplib();
  const found = verifySync({ secret, token, epoch, period: STEP_S, epochTolerance: TOLERANCE_S });
  return found.valid && "timeStep" in found ? found.timeStep : null;
}

async function spendAppCode(tx: Tx, userId: string, digits: string): Promise<"app" | null> {
  const row = await tx.totpSecret.findUnique({ where: { userId, confirmedAt: { not: null } } });
  const step = row && (await stepOf(secretOf(row), digits));
  if (step === null) return null;
  const where = { userId, confirmedAt: { not: null }, lastStep: { lt: step } };
  const { count } = await tx.totpSecret.updateMany({ where, data: { lastStep: step } });
  return count === 1 ? "app" : null;
}

async function spendRecoveryCode(tx: Tx, ctx: Ctx<PersonActor>, typed: string): Promise<"recovery_code" | null> {
  const { userId } = ctx.actor;
  const where = { userId, codeHash: hashOf(typed), usedAt: null };
  const { count } = await tx.recoveryCode.updateMany({ where, data: { usedAt: clock.now() } });
  if (count === 0) return null;
  const left = await tx.recoveryCode.count({ where: { userId, usedAt: null } });
  await recordSignIn(tx, ctx, { userId, action: "recovery_code.used", detail: { left } });
  await tellSecurityChange(tx, ctx, { change: "recovery_code_used", left });
  return "recovery_code";
}

const hashOf = (typed: string) => hashToken(digitsOf(typed).toLowerCase());

// 80 random bits. The alphabet has 32 letters, so that a byte's last five bits choose each one evenly.
function newRecoveryCode(): string {
  const letters = [...randomBytes(RECOVERY_LENGTH)].map((byte) => RECOVERY_ALPHABET[byte % 32]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** Ten new recovery codes, which replace the earlier ones. Only their hashes are kept. Throws `Conflict` without a second factor. */
export async function makeRecoveryCodes(ctx: Ctx<PersonActor>): Promise<string[]> {
  const { userId } = ctx.actor;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const { app, passkey } = await factorsOf(tx, userId);
    if (!app && !passkey) throw new Conflict("no_factor", "Add a passkey or an authenticator app first.");
    await tx.recoveryCode.deleteMany({ where: { userId } });
    const createdAt = clock.now();
    await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashOf(code), createdAt })) });
    await recordSignIn(tx, ctx, { userId, action: "recovery_code.made" });
    await tellSecurityChange(tx, ctx, { change: "recovery_codes_made" });
  });
  return codes;
}

/** Recovery codes replace a second factor. Without one, they open nothing and go. */
export async function forgetUselessCodes(tx: Tx, userId: string): Promise<void> {
  const { app, passkey } = await factorsOf(tx, userId);
  if (!app && !passkey) await tx.recoveryCode.deleteMany({ where: { userId } });
}

/**
 * Removes the person's app, and ends all of their sessions but this one: somebody else may have it, or wait in a half session for its
 * code, which the mailbox would no longer need. Throws `NotFound`.
 */
export async function removeApp(ctx: Ctx<PersonActor>, { sessionId }: { sessionId: string }): Promise<void> {
  const { userId } = ctx.actor;
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const { count } = await tx.totpSecret.deleteMany({ where: { userId, confirmedAt: { not: null } } });
    if (count === 0) throw new NotFound("This app is already removed.");
    await forgetUselessCodes(tx, userId);
    await endOthers(tx, ctx, sessionId);
    await recordSignIn(tx, ctx, { userId, action: "authenticator_app.removed" });
    await tellSecurityChange(tx, ctx, { change: "app_removed" });
  });
}

/** The person's app and recovery codes, for their security page. */
export async function findSecondFactors(
  ctx: Ctx<PersonActor>,
): Promise<{ appSince: Date | null; recoveryCodesLeft: number }> {
  const { userId } = ctx.actor;
  const app = await db.totpSecret.findUnique({ where: { userId }, select: { confirmedAt: true } });
  const recoveryCodesLeft = await db.recoveryCode.count({ where: { userId, usedAt: null } });
  return { appSince: app?.confirmedAt ?? null, recoveryCodesLeft };
}

/**
 * Removes every second factor of a person who lost them, and ends their sessions: for operators, who give the reason. A mailed link
 * then signs the person in. Throws `NotFound` for an unknown address, `Conflict` if there is nothing to remove.
 */
export async function removeSecondFactors(
  ctx: Ctx<SystemActor>,
  { email: address, reason }: { email: string; reason: string },
): Promise<{ userId: string; passkeys: number; app: boolean; sessionsEnded: number }> {
  const email = emailAddress.parse(address);
  return inTransaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) throw new NotFound(`No account has the address ${email}.`);
    const where = { userId: user.id };
    await lockUser(tx, user.id);
    const passkeys = await tx.authenticator.deleteMany({ where });
    await tx.signInAccount.deleteMany({ where });
    const apps = await tx.totpSecret.deleteMany({ where });
    if (passkeys.count + apps.count === 0) throw new Conflict("no_factor", `${email} has no second factor.`);
    await tx.recoveryCode.deleteMany({ where });
    await tx.factorTry.deleteMany({ where });
    const sessions = await tx.session.deleteMany({ where });
    const removed = { passkeys: passkeys.count, app: apps.count > 0, sessionsEnded: sessions.count };
    const why = { reason: oneLine(reason), detail: removed };
    await recordSignIn(tx, ctx, { userId: user.id, action: "second_factors.removed", ...why });
    await tellSecurityChange(tx, { ...ctx, actor: { kind: "person", userId: user.id } }, { change: "all_removed" });
    return { userId: user.id, ...removed };
  });
}

/** Mails a person what changed about how they sign in, in case somebody else did it. */
export async function tellSecurityChange(
  tx: Tx,
  { actor: { userId }, ip }: Ctx<PersonActor>,
  change: SecurityChange,
): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const where = { at: clock.now().toISOString(), ip: ip ?? null, securityUrl: `${env().baseUrl}/account` };
  if (change.change === "passkey_added") {
    await sendMail(tx, { to: email, template: passkeyAddedMail, props: { ...where, name: change.name } });
  } else {
    await sendMail(tx, { to: email, template: securityNoticeMail, props: { ...where, ...change } });
  }
}
