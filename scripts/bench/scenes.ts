import { createScene, readRelease, signRelease } from "@/lib/domain/scenes";
import { USES } from "@/lib/domain/scenes/consents/labels";
import { db } from "@/lib/platform/db";
import { keyCtx, makeIdentity, personCtx } from "@/lib/testing/factories";
import { step } from "@/scripts/progress.mjs";
import { emptyTables, makeTargets, type Target } from "./database";
import {
  type Bench,
  compared,
  inTurns,
  load,
  median,
  type Phase,
  type Row,
  share,
  timed,
  UNIQUE,
  verdict,
} from "./measure";
import { requestsTo, startService, startYardstick } from "./servers";

const bodyOf = (uploaderAccountId: string, emails: readonly string[]) => ({
  uploaderAccountId,
  title: "Summer at the lake",
  performers: emails.map((email) => ({ email })),
  uploaderAttestation: {
    ip: "203.0.113.7",
    ua: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)",
    clickedAt: new Date(),
    attestationText: "I confirm that everyone in this video is an adult and agreed to it.",
  },
  callbackUrl: "https://platform.example.com/callback",
});

/**
 * Measures creating scenes with three performers, billed to the platform, against bare `node:http` that writes the same rows, and
 * the last signature of a scene.
 */
export async function benchScenes(bench: Bench): Promise<Row[]> {
  const { client, short } = bench;
  const [rounds, seconds] = short ? [1, 1] : [5, 6];
  const targets = await makeTargets(bench);
  await emptyTables(client, "attestations, collab_scenes, identity_checks, identities, identity_photos", [
    "solo_accounts",
    "users",
    "partners",
    "ledger_entries",
  ]);
  await client.query("UPDATE partners SET collab_scenes = true");
  const calls = (pathOf: (target: Target) => string) =>
    requestsTo(targets, pathOf, ({ accountId }, n) =>
      bodyOf(
        accountId,
        ["first", "second", "third"].map((which) => `${which}-${n}-${UNIQUE}@example.com`),
      ),
    );
  const [service, bare] = [await startService(), await startYardstick("scene")];
  const own = calls(() => "/api/v1/collab-scenes");
  const written = calls(({ accountId, partnerId }) => `/accounts/${accountId}/${partnerId}`);
  const phases = await inTurns(
    rounds,
    {
      "this service": () => load(service, own, { seconds, status: 201 }),
      "node:http + pg, writing": () => load(bare, written, { seconds, status: 201 }),
    },
    // As autovacuum does within a minute, so that nothing is planned for empty tables.
    () => client.query("ANALYZE"),
  );
  await service.stop();
  await bare.stop();
  const signed = await step("Last signatures", () => measureGreenlights(targets, short ? 20 : 500));
  const of = (name: keyof typeof phases, field: keyof Phase) => phases[name].map((phase) => phase[field]);
  const toBare = (field: "rate" | "p99") => [of("this service", field), of("node:http + pg, writing", field)] as const;
  return [
    compared("new scenes/s", ...toBare("rate"), { atLeast: 0.7 }),
    compared("the same, p99 ms", ...toBare("p99"), { digits: 2 }),
    [
      "a last signature, p50 (p99) ms in PostgreSQL, of the whole call",
      msOf(signed.database),
      msOf(signed.whole),
      (median(signed.database) / median(signed.whole)).toFixed(2),
      verdict(median(signed.database), { atMost: 5, unit: " ms" }),
    ],
  ];
}

const msOf = (values: readonly number[]) => `${median(values).toFixed(2)} (${share(values, 0.99).toFixed(2)})`;

/** The milliseconds that the last signatures of scenes with three performers take: within PostgreSQL, and in all. */
async function measureGreenlights(uploaders: readonly Target[], times: number) {
  await db.$executeRaw`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`;
  const signers = await db.user.findMany({ take: 3, select: { id: true, email: true } });
  for (const signer of signers) await makeIdentity(signer);
  const database: number[] = [];
  const whole: number[] = [];
  for (let n = -50; n < times; n++) {
    const { accountId, partnerId } = uploaders.at(n) ?? {};
    if (!accountId || !partnerId) throw new Error("There is no account.");
    const body = bodyOf(
      accountId,
      signers.map(({ email }) => email),
    );
    const { sceneId } = await createScene(keyCtx({ id: partnerId }), body);
    const signatures = [];
    for (const signer of signers) signatures.push(await signatureOf(sceneId, signer));
    const [last, ...others] = signatures;
    for (const sign of others) await sign();
    const before = await databaseMs();
    const took = await timed(async () => last?.());
    if (n < 0) continue;
    whole.push(took);
    database.push((await databaseMs()) - before);
  }
  const greenlit = await db.collabScene.count({ where: { status: "greenlit" } });
  if (greenlit !== 50 + times) throw new Error(`Only ${greenlit} scenes are greenlit.`);
  return { database, whole };
}

/** How a performer of a scene signs. */
async function signatureOf(sceneId: string, { id: userId, email }: { id: string; email: string }) {
  const { id: performerId } = await db.scenePerformer.update({
    where: { sceneId_email: { sceneId, email } },
    data: { userId },
    select: { id: true },
  });
  const { shown } = await readRelease(personCtx({ id: userId }), { performerId, given: USES });
  return () => signRelease(personCtx({ id: userId }), { performerId, signedName: "Ada Example", given: USES, shown });
}

/** The milliseconds that PostgreSQL has spent on this database's statements. */
async function databaseMs(): Promise<number> {
  const [sum] = await db.$queryRaw<{ ms: number }[]>`
    SELECT sum(total_plan_time + total_exec_time) AS ms FROM pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query NOT LIKE '%pg_stat_statements%'`;
  return sum?.ms ?? Number.NaN;
}
