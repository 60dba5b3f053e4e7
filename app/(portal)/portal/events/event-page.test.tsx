import { expect, it } from "vitest";
import { POST as deactivate } from "@/app/api/v1/solo-accounts/[accountId]/deactivate/route";
import { requestLog } from "@/lib/api/request-log/queue";
import { deactivateAccount } from "@/lib/domain/accounts";
import { db } from "@/lib/platform/db";
import { call } from "@/lib/testing/api";
import { draw } from "@/lib/testing/draw";
import { makeAccount, makeKey, makePartner, portalCtx } from "@/lib/testing/factories";
import { signIn } from "@/lib/testing/signed-in";
import EventPage from "./[eventId]/page";

const page = async (eventId: string) => draw(await EventPage({ params: Promise.resolve({ eventId }) }));

it("an event's page leads to the call that caused it, and names none where a person acted", async () => {
  const partner = await makePartner();
  const [one, two] = [
    await makeAccount(partner, { status: "active" }),
    await makeAccount(partner, { status: "active" }),
  ];
  const { key } = await makeKey(partner);
  const id = (await call(deactivate, { key, params: { accountId: one.id } })).headers.get("x-request-id") ?? "";
  await deactivateAccount(portalCtx(partner, "admin"), two.id);
  const [caused, own] = await db.webhookEvent.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
  await signIn(partner.users.developer);
  // Before the log has it.
  if (requestLog().size > 0) expect(await page(caused?.id ?? "")).toContain(id);
  await requestLog().flush();
  const shown = await page(caused?.id ?? "");
  expect(shown).toContain(`href="/portal/requests?request=${id}&amp;open=${id}"`);
  expect(await page(own?.id ?? "")).toContain("No API call on record");
  await signIn((await makePartner()).users.developer);
  await expect(page(caused?.id ?? "")).rejects.toMatchObject({ digest: expect.stringContaining("404") });
});
