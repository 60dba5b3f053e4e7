import { expect, it } from "vitest";
import { GET } from "@/app/.well-known/webhook-addresses/route";
import { setVariables } from "@/lib/testing/env";
import { SourceAddresses } from "./schemas";

const read = async () => SourceAddresses.parse(await (await GET()).json());

it("says where webhooks come from, or that it changes", async () => {
  expect(await read()).toEqual({ fixed: false, addresses: [] });
  setVariables({ WEBHOOK_ADDRESSES: "203.0.113.7, 198.51.100.0/28,2001:db8::/48" });
  expect(await read()).toEqual({ fixed: true, addresses: ["203.0.113.7", "198.51.100.0/28", "2001:db8::/48"] });
});
