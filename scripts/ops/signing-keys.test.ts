import { beforeEach, expect, it } from "vitest";
import { clearMasterKeyUse } from "@/lib/testing/master-key";
import { opsCommands } from "@/lib/testing/ops";

const { answer, failure, ops } = opsCommands();

beforeEach(clearMasterKeyUse);

it("makes the first key, then publishes its successor, and lists both", async () => {
  const first = await answer("signing-key", "rotate");
  expect(first).toEqual({ kid: expect.any(String), signsFrom: expect.any(String), previous: null });
  const { stdout, stderr } = await ops(["signing-key", "rotate", "--json"]);
  const second = JSON.parse(stdout);
  expect(second.previous).toBe(first.kid);
  expect(stderr).toBe(`The new key is published, and starts to sign at ${second.signsFrom}.\n`);
  expect(await failure("signing-key", "rotate")).toContain(`starts to sign at ${second.signsFrom}`);
  expect(await answer("signing-key", "list")).toEqual({
    keys: [
      { kid: second.kid, status: "upcoming", signsFrom: second.signsFrom, retiresAt: null, publishedUntil: null },
      {
        kid: first.kid,
        status: "signing",
        signsFrom: first.signsFrom,
        retiresAt: second.signsFrom,
        publishedUntil: expect.any(String),
      },
    ],
  });
});
