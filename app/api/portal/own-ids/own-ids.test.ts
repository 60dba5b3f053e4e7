import { expect, test } from "vitest";
import { EXAMPLE_IDS } from "@/lib/api/reference/example-ids";
import { env } from "@/lib/platform/env";
import { makeAccount, makeDepiction, makePartner } from "@/lib/testing/factories";
import { cookieHeader, openBrowser } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { GET } from "./route";

const ask = () =>
  GET(
    new Request(`${env().baseUrl}/api/portal/own-ids`, {
      headers: { cookie: cookieHeader(), "sec-fetch-site": "same-origin" },
    }),
  );

test("a team sees ids of its own newest records, and nobody caches them", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const account = await makeAccount(partner, { status: "active" });
  const depiction = await makeDepiction(partner, { accountId: account.id });
  await makeDepiction(other);
  openBrowser();
  await signIn(partner.users.viewer);
  const answer = await ask();
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({
    ids: { [EXAMPLE_IDS.account]: account.id, [EXAMPLE_IDS.depiction]: depiction.id },
  });
});

test("nobody else does", async () => {
  openBrowser();
  expect((await ask()).status).toBe(401);
});
