import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type CertificateContents, openSigner, signCertificate } from "@/lib/domain/certificates/certificate-jwt";
import { readKeySet } from "@/lib/domain/certificates/certificate-keys";
import { sha256Hex } from "@/lib/platform/crypto";
import { newId } from "@/lib/platform/ids";

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
