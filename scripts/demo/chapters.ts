import { startPlatformCardSetup } from "@/lib/domain/billing";
import { approveIdentity } from "@/lib/domain/creators/decisions";
import { createEndpoint, tellOutagesTask } from "@/lib/domain/events";
import { openEvidence, STATEMENTS, skipReading } from "@/lib/domain/identity";
import { createKey, revokeKey } from "@/lib/domain/parties/keys";
import { inviteMember } from "@/lib/domain/parties/partners";
import { fillSearch } from "@/lib/domain/records/search";
import { confirmItem, findRecordsTask, mailClocksTask, markTakedownDone } from "@/lib/domain/removals";
import { openConsent, readRelease, signRelease } from "@/lib/domain/scenes";
import { USES } from "@/lib/domain/scenes/consents/labels";
import { schedules } from "@/lib/jobs";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { creator, showDocument } from "@/prisma/seed";
import { file as fileRemoval } from "@/prisma/seed-removals";
import { callApi } from "./calls";
import { byHand, type Cast } from "./cast";
import type { World } from "./world";

/** Plans something for so many days before the start. */
type At = (daysAgo: number, run: () => Promise<unknown>) => void;
type Stage = { cast: Cast; world: World; at: At };

const CALLBACK = "https://northlight.example.com/records";
const BUSY_DAYS = 10;

/** Creators who came through the API, and when, in days ago. */
const NEWCOMERS = [
  { days: 9.2, ...creator("nl-1009", "Elif Demir", "waiting", "1992-04-19", ["#d9a684", "#241c17", "#41656b"]) },
  { days: 7.6, ...creator("nl-1010", "Marco Silva", "waiting", "1989-12-01", ["#b98a62", "#1d1613", "#394a6b"]) },
  { days: 6.1, ...creator("nl-1011", "Hanna Berg", "waiting", "1995-07-08", ["#edcdb4", "#b58a4a", "#6a4c6d"]) },
  { days: 2.7, ...creator("nl-1012", "Dev Kapoor", "waiting", "1993-03-30", ["#a87550", "#15110f", "#55603a"]) },
];

/** The team sets up: a card, an endpoint, colleagues, and a first key that a script still uses after its end. */
export async function setUp({ cast, world, at }: Stage, receiverPort: number): Promise<void> {
  const { partnerId, owner } = cast;
  const first = await createKey(owner(), { partnerId, name: "First integration" });
  const ask = () => callApi({ key: first.key, path: "/events?limit=1", agent: "curl/8.5.0" });
  await ask();
  const url = `http://localhost:${receiverPort}/hooks`;
  await createEndpoint(owner(), { partnerId, url, description: "Production", types: [] });
  await world.saveCard(await startPlatformCardSetup(owner(), { returnTo: "/portal/billing" }));
  await inviteMember(owner(), { email: "dev@northlight.example.com", role: "developer" });
  await inviteMember(owner(), { email: "legal@northlight.example.com", role: "viewer" });
  at(9.6, () => revokeKey(owner(), { keyId: first.keyId }));
  for (const days of [9.4, 9.35, 8.5]) at(days, ask);
}

/** Newcomers show an ID, and a custodian approves it some hours later. Those who are active publish. */
export function bringNewcomers({ cast, at }: Stage, active: string[]): void {
  for (const { days, externalUserId, email, specimen } of NEWCOMERS) {
    at(days, async () => {
      await cast.post("/solo-accounts", { externalUserId, email, callbackUrl: CALLBACK });
      const { actor } = await cast.person(email);
      const accountId = await cast.accountOf(externalUserId);
      const checkId = await showDocument(actor.userId, accountId, { specimen, stage: "waiting" });
      await skipReading(db, checkId);
      at(days - 0.2, async () => {
        await openEvidence(cast.staff(), { checkId, purpose: "identity_review" });
        await approveIdentity(cast.staff(), { checkId, statements: STATEMENTS });
        active.push(externalUserId);
      });
    });
  }
}

