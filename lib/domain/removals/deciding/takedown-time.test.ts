import { beforeEach, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { systemCtx } from "@/lib/testing/factories";
import { makeProductionOf } from "@/lib/testing/productions";
import { clocksOf, eventsFor, requestOfPublication, someCustodian } from "@/lib/testing/removal-cases";
import { makeRemoval } from "@/lib/testing/removals";
import { runJobs } from "@/lib/testing/run-jobs";
import { addUrls } from "../claimant-page/change-request";
import { takedownTime } from "../deadline";
import { countFigures } from "../reports/figures";
import { monthAt } from "../reports/months";
import { confirmItem } from "./confirm-item";
import { findRecordsTask } from "./match-later";

const FILED = new Date("2026-12-01T12:00:00.000Z");
const after = (hours: number) => new Date(FILED.getTime() + hours * HOUR_MS);

beforeEach(() => clock.freeze(FILED));
it.each([
  // Named or described at the filing: from then.
  ["email", 0, 1, 0],
  ["custodian", 47, 47, 0],
  ["name", 0, 50, 50],
  // Named or found later: from then, and from the opening if that is over.
  ["url", 47, 47, 47],
  ["copy", 47, 60, 47],
  ["similar", 10, 70, 70],
] as const)(
  "a takedown of what was found by %s in hour %i and opens in hour %i counts from hour %i",
  (foundBy, found, opens, from) => {
    clock.freeze(after(opens));
    const request = { legalBasis: "NCII_TAKE_IT_DOWN" as const, requestedAt: FILED, appealedAt: null };
    const time = { requestedAt: after(from), deadlineAt: after(from + 48) };
    expect(takedownTime(request, { foundBy, addedAt: after(found) })).toEqual(time);
  },
);

it("a URL that is added late gives its partners the basis' time, in the event and on the clock", async () => {
  const [url, token] = [`https://tube.example/${newId()}`, newId()];
  const production = await makeProductionOf({ url });
  const removal = await makeRemoval({ tokenHash: hashToken(token) });
  clock.freeze(after(47));
  await addUrls(systemCtx("removal"), { token, urls: [url] });
  clock.freeze(after(49));
  await runJobs(findRecordsTask, { removalId: removal.id });
  const times = { requestedAt: after(47), deadlineAt: after(95) };
  expect(await clocksOf(removal)).toMatchObject([times]);
  const [event] = await eventsFor(production.partners[0] ?? { id: "" }, "production.takedown_requested");
  expect(event).toMatchObject({
    requestedAt: times.requestedAt.toISOString(),
    removalDeadline: times.deadlineAt.toISOString(),
  });
});

it("a late confirmation is not the partner's breach", async () => {
  const { partner, removal, itemId } = await requestOfPublication();
  clock.freeze(after(50));
  await confirmItem(await someCustodian(), { itemId, reason: "It shows you." });
  expect(await clocksOf(removal)).toMatchObject([{ openedAt: after(50), deadlineAt: after(98) }]);
  const [event] = await eventsFor(partner, "collab_scene.takedown_requested");
  expect(event).toMatchObject({ requestedAt: after(50).toISOString(), removalDeadline: after(98).toISOString() });
  const figures = await countFigures(db, { month: monthAt(FILED), now: after(60) });
  expect(figures.get(partner.id)?.[0]).toMatchObject({ received: 1, breached: 0, open: 1 });
});
