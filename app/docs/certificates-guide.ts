import type { CertificatesGuide } from "@/components/api/reference/productions-and-certificates";
import { examplesOf } from "@/lib/api/reference/examples";
import { syncInNode, verifyInNode } from "./verify-in-node";
import { verifyInPhp } from "./verify-in-php";
import { syncInPython, verifyInPython } from "./verify-in-python";

const CLAIMS = {
  iss: "https://records.example.com",
  sub: "03f9c2k7v1m4x8q0z5t6b3n1h",
  jti: "03f9c2k7v1m4x8q0z5t6b3n1k",
  iat: 1788609600,
  exp: 1820145600,
  performerCount: 2,
  documentedAt: "2026-09-05T12:00:00.000Z",
  sealedAt: "2026-09-05T12:00:07.431Z",
  archiveSha256: "b4c9a289323b21a01c3e940f150eb9b8c542587f1abfd8f0e1cc1ffc5e475514",
  custodian: { name: "Example Records Inc.", address: "1 Archive Road, Springfield, IL 62701, USA" },
};

/** The code of the page about productions and certificates, with calls of `baseUrl`. A test runs all of it. */
export function certificatesGuide(baseUrl: string): CertificatesGuide {
  const productions = `${baseUrl}/api/v1/productions`;
  return {
    claims: JSON.stringify(CLAIMS, null, 2),
    verifiers: [
      { id: "node", label: "Node", file: "verify.mjs · npm install jose", code: verifyInNode(baseUrl) },
      { id: "python", label: "Python", file: 'verify.py · pip install "PyJWT[crypto]"', code: verifyInPython(baseUrl) },
      { id: "php", label: "PHP", file: "verify.php · extension openssl", code: verifyInPhp(baseUrl) },
    ],
    syncs: [
      { id: "node", label: "Node", file: "sync-revocations.mjs", code: syncInNode(baseUrl) },
      { id: "python", label: "Python", file: "sync_revocations.py", code: syncInPython(baseUrl) },
    ],
    check: examplesOf({
      method: "POST",
      url: `${productions}/${CLAIMS.sub}/verify-certificate`,
      body: { certificate: "eyJhbGciOiJSUzI1NiIsImtpZCI6ImV4YW1wbGUifQ.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl" },
    }),
  };
}
