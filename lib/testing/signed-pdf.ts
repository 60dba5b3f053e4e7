import { verify, X509Certificate } from "node:crypto";
import forge from "node-forge";
import { sha256Hex } from "@/lib/platform/crypto";

/**
 * Checks a PDF's only signature: that it covers the whole file but itself, states the file's hash, and opens under the public key of
 * its certificate. Throws what is wrong.
 */
export function verifySignedPdf(pdf: Buffer): { certificate: X509Certificate } {
  const text = pdf.toString("latin1");
  const ranges = [...text.matchAll(/\/ByteRange \[(\d+) +(\d+) +(\d+) +(\d+) *\]/g)];
  const [start = -1, first = 0, second = 0, rest = 0] = (ranges[0] ?? []).slice(1).map(Number);
  if (ranges.length !== 1 || start !== 0 || second + rest !== pdf.length)
    throw new Error("not all of the file is signed");
  const content = Buffer.concat([pdf.subarray(0, first), pdf.subarray(second)]);
  const padded = Buffer.from(text.slice(first + 1, second - 1), "hex");
  const der = padded.subarray(0, 4 + padded.readUInt16BE(2));
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(der.toString("latin1")));
  const [signer] = "certificates" in message ? message.certificates : [];
  if (!signer) throw new Error("the signature has no certificate");
  const certificate = new X509Certificate(forge.pki.certificateToPem(signer));

  const { authenticatedAttributes, signature }: { authenticatedAttributes: forge.asn1.Asn1[]; signature: string } =
    message.rawCapture;
  // Signed as a SET, though the message has them under another tag (RFC 5652, 5.4).
  const { Class, Type } = forge.asn1;
  const attributes = forge.asn1.create(Class.UNIVERSAL, Type.SET, true, authenticatedAttributes);
  const signed = Buffer.from(forge.asn1.toDer(attributes).getBytes(), "latin1");
  if (!signed.toString("hex").includes(`0420${sha256Hex(content)}`)) throw new Error("the file was changed");
  if (!verify("sha256", signed, certificate.publicKey, Buffer.from(signature, "latin1"))) {
    throw new Error("the signature is not the certificate's");
  }
  return { certificate };
}
