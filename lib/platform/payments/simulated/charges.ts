import type { Payments } from "@/lib/platform/payments/driver";
import type { Charge } from "@/lib/platform/payments/states";
import { whenAway } from "./cards";
import { tell } from "./messages";
import { add, change, get, once, type Thing } from "./store";

export const simulatedCharges: Pick<Payments, "charge" | "readCharge"> = {
  charge: ({ key, customer, card, cents, description, metadata }) =>
    change(customer, async (tx) => {
      const input = { customer, card, cents, description, metadata };
      const id = await once(tx, key, input, async () => {
        const code = whenAway((await get("card", card, tx)).body.card);
        const made = await add(tx, "charge", { customer, body: { cents, description, metadata, code } });
        const type = code ? "payment_intent.payment_failed" : "payment_intent.succeeded";
        await tell(tx, type, customer, { kind: "charge", id: made.id });
        return made.id;
      });
      return shown(await get("charge", id, tx));
    }),

  readCharge: async (id) => shown(await get("charge", id)),
};

const shown = ({ id, body: { code } }: Thing<"charge">): Charge =>
  code ? { id, status: "failed", code } : { id, status: "succeeded" };
