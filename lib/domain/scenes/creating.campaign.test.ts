import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { startMailServer } from "@/lib/testing/mail-server";
import { mortalProgram, mortalWorker } from "@/lib/testing/mortal-program";
import { payingUploader } from "@/lib/testing/paying-uploader";
import { openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";
import { ageLocks } from "@/lib/testing/queue";
import { ownerClient, untilWaiting } from "@/lib/testing/sql";

// Kills the process that creates a scene between each two of its steps, and then workers that finish the scenes.

const SOON = { timeout: 240_000, interval: 5 };
const creating = mortalProgram("lib/testing/creating-program.ts");
const worker = mortalWorker();

let bench: PaymentBench;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  [bench, mailServer] = [await openPaymentBench(), await startMailServer()];
});
afterEach(() => bench.peer.breakDown(false));
afterAll(async () => {
  await mailServer?.close();
  await bench?.close();
});

type Uploader = Awaited<ReturnType<typeof payingUploader>>;
/** Undoes what stopped a process. */
type Release = () => unknown;

const CARD = /\/v1\/customers\/\w+$/;
const CHARGE = /\/v1\/payment_intents$/;

const called = (...wanted: string[]) =>
  vi.waitFor(() => {
    for (const call of wanted) expect(bench.peer.calls.some((one) => one.startsWith(call))).toBe(true);
  }, SOON);

/** Locks rows, so that a process that writes them waits. */
async function lockRows(table: "scene_fees" | "collab_scenes" | "scene_performers", where: string, values: unknown[]) {
  const client = await ownerClient();
  await client.query("BEGIN");
  await client.query(`SELECT 1 FROM ${table} WHERE ${where} FOR NO KEY UPDATE`, values);
  return () => client.end();
}

/** Lets the processor charge and holds its answer. */
async function charged({ sceneId, charges }: Uploader, start: Release): Promise<Release> {
  const answer = bench.peer.delayAnswerTo(CHARGE);
  await start();
  await vi.waitFor(async () => expect(charges(await sceneId())).toHaveLength(1), SOON);
  return answer;
}

type Death = {
  /** Starts the creation and stops it at the place. */
  reach: (uploader: Uploader, start: Release) => Promise<Release>;
  /** What is there then. */
  left: { charges: number; fee: string; isTried: boolean; created: number };
};
const DEATHS: Record<string, Death> = {
  "before the charge": {
    reach: async (_, start) => {
      const answer = bench.peer.delayAnswerTo(CARD);
      await start();
      await called("GET /v1/customers/");
      return answer;
    },
    left: { charges: 0, fee: "charging", isTried: false, created: 0 },
  },
  "before the processor gets the charge": {
    reach: async (_, start) => {
      const answer = bench.peer.delayAnswerTo(CARD);
      await start();
      await vi.waitFor(() => expect(bench.peer.calls).toHaveLength(2), SOON);
      bench.peer.breakDown(true);
      answer();
      await called("POST /v1/payment_intents");
      return () => bench.peer.breakDown(false);
    },
    left: { charges: 0, fee: "charging", isTried: true, created: 0 },
  },
  "during the charge": {
    reach: charged,
    left: { charges: 1, fee: "charging", isTried: true, created: 0 },
  },
  "before the charge's outcome is recorded": {
    reach: async (uploader, start) => {
      const answer = await charged(uploader, start);
      const unlock = await lockRows("scene_fees", "scene_id = $1", [await uploader.sceneId()]);
      answer();
      await untilWaiting(1);
      return unlock;
    },
    left: { charges: 1, fee: "charging", isTried: true, created: 0 },
  },
  "before the announcement": {
    reach: async (uploader, start) => {
      const answer = await charged(uploader, start);
      const unlock = await lockRows("collab_scenes", "id = $1", [await uploader.sceneId()]);
      answer();
      await untilWaiting(1);
      return unlock;
    },
    left: { charges: 1, fee: "paid", isTried: true, created: 0 },
  },
  "before the invitations": {
    reach: async ({ created }, start) => {
      await start();
      await vi.waitFor(async () => expect(await created()).toHaveLength(1), SOON);
      return () => undefined;
    },
    left: { charges: 1, fee: "paid", isTried: true, created: 1 },
  },
};

