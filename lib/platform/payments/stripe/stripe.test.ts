import { afterAll, beforeAll, expect, it } from "vitest";
import { openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";

let bench: PaymentBench;
beforeAll(async () => {
  bench = await openPaymentBench("stripe");
});
afterAll(() => bench.close());

it("loses an answer, or is down: nothing is done twice, and the caller may try again", async () => {
  const payments = bench.kit.payments();
  const one = { key: "the-one", email: "ada@example.com", metadata: {} };
  bench.peer?.loseAnswerTo(/customers$/);
  const customer = await payments.createCustomer(one);
  expect(bench.peer?.state.all("customer")).toHaveLength(1);
  bench.peer?.breakDown(true);
  await expect(payments.listSubscriptions(customer)).rejects.toMatchObject({
    name: "PaymentsUnavailable",
    status: 503,
  });
  bench.peer?.breakDown(false);
  expect(await payments.createCustomer(one)).toBe(customer);
});
