import { generateSync } from "otplib";
import { confirmApp, findNewApp, startApp } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { personCtx } from "./factories";

/** The code of an authenticator app now, or `steps` of 30 seconds later. */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) + steps * 30 });

/** Gives a person an authenticator app, confirmed in a session that then ends. Returns its secret. */
export async function makeApp(user: { id: string }): Promise<string> {
  const ctx = personCtx(user);
  const now = clock.now();
  const id = newId();
  await db.session.create({
    data: {
      id,
      userId: user.id,
      sessionToken: id,
      createdAt: now,
      lastSeenAt: now,
      expires: new Date(now.getTime() + 60_000),
    },
  });
  await startApp(ctx, { sessionId: id });
  const { secret } = (await findNewApp(ctx, { sessionId: id })) ?? { secret: "" };
  const outcome = await confirmApp(ctx, { sessionId: id, code: codeOf(secret) });
  if (outcome !== "proven") throw new Error(`The app wasn’t confirmed: ${outcome}`);
  // So that a test can use the code of now.
  await db.totpSecret.update({ where: { userId: user.id }, data: { lastStep: { decrement: 1 } } });
  await db.session.delete({ where: { id } });
  return secret;
}

/** Gives a person a passkey that no device has. Returns its id. */
export async function makePasskey(user: { id: string }): Promise<string> {
  const credentialID = Buffer.from(`credential ${newId()}`).toString("base64");
  const providerAccountId = credentialID;
  const device = { credentialDeviceType: "singleDevice", credentialBackedUp: false, counter: 0 };
  await db.authenticator.create({
    data: { userId: user.id, credentialID, providerAccountId, credentialPublicKey: "key", name: "Laptop", ...device },
  });
  await db.signInAccount.create({
    data: { userId: user.id, type: "webauthn", provider: "passkey", providerAccountId },
  });
  return credentialID;
}
