import type { CertificateContents } from "@/lib/domain/certificates/certificate-jwt";
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
