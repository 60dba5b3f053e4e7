/** A program that verifies a certificate of a production offline, and looks it up in the synced revocation list. */
export const verifyInNode = (baseUrl: string): string => `import { existsSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { createRemoteJWKSet, jwtVerify } from "jose"; // npm install jose

// Keeps the keys for ten minutes, and fetches them again when it meets a new one.
const keys = createRemoteJWKSet(new URL(${JSON.stringify(`${baseUrl}/.well-known/jwks.json`)}));
const REVOCATIONS = process.env.REVOCATIONS ?? "revocations.json"; // made by sync-revocations

/** What the certificate says. Throws unless it is ours, of this production, and neither ended nor revoked. */
async function verifyCertificate(certificate, productionId) {
  const { payload } = await jwtVerify(certificate, keys, {
    algorithms: ["RS256"], // never the algorithm that the certificate names
    subject: productionId,
    requiredClaims: ["exp", "jti"],
  });
  const listed = JSON.parse(readFileSync(REVOCATIONS, "utf8")).entries[payload.jti];
  if (listed?.type === "revocation") throw new Error(\`revoked: \${listed.reason}\`);
  return payload;
}

if (!existsSync(REVOCATIONS)) {
  console.error(\`not checked: \${REVOCATIONS} is missing. Run sync-revocations first.\`);
  process.exit(1);
}
try {
  const certificate = (await text(process.stdin)).trim();
  const { jti, performerCount, exp } = await verifyCertificate(certificate, process.argv.at(-1));
  console.log(\`valid: \${jti}, \${performerCount} performers, until \${new Date(exp * 1000).toISOString()}\`);
} catch (error) {
  console.error(\`not valid: \${error.message}\`);
  process.exitCode = 1;
}`;

/** Keeps a copy of the revocation list up to date. */
export const syncInNode = (
  baseUrl: string,
): string => `import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const LIST = ${JSON.stringify(`${baseUrl}/api/v1/productions/revoked-certificates`)};
const FILE = process.env.REVOCATIONS ?? "revocations.json";

const { since, entries } = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : { entries: {} };
let retrievedAt;
let cursor;
do {
  const query = new URLSearchParams({ ...(since && { since }), ...(cursor && { cursor }), limit: "200" });
  const response = await fetch(\`\${LIST}?\${query}\`, { headers: { Authorization: \`Bearer \${process.env.API_KEY}\` } });
  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
  const page = await response.json();
  for (const { certificateId, ...entry } of page.revocations) entries[certificateId] = entry;
  retrievedAt ??= page.retrievedAt;
  cursor = page.nextCursor;
} while (cursor);

// Replaced in one step, and only after the last page: a run that fails changes nothing, and the next one starts again.
writeFileSync(\`\${FILE}.new\`, JSON.stringify({ since: retrievedAt, entries }));
renameSync(\`\${FILE}.new\`, FILE);
console.log(\`\${Object.keys(entries).length} entries, retrieved at \${retrievedAt}\`);`;
