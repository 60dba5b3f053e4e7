import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makePartner } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure } = opsProgram();
const URL = "http://127.0.0.1:9/hooks";

describe("webhook", () => {
  it("is created with a secret, for all types or for those that are named", async () => {
    const { id: partnerId } = await makePartner();
    const made = await answer("webhook", "create", partnerId, "--url", URL);
    expect(Object.keys(made)).toEqual(["endpointId", "secret"]);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const few = await answer(
      ...["webhook", "create", partnerId, "--url", `${URL}/few`],
      ...["--types", "solo_account.verified, solo_account.suspended"],
    );
    const rows = await db.webhookEndpoint.findMany({ where: { partnerId }, orderBy: { id: "asc" } });
    expect(rows).toMatchObject([
      { id: made.endpointId, url: URL, status: "enabled", types: [] },
      { id: few.endpointId, url: `${URL}/few`, types: ["solo_account.verified", "solo_account.suspended"] },
    ]);
  });

  it("needs a partner that exists, a URL that may be used, and types that exist", async () => {
    const { id: partnerId } = await makePartner();
    const nobody = newId();
    expect(await failure("webhook", "create", nobody, "--url", URL)).toBe(`There is no partner ${nobody}.\n`);
    expect(await failure("webhook", "create", partnerId, "--url", "ftp://x.example")).toContain("https://");
    for (const type of ["solo_account.gone", "test.ping"]) {
      const types = `solo_account.verified,${type}`;
      expect(await failure("webhook", "create", partnerId, "--url", URL, "--types", types)).toBe(
        `--types: "${type}" is no event type that an endpoint can ask for.\n`,
      );
    }
    expect(await db.webhookEndpoint.count({ where: { partnerId } })).toBe(0);
  });
});
