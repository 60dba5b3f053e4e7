import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { confirmTakedown, requestTakedown } from "@/lib/domain/productions";
import {
  type CertificateContents,
  openSigner,
  signCertificate,
} from "@/lib/domain/productions/certificates/certificate-jwt";
import { readKeySet } from "@/lib/domain/productions/certificates/certificate-keys";
import type { IssuedCertificate } from "@/lib/domain/productions/certificates/issue-certificate";
import { finishSeal } from "@/lib/domain/productions/packages/finish-seal";
import { clock } from "@/lib/platform/clock";
import { newDataKey, sha256, sha256Hex, wrapKey } from "@/lib/platform/crypto";
import { db, inTransaction, violates } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeCustodian, staffCtx, systemCtx } from "./factories";
import { openSeal } from "./packages";

/** What a test's certificate says. */
export const someCertificate = (): CertificateContents => ({
  productionId: newId(),
  certificateId: newId(),
  performerCount: 3,
  documentedAt: new Date("2026-11-20T10:00:00.000Z"),
  sealedAt: new Date("2026-11-20T10:00:05.123Z"),
  archiveSha256: sha256Hex("a package"),
});

/** A signed certificate of nothing in particular. */
export const signSome = async (contents = someCertificate()) => signCertificate(contents, await openSigner());

/** How many tokens a verifier elsewhere accepts, which knows only the key set. */
export async function acceptedElsewhere(tokens: readonly string[]): Promise<number> {
  const program = `
    import { createLocalJWKSet, jwtVerify } from "jose";
    const { set, tokens } = JSON.parse(await new Response(process.stdin).text());
    const results = await Promise.allSettled(tokens.map((token) => jwtVerify(token, createLocalJWKSet(set))));
    console.log(results.filter(({ status }) => status === "fulfilled").length);`;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  run.child.stdin?.end(JSON.stringify({ set: await readKeySet(), tokens }));
  return Number((await run).stdout);
}

/**
 * Seals a production's records as its job does, without the archive, and returns the certificate. Waits while another package of it
 * is made. Null for a production that was revoked or taken down.
 */
export async function certify({ id }: { id: string }): Promise<IssuedCertificate | null> {
  const production = await db.production.findUniqueOrThrow({
    where: { id },
    include: { producer: { include: { user: true } } },
  });
  const [packageId, signer, now] = [await openPackage(production), await openSigner(), clock.now()];
  const archive = {
    key: `packages/${packageId}`,
    sha256: sha256(packageId),
    bytes: 1000,
    wrappedKey: Buffer.from(wrapKey(newDataKey(), ["package-key", packageId])),
    claimBy: new Date(now.getTime() + DAY_MS),
  };
  const sealed = { packageId, archive, signer, sealedAt: now, performerCount: 2, depictionCount: 1 };
  if (!(await finishSeal(systemCtx(), sealed))) return null;
  const made = await db.certificate.findFirstOrThrow({ where: { packageId } });
  return { certificateId: made.id, jwt: made.jwt ?? "", issuedAt: made.issuedAt, expiresAt: made.expiresAt };
}

async function openPackage(production: Parameters<typeof openSeal>[0]): Promise<string> {
  for (;;) {
    try {
      return (await openSeal(production)).packageId;
    } catch (error) {
      if (!violates(error, "sealed_packages_open")) throw error;
      await wait(5);
    }
  }
}

/** Pulls a production because of a confirmed removal request. */
export async function takeDown(productionId: string): Promise<void> {
  const request = { productionId, removalRequestId: newId() };
  const custodian = staffCtx(await makeCustodian());
  await inTransaction(async (tx) => {
    await requestTakedown(tx, custodian, filedRequest(request));
    await confirmTakedown(tx, custodian, request);
  });
}

/** A removal request as it was filed. */
export const filedRequest = (request: { productionId: string; removalRequestId: string }) => ({
  ...request,
  legalBasis: "NCII_TAKE_IT_DOWN" as const,
  performerEmailHash: sha256Hex("ada@example.com"),
  requestedAt: clock.now(),
  freezesAt: clock.now(),
  removalDeadline: new Date(clock.now().getTime() + 2 * DAY_MS),
});
