import { LRUCache } from "lru-cache";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Conflict } from "@/lib/platform/errors";
import { createReceiverPools } from "@/lib/platform/receivers";
import { lockEndpoint } from "./endpoints";
import { type EventType, events } from "./events";
import { liveSecrets } from "./open-secrets";
import { attempt } from "./sending/attempt";
import { type ShownAttempt, showAttempt } from "./shown-attempt";
import { claimPress, countForTeam } from "./team-limits";

const REMEMBERED = 500;

type Test = { endpointId: string; type?: EventType };

/**
 * Posts an example of an event to one endpoint, now, also while it is paused, and waits for the answer. It is signed like
 * every other; its ids (`del_test`, `evt_test_<timestamp>`) say that it is a test. Nothing of it is kept but a line in the
 * ledger that somebody sent it. Contract: Events, `test.ping`. Throws `NotFound`, `Forbidden`, `TooOften`, `Conflict`
 * `endpoint_without_secret`.
 */
export async function sendTest(ctx: Ctx<PortalUserActor>, test: Test): Promise<ShownAttempt> {
  const shown = await send(ctx, test, async () => true);
  if (!shown) throw new Error("a test without a press is always the first");
  return shown;
}

/** Null when it was not `isFirst`, which is asked once it is known that the test may be sent. */
async function send(
  ctx: Ctx<PortalUserActor>,
  { endpointId, type = "test.ping" }: Test,
  isFirst: () => Promise<boolean>,
): Promise<ShownAttempt | null> {
  const { partnerId } = await inTransaction((tx) => lockEndpoint(tx, ctx, endpointId));
  // Between two transactions: one that is tried again must not count, or claim, again.
  await countForTeam("test", partnerId);
  if (!(await isFirst())) return null;
  const url = await inTransaction(async (tx) => {
    const { id, url } = await lockEndpoint(tx, ctx, endpointId);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, { ctx, action: "webhook_endpoint.tested", subject, partnerId, detail: { type } });
    return url;
  });
  const secrets = (await liveSecrets([endpointId])).get(endpointId);
  if (!secrets) throw new Conflict("endpoint_without_secret", "We can’t read its signing secret. Rotate it first.");
  const now = clock.now().getTime();
  const eventId = `evt_test_${now}`;
  const body = JSON.stringify({ id: eventId, type, created: Math.floor(now / 1000), data: events[type].example });
  const allowPrivate = env().allowPrivateWebhooks;
  const pools = createReceiverPools({ allowPrivate });
  try {
    const message = { deliveryId: "del_test", endpointId, eventId, type, url, body: Buffer.from(body), secrets };
    return showAttempt(await attempt(message, { pools, allowPrivate }), body);
  } finally {
    await pools.close();
  }
}

const pressed = new LRUCache<string, Promise<ShownAttempt | null>>({ max: REMEMBERED, ttl: MINUTE_MS });

/**
 * `sendTest` for a button: a second click of the same person on the same `press`, which the page drew, sends nothing, on
 * whichever node it arrives. Here it gets the first one's answer; null when another node has that. Throws as `sendTest`
 * does.
 */
export function sendTestOnce(
  ctx: Ctx<PortalUserActor>,
  { press, ...test }: Test & { press: string },
): Promise<ShownAttempt | null> {
  const { partnerId, userId } = ctx.actor;
  const name = JSON.stringify([partnerId, userId, press, test]);
  const first = pressed.get(name);
  if (first) return first;
  const sending = send(ctx, test, () => claimPress(name));
  pressed.set(name, sending);
  sending.catch(() => pressed.delete(name));
  return sending;
}
