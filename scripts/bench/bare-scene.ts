// What a scene costs without the service: bare `node:http` that writes the same rows, a statement for each table, in one
// transaction. No key, limits, validation, look-ups, request log or presented scene.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Pool, type PoolClient } from "pg";
import { chainOf, ledgerRow } from "@/lib/domain/core/ledger";
import { eventRows } from "@/lib/domain/events";
import { newLink } from "@/lib/domain/scenes/performer-links";
import type { CreateCollabScene } from "@/lib/domain/scenes/schemas";
import { sha256 } from "@/lib/platform/crypto";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";

const ATTEST = `INSERT INTO attestations (id, kind, subject_kind, subject_id, "text", text_sha256, user_id, email, proof, ip,
    user_agent, attested_at, created_at)
  SELECT $1, 'producer', 'collab_scene', $2, $3, $4, user_id, email, 'partner_api', $5, $6, $7, $8
  FROM solo_accounts WHERE id = $9 AND partner_id = $10`;
const SCENE = `INSERT INTO collab_scenes (id, partner_id, uploader_account_id, title, callback_url, attestation_id,
    announced_at, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)`;
const PERFORMERS = `INSERT INTO scene_performers (id, scene_id, "position", email, link_hash)
  SELECT id, $1, n - 1, email, hash
  FROM unnest($2::text[], $3::text[], $4::bytea[]) WITH ORDINALITY AS p (id, email, hash, n)`;
const FEE = `INSERT INTO scene_fees (id, scene_id, partner_id, scene_fee_cents, onboarding_fee_cents, billed_to, status,
    created_at) VALUES ($1, $2, $3, 500, 7500, 'platform_invoice', 'invoiced', $4)`;
const JOB = `SELECT graphile_worker.add_job('finish_scene', json_build_object('requestId', $1::text, 'data',
    json_build_object('sceneId', $2::text)), job_key => 'finish_scene:' || $2)`;

type Call = { accountId: string; partnerId: string; body: CreateCollabScene };

async function write(client: PoolClient, { accountId, partnerId, body }: Call) {
  const [id, attestation, requestId, now] = [newId(), newId(), newId(), new Date()];
  const { title, callbackUrl, uploaderAttestation: clicked } = body;
  const performers = body.performers.map(({ email }) => ({ id: newId(), email }));
  const expiresAt = new Date(now.getTime() + 14 * DAY_MS);
  const scene = {
    sceneId: id,
    status: "pending_signatures" as const,
    performers: performers.map(({ email }) => ({ email, status: "pending_consent" as const })),
    fees: {
      sceneFeeCents: 500,
      onboardingFeeCents: 7500,
      totalCents: 8000,
      charged: false,
      paymentChargeId: null,
      chargeError: null,
    },
    expiresAt: expiresAt.toISOString(),
  };
  const [ctx, subject] = [
    { actor: { kind: "partner_key", partnerId, keyId: "bench" } as const, requestId },
    { kind: "collab_scene" as const, id },
  ];
  const lines = (["collab_scene.created", "collab_scene.announced"] as const).map((action) =>
    ledgerRow({ ctx, action, subject }),
  );
  const events = eventRows([{ type: "collab_scene.created", partnerId, data: { scene, uploadSessionId: null } }]);
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  const { attestationText, ip, ua, clickedAt } = clicked;
  await run("attest", ATTEST, [
    attestation,
    id,
    attestationText,
    sha256(attestationText),
    ip,
    ua,
    clickedAt,
    now,
    accountId,
    partnerId,
  ]);
  await run("scene", SCENE, [id, partnerId, accountId, title, callbackUrl, attestation, now, expiresAt]);
  const hashes = performers.map((performer) => newLink(performer.id).linkHash);
  const [ids, emails] = [performers.map((performer) => performer.id), performers.map(({ email }) => email)];
  await run("performers", PERFORMERS, [id, ids, emails, hashes]);
  await run("fee", FEE, [newId(), id, partnerId, now]);
  await run("event", "SELECT emit_events($1)", [JSON.stringify(events)]);
  await run("job", JOB, [requestId, id]);
  await run("ledger", "SELECT ledger_append($1, $2)", [chainOf(lines), JSON.stringify(lines)]);
  return scene;
}

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

const server = createServer(async (request, response) => {
  if (request.method === "GET") {
    response.end();
    return;
  }
  const [, , accountId = "", partnerId = ""] = (request.url ?? "").split("/");
  // A phase's end cuts calls off.
  const sent = await text(request).catch(() => null);
  if (sent === null) return;
  const client = await pool.connect();
  await client.query("BEGIN");
  const scene = await write(client, { accountId, partnerId, body: JSON.parse(sent) });
  await client.query("COMMIT");
  client.release();
  const body = JSON.stringify(scene);
  response.writeHead(201, { "Content-Length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("ready"));
process.on("disconnect", () => process.exit(0));
