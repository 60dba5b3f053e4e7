import { sealFacts } from "@/lib/domain/identity/id-facts";
import { createScene, readRelease, signRelease } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Target } from "./database";

export { closeDatabase } from "@/lib/platform/db";

const TIMES = 500;
const WARM_UP = 50;

/** Lets every partner create scenes with accounts that it pays for. */
export const allowScenes = () => db.partner.updateMany({ data: { collabScenes: true } });

/** The milliseconds that the last signatures of scenes with three performers take: within PostgreSQL, and in all. */
export async function measureGreenlights(uploaders: readonly Target[]) {
  await db.$executeRaw`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`;
  const signers = await verifyThree();
  const database: number[] = [];
  const whole: number[] = [];
  for (let n = 0; n < WARM_UP + TIMES; n++) {
    const uploader = uploaders[n % uploaders.length];
    if (!uploader) throw new Error("There is no account.");
    const [last, ...others] = await inviteSigners(uploader, signers);
    for (const sign of others) await sign();
    const before = await databaseMs();
    const started = performance.now();
    await last?.();
    const took = performance.now() - started;
    if (n < WARM_UP) continue;
    whole.push(took);
    database.push((await databaseMs()) - before);
  }
  const greenlit = await db.collabScene.count({ where: { status: "greenlit" } });
  if (greenlit !== WARM_UP + TIMES) throw new Error(`Only ${greenlit} scenes are greenlit.`);
  return { database, whole };
}

type Signer = { id: string; email: string };

/** Three people with a verified ID. */
async function verifyThree(): Promise<Signer[]> {
  const people = await db.user.findMany({ take: 3, select: { id: true, email: true } });
  const legalName = "Ada Example";
  for (const { id: userId } of people) {
    const [checkId, at] = [newId(), new Date()];
    const decided = { status: "approved", submittedAt: at, decidedAt: at } as const;
    const facts = await sealFacts(db, { id: checkId, userId }, { birthDate: new Date("1990-05-17T00:00:00.000Z") });
    await db.identityCheck.create({ data: { id: checkId, userId, driver: "import", legalName, facts, ...decided } });
    await db.identity.create({ data: { userId, checkId, legalName, verifiedAt: at, lastChangedAt: at } });
  }
  return people;
}

/** A scene, and how each of its performers signs. */
async function inviteSigners({ accountId, partnerId }: Target, signers: readonly Signer[]) {
  const actor = { kind: "partner_key", partnerId, keyId: "bench" } as const;
  const { sceneId } = await createScene(
    { actor, requestId: newId() },
    {
      uploaderAccountId: accountId,
      title: "Summer at the lake",
      performers: signers.map(({ email }) => ({ email })),
      uploaderAttestation: { ip: "203.0.113.7", ua: "bench", clickedAt: new Date(), attestationText: "All adults." },
      callbackUrl: "https://platform.example.com/callback",
    },
  );
  const sign = async ({ id: userId, email }: Signer) => {
    const { id: performerId } = await db.scenePerformer.update({
      where: { sceneId_email: { sceneId, email } },
      data: { userId },
      select: { id: true },
    });
    const ctx = { actor: { kind: "person" as const, userId }, requestId: newId() };
    const { shown } = await readRelease(ctx, performerId);
    return () => signRelease(ctx, { performerId, signedName: "Ada Example", shown });
  };
  return Promise.all(signers.map(sign));
}

/** The milliseconds that PostgreSQL has spent on this database's statements. */
async function databaseMs(): Promise<number> {
  const [sum] = await db.$queryRaw<{ ms: number }[]>`
    SELECT sum(total_plan_time + total_exec_time) AS ms FROM pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query NOT LIKE '%pg_stat_statements%'`;
  return sum?.ms ?? Number.NaN;
}
