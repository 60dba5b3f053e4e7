import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { seedDemo } from "@/prisma/seed";
import { findCast } from "./cast";
import * as chapters from "./chapters";
import { startWorld, type World } from "./world";

/** It begins in the month before, so that there is an invoice, and long enough ago for a scene to expire. */
const beginsDaysAgo = (now: Date): number => Math.max(16, now.getUTCDate() + 4);

/**
 * Plays the demo: the life of a small platform over the last weeks, through the verbs of every page and the handlers of the API, with
 * the clock moved. So everything in it happened as it would have: events were delivered, calls were logged, and the ledger grew in
 * order. For a new database that no other process uses.
 */
export async function playDemo(): Promise<void> {
  const now = clock.now();
  const ago = (days: number) => new Date(now.getTime() - Math.round(days * DAY_MS));
  const receiverPort = env().sinkPort + 1;
  const days = beginsDaysAgo(now);
  const world = await startWorld(ago(days), { receiverPort });
  try {
    // The partner is there once the seed has reached its first moment.
    let begun = false;
    await seedDemo(async (daysAgo) => {
      if (!begun) await begin(world, { ago, receiverPort, nights: days - 1 });
      begun = true;
      await world.passTo(ago(daysAgo));
    });
  } finally {
    await world.close();
  }
}

type Given = { ago: (days: number) => Date; receiverPort: number; nights: number };

async function begin(world: World, { ago, receiverPort, nights }: Given): Promise<void> {
  const at = (days: number, run: () => Promise<unknown>) => world.plan({ at: ago(days), run });
  const stage = { cast: await findCast(), world, at };
  const active = ["nl-1001", "nl-1002"];
  await chapters.setUp(stage, receiverPort);
  chapters.keepBusy(stage, active);
  chapters.bringNewcomers(stage, active);
  chapters.passNights(stage, nights);
  chapters.askForConsent(stage);
  chapters.failForHours(stage);
  chapters.takeDownInTime(stage);
}