async function killedAt(at: string, { reach, left }: Death) {
  const uploader = await payingUploader(bench);
  const { partner, creatable, charges, created } = uploader;
  bench.peer.calls.splice(0);
  const release = await reach(uploader, () =>
    creating.start({}, JSON.stringify({ partnerId: partner.id, body: creatable })),
  );
  await creating.kill();
  await release();
  const id = await uploader.sceneId();
  const readFee = () => db.sceneFee.findFirstOrThrow({ where: { sceneId: id } });
  const { status, triedAt } = await readFee();
  const found = { charges: charges(id).length, fee: `${status}`, isTried: triedAt !== null };
  expect({ at, ...found, created: (await created()).length }).toEqual({ at, ...left });
  return { ...uploader, at, id, readFee };
}

const jobsOf = (sceneIds: string[]) => sceneIds.map((id) => `finish_scene:${id}`);
/** Makes the jobs that finish scenes due now, or in an hour. */
const due = (sceneIds: string[], isNow: boolean) => db.$executeRaw`
  SELECT graphile_worker.reschedule_jobs(
    ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = ANY (${jobsOf(sceneIds)})),
    run_at => now() + ${isNow ? "0 s" : "1 hour"}::interval)`;

/** Kills the worker. Others return its jobs to the queue after five seconds, which this lets pass. */
async function killWorker() {
  await worker.kill();
  await ageLocks();
}

// A job replaces itself when it announces a scene. If its worker dies then, it stays without another attempt.
const jobsLeft = () => db.$queryRaw`
  SELECT key, attempts, last_error, locked_by FROM graphile_worker.jobs
  WHERE task_identifier IN ('finish_scene', 'charge_scene_fee', 'send_mail') AND attempts < max_attempts`;

/** How many mails an address got. One that was sent again has the same id. */
const mailsTo = (email: string): number =>
  new Set(mailServer.mails.flatMap(({ to, id }) => (to === email ? [id] : []))).size;

it("charges, announces and invites once, wherever kill -9 hits the creation and the workers that finish it", async () => {
  const scenes: Awaited<ReturnType<typeof killedAt>>[] = [];
  for (const [at, death] of Object.entries(DEATHS)) {
    const scene = await killedAt(at, death);
    scenes.push(scene);
    await due([scene.id], false);
  }
  const ids = scenes.map(({ id }) => id);
  const [first] = scenes;
  if (!first) throw new Error("no scene");

  // A worker dies while it charges.
  await due([first.id], true);
  const answer = await charged(first, () => worker.start(mailServer.variables));
  await killWorker();
  answer();
  expect(await first.readFee()).toMatchObject({ status: "charging", triedAt: expect.any(Date) });

  // Another one dies between the invitations of every scene.
  const unlock = await lockRows("scene_performers", "scene_id = ANY ($1) AND position = 1", [ids]);
  await due(ids, true);
  await worker.start(mailServer.variables);
  await untilWaiting(scenes.length);
  await killWorker();
  await unlock();
  for (const { at, emails } of scenes) expect(emails.map(mailsTo), at).toEqual([0, 0]);

  await worker.start(mailServer.variables);
  await expect.poll(jobsLeft, SOON).toEqual([]);
  await worker.kill();
  for (const { at, id, charges, created, emails, readFee } of scenes) {
    expect(charges(id), at).toMatchObject([{ status: "succeeded", amount: 5500 }]);
    const paid = { paymentChargeId: charges(id)[0]?.id };
    expect(await readFee(), at).toMatchObject({ status: "paid", ...paid });
    expect(await created(), at).toMatchObject([{ data: { scene: { sceneId: id, fees: { charged: true, ...paid } } } }]);
    expect(emails.map(mailsTo), at).toEqual([1, 1]);
  }
}, 900_000);
