import type { Client } from "pg";
import { newId } from "@/lib/platform/ids";
import { step } from "@/scripts/progress.mjs";
import { addTime, shuffled, type Times, table, timed } from "./telling-times";
import { makePartners, withTimedService } from "./timed-service";

const ROUNDS = 300;
const WARM_UP = 60;

// The scenes of another partner. `busy` was extended and published by others.
const KINDS = ["unknown", "pending", "blocked", "cancelled", "greenlit", "busy"] as const;
type Kind = (typeof KINDS)[number];
type Scene = { id: string; publication: string };

const CALLS = {
  read: { path: "", method: "GET", kinds: KINDS, status: 404 },
  cancel: { path: "/cancel", method: "POST", kinds: KINDS, status: 404 },
  remove: { path: "/publications/{pubId}/remove", method: "POST", kinds: KINDS, status: 404 },
  // A greenlit scene can be extended by every partner that has its id.
  extend: { path: "/extend", method: "POST", kinds: KINDS.slice(0, 4), status: 404 },
  publish: { path: "/publications", method: "POST", kinds: KINDS.slice(0, 4), status: 404 },
  "publish, 403": { path: "/publications", method: "POST", kinds: KINDS.slice(4), status: 403 },
} as const;
type CallName = keyof typeof CALLS;

/**
 * Measures whether response times reveal another partner's scene, or whether others published it. Each round makes every call
 * for every kind of scene, in random order and one at a time. Returns the tables for `docs/benchmarks.md`.
 */
export const benchSceneRefusals = (): Promise<string> =>
  withTimedService("refusals", async ({ client, url, partners }) => {
    const times: Times = new Map();
    await step(`${ROUNDS} rounds`, async () => {
      const owner = await makeOwner(client);
      for (let round = 0; round < WARM_UP + ROUNDS; round++) {
        const key = partners[round % partners.length]?.key ?? "";
        const scenes = new Map<Kind, Scene>();
        for (const kind of KINDS) scenes.set(kind, await makeScene(client, owner, kind));
        await oneRound({ url, round, key, scenes }, round < WARM_UP ? new Map() : times);
      }
    });
    const tables: (readonly [readonly Kind[], readonly CallName[]])[] = [
      [KINDS, ["read", "cancel", "remove"]],
      [CALLS.extend.kinds, ["extend", "publish"]],
      [CALLS["publish, 403"].kinds, ["publish, 403"]],
    ];
    return tables.map(([kinds, calls]) => table(times, { kinds, calls, rounds: ROUNDS })).join("\n\n");
  });

type Round = { url: string; round: number; key: string; scenes: ReadonlyMap<Kind, Scene> };

async function oneRound({ url, round, key, scenes }: Round, times: Times): Promise<void> {
  const bodies = new Set<string>();
  for (const [name, { path, method, kinds, status }] of Object.entries(CALLS)) {
    for (const kind of shuffled<Kind>(kinds)) {
      const { id = "", publication = "" } = scenes.get(kind) ?? {};
      const isPublishing = path === "/publications";
      const answer = await timed(`${url}/api/v1/collab-scenes/${id}${path.replace("{pubId}", publication)}`, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          "X-Forwarded-For": `198.18.${round >> 8}.${round & 255}`,
          ...(isPublishing && { "Content-Type": "application/json" }),
        },
        ...(isPublishing && {
          body: JSON.stringify({
            contentUrl: `https://platform.example.com/${newId()}`,
            depictionSha256: "0".repeat(64),
          }),
        }),
      });
      if (answer.status !== status) throw new Error(`${name} of ${kind}: ${answer.status} ${answer.text}`);
      bodies.add(`${answer.status} ${answer.text}`);
      addTime(times, kind, name, answer.ms);
    }
  }
  if (bodies.size !== 2) throw new Error(`The refusals differ: ${[...bodies].join(", ")}`);
}

type Owner = { partnerId: string; accountId: string; others: readonly string[] };

async function makeOwner(client: Client): Promise<Owner> {
  const [owner, ...others] = await makePartners(client, 4);
  const accountId = newId();
  await client.query(
    `INSERT INTO solo_accounts (id, partner_id, external_user_id, email, callback_url, funded_by)
     VALUES ($1, $2, 'uploader', 'uploader@example.com', 'https://platform.example.com/callback', 'platform')`,
    [accountId, owner?.id],
  );
  return { partnerId: owner?.id ?? "", accountId, others: others.map(({ id }) => id) };
}

/** A scene of a kind. An unknown one has ids only. */
async function makeScene(client: Client, { partnerId, accountId, others }: Owner, kind: Kind): Promise<Scene> {
  const [id, attestation, publication] = [newId(), newId(), newId()];
  if (kind === "unknown") return { id, publication };
  const status = { pending: "pending_signatures", busy: "greenlit", blocked: kind, cancelled: kind, greenlit: kind }[
    kind
  ];
  await client.query(
    `INSERT INTO attestations (id, kind, subject_kind, subject_id, text, text_sha256, proof, attested_at, created_at)
     VALUES ($1, 'producer', 'collab_scene', $2, 'All adults.', sha256('All adults.'), 'partner_api', now(), now())`,
    [attestation, id],
  );
  await client.query(
    `INSERT INTO collab_scenes (id, partner_id, uploader_account_id, title, callback_url, attestation_id, status, block,
       announced_at, created_at, expires_at, greenlit_at, blocked_at, cancelled_at)
     SELECT $1, $2, $3, 'Summer at the lake', 'https://platform.example.com/callback', $4, s, b, now(), now(), now() + interval '14 days',
       CASE s WHEN 'greenlit' THEN now() END, CASE s WHEN 'blocked' THEN now() END, CASE s WHEN 'cancelled' THEN now() END
     FROM (SELECT $5::scene_status AS s, CASE $5 WHEN 'blocked' THEN 'expired'::scene_block END AS b) AS given`,
    [id, partnerId, accountId, attestation, status],
  );
  if (kind !== "busy") return { id, publication };
  for (const other of others) {
    await client.query(
      "INSERT INTO scene_extensions (id, scene_id, partner_id, created_at) VALUES ($1, $2, $3, now())",
      [newId(), id, other],
    );
    await client.query(
      `INSERT INTO scene_publications (id, scene_id, partner_id, content_url, depiction_sha256, published_at)
       VALUES ($1, $2, $3, $4, sha256('a file'), now())`,
      [other === others[0] ? publication : newId(), id, other, `https://other.example.com/${id}`],
    );
  }
  return { id, publication };
}
