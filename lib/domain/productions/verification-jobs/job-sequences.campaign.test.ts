import { expect, it } from "vitest";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { importIdentity } from "@/lib/domain/creators/decisions";
import { refuseConsent } from "@/lib/domain/scenes";
import { expireScenes } from "@/lib/domain/scenes/expire-scenes";
import { SIGNING_MS } from "@/lib/domain/scenes/labels";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makePartner, systemCtx } from "@/lib/testing/factories";
import { openLink, sign } from "@/lib/testing/performers";
import { fc, rounds } from "@/lib/testing/random";
import { cancelJob, readJob, startJob } from "./index";

const RUNS = rounds(12);
const PEOPLE = [0, 1] as const;
const STEPS = [
  ...PEOPLE.flatMap((n) => [`sign ${n}`, `verify ${n}`, `refuse ${n}`] as const),
  ...(["cancel", "end", "expire", "start again"] as const),
];
type Step = (typeof STEPS)[number];

/** What the contract says of a job, on one screen. */
function jobModel() {
  const people = PEOPLE.map(() => ({ signed: false, verified: false, done: false, refused: false }));
  const sent: string[] = [];
  let [status, isOver] = ["pending", false];
  const isOpen = () => status === "pending" && !isOver;
  const derive = (n: number) => {
    const person = people[n];
    if (!person?.signed || !person.verified || person.done) return;
    person.done = true;
    sent.push(`performer.id_verified ${n}`);
    if (people.every(({ done }) => done)) status = "completed";
  };
  return {
    take(step: Step) {
      const [name, place] = step.split(" ");
      const n = Number(place);
      const person = people[n];
      if (name === "end") isOver = true;
      if (name === "expire" && isOver && status === "pending") status = "blocked";
      if (name === "cancel" && isOpen()) {
        status = "cancelled";
        sent.push("verification.cancelled");
      } else if (name === "cancel" && isOver && status === "pending") status = "blocked";
      if (name === "verify" && person) person.verified = true;
      if (name === "sign" && person && isOpen() && !person.signed && !person.refused) {
        person.signed = true;
        sent.push(`performer.forms_signed ${n}`);
      }
      if (name === "refuse" && person && isOpen() && !person.done) {
        person.refused = true;
        status = "blocked";
      }
      if (isOpen()) derive(n);
    },
    shown: () => ({
      status,
      performers: people.map(({ signed, done, refused }) =>
        refused ? "refused" : done ? "id_verified" : signed ? "forms_signed" : "pending",
      ),
      sent,
    }),
  };
}

async function realJob() {
  const partner = await makePartner();
  const key = keyCtx(partner);
  const emails = PEOPLE.map((n) => freshEmail(`performer${n}`));
  const content = { contentId: "post-1", title: "Lake", productionDate: new Date("2026-11-01T00:00:00Z") };
  const start = () => startJob(key, { jobId: "job", ...content, performers: emails.map((email) => ({ email })) });
  await start();
  const performers = await db.scenePerformer.findMany({
    where: { scene: { partnerId: partner.id } },
    orderBy: { position: "asc" },
  });
  const opened = new Map<number, Ctx<PersonActor>>();
  async function act(step: Step): Promise<unknown> {
    const [name, place] = step.split(" ");
    if (name === "end") return clock.advance(SIGNING_MS);
    if (name === "expire") return expireScenes(systemCtx());
    if (name === "cancel") return cancelJob(key, { jobId: "job" });
    if (name === "start") return start();
    const n = Number(place);
    const performer = performers[n];
    if (!performer) throw new Error(`no performer ${n}`);
    if (name === "verify") {
      const id = { email: performer.email, legalName: "Ada Example", birthDate: "1990-01-31" };
      return importIdentity(systemCtx(), { ...id, verifiedAt: new Date("2026-01-01") });
    }
    const person = opened.get(n) ?? (await openLink(performer));
    opened.set(n, person);
    if (name === "sign") return sign(person, performer);
    return refuseConsent(person, { performerId: performer.id, reason: "other" });
  }
  return {
    async take(step: Step) {
      await act(step).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    },
    async shown() {
      const { status, performers: told } = await readJob(key, "job");
      const events = await eventsOf(partner);
      const who = (email: unknown) => (email ? ` ${emails.indexOf(String(email))}` : "");
      const sent = events.map(({ type, data }) => `${type}${who(Object(data.performer).email)}`);
      return { status, performers: told.map((performer) => performer.status), sent };
    },
  };
}

// Every run reaches these ends, whatever the random ones reach.
const examples: [Step[]][] = [
  [["sign 0", "verify 0", "verify 1", "sign 1", "cancel"]],
  [["sign 0", "refuse 1", "verify 0"]],
  [["sign 0", "cancel", "verify 0", "cancel"]],
  [["sign 0", "end", "verify 0", "cancel", "expire"]],
];

it("any sequence of steps ends in the statuses and events of the contract, and sends nothing of a scene's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 8 }), async (taken) => {
      clock.freeze("2026-12-01T12:00:00Z");
      const [model, job] = [jobModel(), await realJob()];
      for (const step of taken) {
        model.take(step);
        await job.take(step);
        expect({ step, ...(await job.shown()) }).toEqual({ step, ...model.shown() });
      }
    }),
    { numRuns: RUNS, examples },
  );
}, 300_000);
