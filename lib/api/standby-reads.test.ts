import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as readEvents } from "@/app/api/v1/events/route";
import { POST as logContent } from "@/app/api/v1/solo-accounts/[accountId]/content/route";
import { GET as readAccount } from "@/app/api/v1/solo-accounts/[accountId]/route";
import { mintKey } from "@/lib/domain/parties/keys/key-text";
import { closeDatabase, db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { call } from "@/lib/testing/api";
import { contentOf } from "@/lib/testing/campaign";
import { databasePath } from "@/lib/testing/database-path";
import { setVariables } from "@/lib/testing/env";
import { makeAccount, makeKey, makePartner } from "@/lib/testing/factories";

const { databaseUrl } = env();
const path = await databasePath(databaseUrl);

const owner = await makePartner();
const account = await makeAccount(owner, { status: "active" });
const [{ key }, { key: foreign }] = [await makeKey(owner), await makeKey(await makePartner())];

beforeAll(async () => {
  await closeDatabase();
  // Long beside a pause of a busy machine.
  setVariables({ DATABASE_URL: path.url, DATABASE_STANDBY_URL: databaseUrl, DATABASE_CONNECT_MS: "3000" });
  path.hang();
});

afterAll(async () => {
  // What the calls left to write behind, such as a key's last use, may open the database again.
  setVariables({ DATABASE_URL: databaseUrl, DATABASE_STANDBY_URL: undefined });
  await closeDatabase();
  path.close();
});

const params = { accountId: account.id };
const write = () => call(logContent, { key, params, body: contentOf("while-away") });

it("answers reads from the standby while the primary is away, to those who may read", async () => {
  const statuses = async () => {
    const answers = await Promise.all([
      ...[key, foreign, mintKey("live").text].map((one) => call(readAccount, { key: one, params })),
      call(readEvents, { key }),
    ]);
    return answers.map(({ status }) => status);
  };
  // First by those that notice that it is away.
  expect(await statuses()).toEqual([200, 404, 401, 200]);
  expect(await statuses()).toEqual([200, 404, 401, 200]);
});

it("refuses writes meanwhile, also beside reads, and serves them when the primary is back", async () => {
  const [written, read] = await Promise.all([write(), call(readAccount, { key, params })]);
  expect([written.status, written.headers.get("Retry-After"), read.status]).toEqual([503, "5", 200]);
  path.recover();
  await expect.poll(async () => (await write()).status).toBe(201);
  expect(await db.depiction.count({ where: { partnerId: owner.id } })).toBe(1);
});
