import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import type { Ctx, PersonActor } from "@/lib/domain/context";
import { importIdentity } from "@/lib/domain/identity";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makeAccount, makePartner, systemCtx } from "@/lib/testing/factories";
import { openLink, sign } from "@/lib/testing/performers";
import { cancelScene } from "./cancel-scene";
import { refuseConsent } from "./consent/refuse-consent";
import { createScene } from "./create-scene";
import { expireScenes } from "./expire-scenes";
import { finishScene } from "./finish-scene";
import { type PerformerStatus, performerStatus, type SceneStatus, SIGNING_MS } from "./labels";
import { readScene } from "./queries";

afterEach(() => clock.reset());

const RUNS = 150;
const ACTS = ["sign", "verify", "refuse"] as const;
// `resume`: the job of the creation runs again, as after a crash. It changes nothing.
const COMMON = ["cancel", "end", "job", "resume"] as const;
type Step = `${(typeof ACTS)[number]} ${0 | 1}` | (typeof COMMON)[number];
const STEPS: Step[] = [...ACTS.flatMap((act) => [`${act} 0`, `${act} 1`] as const), ...COMMON];

type Fact = { opened: boolean; new: boolean; verified: boolean; signed: boolean; status: PerformerStatus };

/** What the contract says of a scene with two performers: its status and its events, after any steps. */
function sceneModel() {
  const people: Fact[] = [0, 1].map(() => ({
    ...{ opened: false, new: false, verified: false, signed: false },
    status: "pending_consent",
  }));
  let status: SceneStatus = "pending_signatures";
  let isOver = false;
  const events = ["created"];
  const isOpen = () => status === "pending_signatures" && !isOver;
  const end = (next: SceneStatus, event: string) => {
    status = next;
    events.push(event);
  };

  function derive() {
    for (const [n, one] of people.entries()) {
      if (!isOpen() || !one.signed || !one.verified || one.status !== "pending_consent") continue;
      one.status = "consented";
      const key = one.new ? "without session" : "session null";
      events.push(`consented ${n} ${key}`);
      if (people.every((each) => each.status === "consented")) end("greenlit", `greenlit ${key}`);
    }
  }
  function expire() {
    if (status === "pending_signatures" && isOver) end("blocked", "blocked");
  }

  return {
    take(step: Step) {
      const [act, n] = step.split(" ");
      const one = people[Number(n ?? 0)];
      if (!one) throw new Error("nobody");
      if ((act === "sign" || act === "refuse") && !one.opened) Object.assign(one, { opened: true, new: !one.verified });
      if (act === "verify") one.verified = true;
      if (act === "sign" && isOpen() && one.status !== "refused") one.signed = true;
      derive();
      if (act === "refuse" && isOpen() && one.status === "pending_consent") {
        one.status = "refused";
        end("blocked", `refused ${n}`);
      }
      if (act === "cancel" && isOpen()) end("cancelled", "cancelled");
      if (act === "end") isOver = true;
      if (act === "cancel" || act === "job") expire();
    },
    shown: () => ({ status, people: people.map((one) => one.status), events }),
  };
}

async function realScene() {
  clock.freeze("2026-12-01T12:00:00Z");
  const partner = await makePartner({ collabScenes: true });
  const { id: uploaderAccountId } = await makeAccount(partner, { status: "active" });
  const emails = [freshEmail("first"), freshEmail("second")];
  const key = keyCtx(partner);
  const { sceneId } = await createScene(key, {
    uploaderAccountId,
    title: "Summer at the lake",
    performers: emails.map((email) => ({ email })),
    uploaderAttestation: { ip: "203.0.113.7", ua: "test", clickedAt: clock.now(), attestationText: "All adults." },
    callbackUrl: "https://platform.example.com/callback",
  });
  // Events of one millisecond have no order.
  clock.advance(1_000);
  const performers = await db.scenePerformer.findMany({ where: { sceneId }, orderBy: { position: "asc" } });
  const opened = new Map<string, Ctx<PersonActor>>();

  async function act(step: Step): Promise<unknown> {
    const [name, n] = step.split(" ");
    if (name === "cancel") return cancelScene(key, sceneId);
    if (name === "end") return clock.advance(SIGNING_MS);
    if (name === "job") return expireScenes(systemCtx());
    if (name === "resume") return finishScene(systemCtx(), sceneId);
    const performer = performers[Number(n)];
    if (!performer) throw new Error("nobody");
    const { id: performerId, email } = performer;
    if (name === "verify") {
      const verifiedAt = new Date("2026-01-01");
      return importIdentity(systemCtx(), { email, legalName: "Ada Example", birthDate: "1990-01-31", verifiedAt });
    }
    const ctx = opened.get(performerId) ?? (await openLink(performer));
    opened.set(performerId, ctx);
    return name === "sign" ? sign(ctx, performer) : refuseConsent(ctx, { performerId, reason: "other" });
  }

  const session = (data: Record<string, unknown>) => {
    if (!("uploadSessionId" in data)) return "without session";
    return data.uploadSessionId === null ? "session null" : "session";
  };
  return {
    async take(step: Step) {
      await act(step).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
      clock.advance(1_000);
    },
    async shown() {
      const read = await readScene(key, sceneId);
      const statuses = read.performers?.map((one) => one.status) ?? [];
      const count = (status: PerformerStatus) => statuses.filter((one) => one === status).length;
      expect(read).toMatchObject({
        ...{ performerCount: 2, consentedCount: count("consented"), releaseSignedCount: count("consented") },
        ...{ refusedCount: count("refused"), fees: { totalCents: 5500, charged: false } },
      });
      const rows = await db.scenePerformer.findMany({ where: { sceneId }, orderBy: { position: "asc" } });
      expect(statuses).toEqual(rows.map(performerStatus));
      const events = (await eventsOf(partner)).map(({ type, data }) => {
        const what = type.replace(/^collab_scene\.(performer_)?/, "");
        const who = Object(data.performer).email;
        const parts = [what, ...(who ? [emails.indexOf(who)] : [])];
        return [...parts, ...(what === "consented" || what === "greenlit" ? [session(data)] : [])].join(" ");
      });
      return { status: read.status, people: statuses, events };
    },
  };
}

it("any sequence of steps ends in the statuses, counts, fees and events of the contract", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 2, maxLength: 9 }), async (steps) => {
      const model = sceneModel();
      const scene = await realScene();
      for (const step of steps) {
        model.take(step);
        await scene.take(step);
        expect({ step, ...(await scene.shown()) }).toEqual({ step, ...model.shown() });
      }
    }),
    { numRuns: RUNS },
  );
}, 600_000);
