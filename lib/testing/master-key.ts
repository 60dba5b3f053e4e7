import type { createKeyring } from "@/lib/platform/crypto-keyring";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makePartner } from "./factories";
import { clearJobs } from "./queue";
import { asOwner } from "./sql";

const GUARDED = [
  ...["person_keys", "storage_keys", "signing_keys", "certificates", "certificate_keys", "package_keys", "ledger_keys"],
  ...[
    "takedowns",
    "removal_notes",
    "removal_messages",
    "removal_targets",
    "removal_items",
    "removal_decisions",
    "removal_requests",
  ],
];

/**
 * Clears every value under the master key for tests that count them: personal keys, keys of storage, signing, certificates and
 * packages, webhook secrets, removal requests with their drafts, queued mails of earlier tests in this worker, and which
 * secrets are the database's.
 */
export async function clearMasterKeyUse(): Promise<void> {
  await asOwner(`
    BEGIN;
    ${GUARDED.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER; DELETE FROM ${table};`).join("\n    ")}
    ${GUARDED.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER;`).join("\n    ")}
    COMMIT`);
  await db.webhookSecret.deleteMany();
  await db.totpSecret.deleteMany();
  await db.removalDraft.deleteMany();
  await db.secretFingerprint.deleteMany();
  await clearJobs();
}

const place = ({ id, endpointId }: { id: string; endpointId: string }) => `${endpointId}/${id}`;

/** Webhook endpoints, each with one secret sealed under the test's choice of master key. */
export async function makeSealedSecrets(count: number, ring: ReturnType<typeof createKeyring>) {
  const partner = await makePartner();
  const made = Array.from({ length: count }, () => ({ id: newId(), endpointId: newId(), secret: `whsec_${newId()}` }));
  await db.webhookEndpoint.createMany({
    data: made.map(({ endpointId }) => ({
      id: endpointId,
      partnerId: partner.id,
      url: "https://hooks.example.com/",
      createdAt: new Date(),
    })),
  });
  await db.webhookSecret.createMany({
    data: made.map(({ secret, ...row }) => ({
      ...row,
      partnerId: partner.id,
      sealed: new Uint8Array(ring.sealFor("webhook-secret", Buffer.from(secret), place(row))),
      createdAt: new Date(),
    })),
  });
  return { partner, made };
}

/** An endpoint's secrets, opened with one master key only. */
export async function openSealedSecrets(endpointId: string, ring: ReturnType<typeof createKeyring>): Promise<string[]> {
  const rows = await db.webhookSecret.findMany({ where: { endpointId }, orderBy: { id: "asc" } });
  return rows.map((row) => ring.openFor("webhook-secret", row.sealed, place(row)).toString());
}
