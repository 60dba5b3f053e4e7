import { SignJWT } from "jose";
import { expect, it } from "vitest";
import { readKeySet } from "@/lib/domain/productions/certificates";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { signSome, someCertificate } from "@/lib/testing/certificates";
import { readCertificate } from "./read-certificate";

it("reads a genuine certificate, also one broken into lines, and knows when it ends", async () => {
  clock.freeze("2026-11-24T09:00:00.000Z");
  const contents = someCertificate();
  const { jwt, expiresAt } = await signSome(contents);
  const keySet = await readKeySet();
  const ends = expiresAt.getTime();
  const pasted = ` ${jwt.replace(/.{76}/g, "$&\r\n")}\n`;
  const { custodianName: name, custodianAddress: address, baseUrl } = env();
  expect(await readCertificate(pasted, keySet, ends - 1)).toEqual({
    outcome: "genuine",
    hasEnded: false,
    facts: {
      issuer: baseUrl,
      productionId: contents.productionId,
      certificateId: contents.certificateId,
      issuedAt: clock.now().getTime(),
      expiresAt: ends,
      performerCount: contents.performerCount,
      documentedAt: contents.documentedAt.getTime(),
      sealedAt: contents.sealedAt.getTime(),
      archiveSha256: contents.archiveSha256,
      custodian: { name, address },
    },
  });
  expect(await readCertificate(jwt, keySet, ends)).toMatchObject({ outcome: "genuine", hasEnded: true });
});

it("refuses every other text", async () => {
  const [{ jwt }, { jwt: other }] = [await signSome(), await signSome()];
  const keySet = await readKeySet();
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const [, , otherSignature = ""] = other.split(".");
  const kid = keySet.keys[0]?.kid ?? "";
  const symmetric = await new SignJWT({}).setProtectedHeader({ alg: "HS256", kid }).sign(Buffer.from(kid));
  const unsigned = Buffer.from(JSON.stringify({ alg: "none", kid })).toString("base64url");
  const outcomeOf = async (text: string) => (await readCertificate(text, keySet, 0)).outcome;
  expect(await outcomeOf(`${header}.${payload}.${otherSignature}`)).toBe("forged");
  expect(await outcomeOf(symmetric)).toBe("forged");
  expect(await outcomeOf(`${unsigned}.${payload}.${signature}`)).toBe("forged");
  expect((await readCertificate(jwt, { keys: [] }, 0)).outcome).toBe("unknown_key");
  for (const text of ["", "eyJ", `"${jwt}"`, `${header}.${payload}.`, `${jwt}.x`, "a.b.c"]) {
    expect(await outcomeOf(text), text).toBe("unreadable");
  }
});