/** What the platform's programs ask every three hours, with a mistake now and then. By day, works are logged. */
export function keepBusy({ cast, at }: Stage, active: readonly string[]): void {
  const mistakes: Readonly<Record<number, () => Promise<unknown>>> = {
    1: () => cast.get(`/solo-accounts/${newId()}`),
    2: () => cast.post("/solo-accounts", { externalUserId: "nl-1020", callbackUrl: CALLBACK }),
    4: () => cast.post("/solo-accounts", { externalUserId: "nl-1020", email: "not an address", callbackUrl: CALLBACK }),
    // Its account is deactivated.
    5: async () =>
      cast.post(`/solo-accounts/${await cast.accountOf("nl-1003")}/content`, {
        ...{ contentUrl: "https://northlight.example.com/posts/9", title: "Too late", contentType: "image" },
        externalContentId: "nl-post-9",
      }),
  };
  for (let n = 0; n < BUSY_DAYS * 8 - 1; n++) {
    at(BUSY_DAYS - n / 8 - 0.02, async () => {
      const externalUserId = active[n % active.length] ?? "nl-1001";
      await cast.get(`/solo-accounts/${await cast.accountOf(externalUserId)}`);
      await cast.get("/events?limit=50", "northlight-sync/1.8");
      await cast.post("/talent/check", { email: n % 3 ? "nobody@example.com" : "ada@creators.example.com" });
      await mistakes[n % 7]?.();
      if (n % 8 < 3) await cast.logWork(externalUserId);
    });
  }
  // A loop without a pause runs into the limit.
  at(7.3, async () => {
    const minute = clock.now().getTime();
    for (let n = 0; n < 306; n++) {
      clock.freeze(new Date(minute + n * 30));
      await cast.get("/events?limit=1", "northlight-sync/1.7");
    }
  });
}

/** What runs each night. The other schedules change nothing in a life this short, or ask somebody outside. */
const NIGHTLY = ["advance_scenes", "count_deliveries", "sweep_platform_fees", "sweep_scene_fees", "finish_revocations"];

export function passNights({ at }: Stage, nights: number): void {
  for (let night = nights; night > 0; night--) {
    at(night - 0.31, async () => {
      for (const { task } of schedules) if (NIGHTLY.includes(task.name)) await task.run({}, byHand());
      await mailClocksTask.run({}, byHand());
    });
  }
}

/** A scene that nobody signed in time, and one that its performer signed the same day. */
export function askForConsent({ cast, at }: Stage): void {
  at(15.5, () => cast.newScene("Beach house", "alex@performers.example.com"));
  at(6.6, async () => {
    const email = "elif@creators.example.com";
    const sceneId = await cast.newScene("Desert road", email);
    at(6.3, async () => {
      const { id: performerId } = await db.scenePerformer.findUniqueOrThrow({
        where: { sceneId_email: { sceneId, email } },
      });
      const ctx = await cast.person(email);
      await openConsent(ctx, performerId);
      const { shown } = await readRelease(ctx, { performerId, given: USES });
      await signRelease(ctx, { performerId, signedName: "Elif Demir", given: USES, shown });
    });
  });
}

/** The receiver fails for some hours, and everything arrives once it answers again. */
export function failForHours({ cast, world, at }: Stage): void {
  at(5.6, async () => world.answerWith(503));
  for (const days of [5.58, 5.56, 5.55]) at(days, () => cast.logWork("nl-1002"));
  at(5.55, () => cast.newScene("Harbor at dawn", "kim@performers.example.com"));
  at(5.53, () => tellOutagesTask.run({}, byHand()));
  at(5.5, async () => world.answerWith(204));
}

/** Somebody asks for a removal, a custodian confirms it, and the team takes the work down in time. */
export function takeDownInTime({ cast, at }: Stage): void {
  at(8.1, async () => {
    const url = await cast.logWork("nl-1002");
    at(7.9, async () => {
      const description = "This is my photo, and I gave nobody a license.";
      const answers = { name: "Sasha Lind", kind: "work" as const, description };
      const removalId = await fileRemoval(cast.system(), { email: "sasha@claimants.example.com", answers }, url);
      await fillSearch();
      await findRecordsTask.run({ removalId }, byHand());
      const item = await db.removalItem.findFirstOrThrow({ where: { requestId: removalId, status: "open" } });
      const reason = "The photo is yours, and no license is on file.";
      at(7.5, () => confirmItem(cast.staff(), { itemId: item.id, reason }));
      at(7.2, async () => {
        const { id } = await db.takedown.findFirstOrThrow({ where: { itemId: item.id } });
        await markTakedownDone(cast.owner(), id);
      });
    });
  });
}
