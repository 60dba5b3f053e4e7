import { pdfkitAddPlaceholder } from "@signpdf/placeholder-pdfkit";
import { P12Signer } from "@signpdf/signer-p12";
import { SignPdf } from "@signpdf/signpdf";
import type PDFDocument from "pdfkit";
import { SERVICE_NAME } from "@/lib/platform/brand";
import type { SigningKey } from "./signing-key";

// Room for the signature with a chain of several certificates.
const SIGNATURE_BYTES = 16_384;

/** Finishes an open document and signs all of it, as PDF readers expect (`adbe.pkcs7.detached`, SHA-256). */
export async function finishSigned(
  pdf: InstanceType<typeof PDFDocument>,
  { key, reason, at }: { key: SigningKey; reason: string; at: Date },
): Promise<Buffer> {
  pdfkitAddPlaceholder({
    pdf,
    pdfBuffer: Buffer.alloc(0),
    reason,
    contactInfo: "",
    name: SERVICE_NAME,
    location: "",
    signingTime: at,
    signatureLength: SIGNATURE_BYTES,
  });
  const chunks: Buffer[] = [];
  pdf.end();
  for await (const chunk of pdf) chunks.push(Buffer.from(chunk));
  const signer = new P12Signer(key.p12, { passphrase: key.passphrase });
  return new SignPdf().sign(Buffer.concat(chunks), signer, at);
}
