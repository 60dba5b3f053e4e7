import { LRUCache } from "lru-cache";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Conflict } from "@/lib/platform/errors";
import { createReceiverPools } from "@/lib/platform/receivers";
import { currentEdits } from "./edit-payload";
import { lockEndpoint } from "./endpoints";
import { type EventType, events } from "./events";
import { type ShownAttempt, showAttempt } from "./get-delivery";
import { liveSecrets } from "./open-secrets";
import { editBody } from "./payload-edits";
import { attempt } from "./sending/attempt";
import { claimPress, countForTeam } from "./team-limits";

const REMEMBERED = 500;

type Test = { endpointId: string; type?: EventType };

/**
 * Posts an example event to one endpoint now, even if it is paused, and waits for the response. It is edited and
 * signed like every event, and its ids (`del_test`, `evt_test_<timestamp>`) mark it as a test. Only the ledger records it. Contract: Events,
 * `test.ping`. Throws `NotFound`, `Forbidden`, `TooOften`, `Conflict` `endpoint_without_secret`.
 */
export async function sendTest(ctx: Ctx<PortalUserActor>, test: Test): Promise<ShownAttempt> {
  const shown = await send(ctx, test, async () => true);
  if (!shown) throw new Error("a test without a press is always the first");
  return shown;
}

/** Asks `isFirst` once the test may be sent. Returns null if it was not the first. */
async function send(
  ctx: Ctx<PortalUserActor>,
  { endpointId, type = "test.ping" }: Test,
  isFirst: () => Promise<boolean>,
): Promise<ShownAttempt | null> {
  const { partnerId } = await inTransaction((tx) => lockEndpoint(tx, ctx, endpointId));
  // Between two transactions, because a retried transaction must not count or claim twice.
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
  const example = { id: eventId, type, created: Math.floor(now / 1000), data: events[type].example };
  const body = editBody(Buffer.from(JSON.stringify(example)), await currentEdits(endpointId));
  const allowPrivate = env().allowPrivateWebhooks;
  const pools = createReceiverPools({ allowPrivate });
  try {
    const message = { deliveryId: "del_test", endpointId, eventId, type, url, body, secrets };
    return showAttempt(await attempt(message, { pools, allowPrivate }), body.toString());
  } finally {
    await pools.close();
  }
}

const pressed = new LRUCache<string, Promise<ShownAttempt | null>>({ max: REMEMBERED, ttl: MINUTE_MS });

/**
 * `sendTest` for a button. A second click on the same `press` sends nothing, on any node. On the same node it returns the
 * first response, on another one null. Throws like `sendTest`.
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
