import { beforeEach, expect, it } from "vitest";
import { ORDER_BYTES_MOST } from "@/lib/domain/examinations/labels";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { makeEntered, SOME_ORDER } from "@/lib/testing/examinations";
import { makeCustodian, makeUser } from "@/lib/testing/factories";
import { openBrowser } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { POST } from "./route";

beforeEach(() => openBrowser());

type Sent = { examinationId: string; file?: Buffer; site?: string; length?: number };

/** Sends the page's form. Returns the problem in the address it leads to, if there is one. */
async function send({ examinationId, file = SOME_ORDER, site = "same-origin", length }: Sent): Promise<string> {
  const form = new FormData();
  form.set("order", new File([new Uint8Array(file)], "order.pdf"));
  const { headers, body } = new Request(env().baseUrl, { method: "POST", body: form });
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  const request = new Request(`${env().baseUrl}/custodian/examinations/${examinationId}/order`, {
    method: "POST",
    headers: {
      "content-type": headers.get("content-type") ?? "",
      "content-length": String(length ?? bytes.length),
      "sec-fetch-site": site,
      origin: site === "same-origin" ? env().baseUrl : "https://elsewhere.example",
    },
    body: bytes,
  });
  const answer = await POST(request, { params: Promise.resolve({ examinationId }) });
  if (answer.status !== 303) return String(answer.status);
  return new URL(answer.headers.get("location") ?? "", env().baseUrl).searchParams.get("order") ?? "kept";
}

it("keeps an order that a plain form sends, once however often it is pressed, and says what is wrong", async () => {
  const { id: examinationId, enterer } = await makeEntered([], { profile: "court", isOrdered: false });
  await signIn({ id: enterer.actor.userId });
  expect(await send({ examinationId, file: Buffer.alloc(0) })).toBe("empty");
  expect(await send({ examinationId, file: Buffer.from("<html>") })).toBe("not_accepted");
  expect(await send({ examinationId, length: ORDER_BYTES_MOST * 2 })).toBe("not_accepted");
  expect(await send({ examinationId, length: 10 })).toBe("interrupted");
  expect(await send({ examinationId, site: "cross-site" })).toBe("403");
  expect(await db.examinationOrder.count({ where: { examinationId } })).toBe(0);
  const both = await Promise.all([send({ examinationId }), send({ examinationId })]);
  expect(both).toEqual(["kept", "kept"]);
  expect(await send({ examinationId, file: Buffer.from("%PDF-1.7 another") })).toBe("order_kept");
  expect(await db.examinationOrder.count({ where: { examinationId } })).toBe(1);
  // To the page that says it doesn't exist.
  expect(await send({ examinationId: newId() })).toBe("kept");
  expect(await db.examinationOrder.count({ where: { addedById: enterer.actor.userId } })).toBe(1);
});

it("takes none from others", async () => {
  const { id: examinationId } = await makeEntered([], { profile: "court", isOrdered: false });
  await signIn(await makeCustodian());
  expect(await send({ examinationId })).toBe("not_yours");
  for (const stranger of [await makeUser(), null]) {
    openBrowser();
    if (stranger) await signIn(stranger);
    await expect(send({ examinationId })).rejects.toThrow(/^NEXT_/);
  }
  expect(await db.examinationOrder.count({ where: { examinationId } })).toBe(0);
});
