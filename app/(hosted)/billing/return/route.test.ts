import { expect, it } from "vitest";
import { startCardSetup, startSubscription } from "@/lib/domain/billing";
import { db } from "@/lib/platform/db";
import { payingCreator } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { GET } from "./route";

const bench = sharedPaymentBench();

const get = async (query: string) => {
  const response = await GET(new Request(`http://localhost:3000/billing/return?${query}`));
  return { status: response.status, to: response.headers.get("location") };
};

it("redirects back with the outcome", async () => {
  const creator = await payingCreator(bench);
  const url = await startSubscription(creator.ctx, { returnTo: "/onboard/token?step=2" });
  const { id } = await db.paymentCheckout.findFirstOrThrow({ where: { customer: { userId: creator.person.id } } });
  const back = "http://localhost:3000/onboard/token?step=2";
  expect(await get(`left=${id}`)).toEqual({ status: 303, to: back });
  expect(await get(`checkout=${id}`)).toEqual({ status: 303, to: `${back}&paid=pending` });
  bench.pay(url);
  expect(await get(`checkout=${id}`)).toEqual({ status: 303, to: `${back}&paid=1` });
  expect(await get(`checkout=${id}`)).toEqual({ status: 303, to: `${back}&paid=1` });
  const card = await startCardSetup(creator.ctx, { returnTo: "/creator" });
  bench.pay(card);
  const setup = await db.paymentCheckout.findFirstOrThrow({
    where: { mode: "setup", customer: { userId: creator.person.id } },
  });
  expect(await get(`checkout=${setup.id}`)).toEqual({ status: 303, to: "http://localhost:3000/creator?card=saved" });
});

it("answers 404 for an unknown checkout", async () => {
  for (const query of ["", "checkout=", "checkout=nothing", "left=nothing", "left=", "checkout=%00"]) {
    expect(await get(query)).toEqual({ status: 404, to: null });
  }
});
