import { afterAll, beforeAll, expect, it } from "vitest";
import { payingCreator } from "@/lib/testing/paying";
import { openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";

let bench: PaymentBench;
let get: (query: string) => Promise<{ status: number; to: string | null }>;
beforeAll(async () => {
  bench = await openPaymentBench();
  const { GET } = await import("./route");
  get = async (query) => {
    const response = await GET(new Request(`http://localhost:3000/billing/return?${query}`));
    return { status: response.status, to: response.headers.get("location") };
  };
});
afterAll(() => bench.close());

it("redirects back with the outcome", async () => {
  const { kit } = bench;
  const creator = await payingCreator(bench);
  const url = await kit.startSubscription(creator.ctx, { returnTo: "/onboard/token?step=2" });
  const { id } = await kit.db.paymentCheckout.findFirstOrThrow({ where: { customer: { userId: creator.person.id } } });
  const back = "http://localhost:3000/onboard/token?step=2";
  expect(await get(`left=${id}`)).toEqual({ status: 303, to: back });
  expect(await get(`checkout=${id}`)).toEqual({ status: 303, to: `${back}&paid=pending` });
  bench.pay(url);
  expect(await get(`checkout=${id}`)).toEqual({ status: 303, to: `${back}&paid=1` });
  expect(await get(`checkout=${id}`)).toEqual({ status: 303, to: `${back}&paid=1` });
  const card = await kit.startCardSetup(creator.ctx, { returnTo: "/creator" });
  bench.pay(card);
  const setup = await kit.db.paymentCheckout.findFirstOrThrow({
    where: { mode: "setup", customer: { userId: creator.person.id } },
  });
  expect(await get(`checkout=${setup.id}`)).toEqual({ status: 303, to: "http://localhost:3000/creator?card=saved" });
});

it("answers 404 for an unknown checkout", async () => {
  for (const query of ["", "checkout=", "checkout=nothing", "left=nothing", "left=", "checkout=%00"]) {
    expect(await get(query)).toEqual({ status: 404, to: null });
  }
});
