import { expect, it } from "vitest";
import { makeKey, makePartner, makeUser } from "@/lib/testing/factories";
import { whoInWords } from "./record";

it("names a partner's own keys and people, and no key of another partner", async () => {
  const [own, other] = [await makePartner(), await makePartner()];
  const key = { kind: "partner_key", id: (await makeKey(own, { name: "Uploads" })).id };
  const foreign = { kind: "partner_key", id: (await makeKey(other, { name: "Theirs" })).id };
  const named = { kind: "portal_user", id: (await makeUser({ name: "Grace" })).id };
  const { id, email } = await makeUser({ name: null });
  const nameless = { kind: "portal_user", id };
  const others = ["portal_user", "staff", "person", "system"].map((kind) => ({ kind, id: "nobody" }));
  const all = [key, foreign, named, nameless, ...others];
  const who = await whoInWords(own.id, all);
  expect(all.map(who)).toEqual([
    "your API key “Uploads”",
    "one of your API keys",
    "Grace",
    email,
    "someone on your team",
    "the custodian",
    "the creator",
    "the service",
  ]);
  expect((await whoInWords(own.id, []))(key)).toBe("one of your API keys");
});
