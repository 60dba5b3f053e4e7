import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { freshEmail, makeAccount, makeDepiction, makeIdentity, makePartner, makeUser } from "@/lib/testing/factories";
import { makeProduction, makeProductionOf } from "@/lib/testing/productions";
import { fileRemoval, type MadeRemoval } from "@/lib/testing/removals";
import { firstRun } from "@/lib/testing/run-jobs";
import { makeGreenlitScene, makePublication } from "@/lib/testing/scenes";
import { matchLaterTask } from "../deciding/match-later";

const found = ({ items }: MadeRemoval) =>
  Object.fromEntries(
    items.map((item) => [
      item.depictionId ?? item.productionId ?? item.publicationId ?? "",
      `${item.status} by ${item.foundBy}`,
    ]),
  );

/** What stored copies have. */
const stored = (keptSha256: Buffer<ArrayBuffer>) => ({
  copyState: "stored" as const,
  keptKey: newId(),
  keptSha256,
  keptAt: clock.now(),
});

it("finds a URL in any spelling, and copies of what it shows, on every platform", async () => {
  const path = `clips/${newId()}`;
  const [first, second] = [await makePartner(), await makePartner()];
  const scene = await makeGreenlitScene(second);
  const [file, other] = [randomBytes(32), randomBytes(32)];
  const depiction = await makeDepiction(first, { contentUrl: `https://www.tube.example/${path}`, fileHash: file });
  const publication = await makePublication(scene, {
    partnerId: second.id,
    contentUrl: `http://Tube.example:80/${path}/`,
    depictionSha256: other,
  });
  const production = await makeProductionOf({ url: `https://tube.example/${path}#t=10` });
  const copy = await makeDepiction(second, { fileHash: file });
  const kept = await makeDepiction(first, stored(other));
  await makeDepiction(first, { contentUrl: `https://www.tube.example/${path}/2` });
  await fillSearch();
  const removal = await fileRemoval({ urls: [`https://TUBE.example/${path}/`] });
  expect(found(removal)).toEqual({
    [depiction.id]: "open by url",
    [publication.id]: "open by url",
    [production.id]: "open by url",
    [copy.id]: "open by copy",
    [kept.id]: "open by copy",
  });
  expect(removal.items.find(({ depictionId }) => depictionId === copy.id)?.partnerId).toBe(second.id);
});

it("finds a file by its hash, declared or kept, published or in a production", async () => {
  const partner = await makePartner();
  const file = randomBytes(32);
  const declared = await makeDepiction(partner, { fileHash: file });
  const kept = await makeDepiction(partner, stored(file));
  const scene = await makeGreenlitScene(partner);
  const publication = await makePublication(scene, { partnerId: partner.id, depictionSha256: file });
  const production = await makeProductionOf({ sha256: file });
  await fillSearch();
  const ids = [declared, kept, publication, production].map(({ id }) => [id, "open by sha256"]);
  expect(found(await fileRemoval({ sha256s: [file] }))).toEqual(Object.fromEntries(ids));
});

it("names a production with the claimant's own address, and only suggests their other records", async () => {
  const partner = await makePartner();
  const email = freshEmail("claimant");
  const production = await makeProduction({ performers: [email] });
  const user = await db.user.findUniqueOrThrow({ where: { email } });
  const account = await makeAccount(partner, { status: "active", userId: user.id, email });
  const depiction = await makeDepiction(partner, { accountId: account.id });
  await makeDepiction(partner, {
    accountId: account.id,
    removedAt: clock.now(),
    removedByKind: "system",
    removalReason: "x",
  });
  const invited = await makeGreenlitScene(partner, { performers: [{ email, userId: null }] });
  const publication = await makePublication(invited, { partnerId: partner.id });
  expect(found(await fileRemoval({ email }))).toEqual({
    [production.id]: "open by email",
    [depiction.id]: "suggested by email",
    [publication.id]: "suggested by email",
  });
  expect(found(await fileRemoval())).toEqual({});
  // A record that was chosen in an account is all that the request names.
  const chosen = await fileRemoval({ email, userId: user.id });
  expect(found(chosen)).toMatchObject({ [production.id]: "suggested by email" });
  expect(await db.takedown.count({ where: { item: { requestId: chosen.id } } })).toBe(0);
  await matchLaterTask.run({}, firstRun);
  expect(await db.removalItem.count({ where: { requestId: chosen.id, status: "open" } })).toBe(0);
});

it("suggests what somebody of that name appears in, and ids in the description", async () => {
  const partner = await makePartner();
  const name = `Zoë Ångström ${newId()}`;
  const user = await makeUser();
  await makeIdentity(user, { legalName: name });
  const account = await makeAccount(partner, { status: "active", userId: user.id, email: user.email });
  const depiction = await makeDepiction(partner, { accountId: account.id });
  const [named, byId] = [await makeDepiction(partner), await makeDepiction(partner)];
  const production = await makeProduction({ performers: [], depictions: 0 });
  await fillSearch();
  const description = `It is “${named.externalContentId}”, also ${byId.id}. See production ${production.id.toUpperCase()}!`;
  const removal = await fileRemoval({ says: { names: [name.toLowerCase().replace("ë", "e")], description } });
  expect(found(removal)).toEqual({
    [depiction.id]: "suggested by name",
    [named.id]: "suggested by external_id",
    [byId.id]: "suggested by external_id",
    [production.id]: "suggested by external_id",
  });
  expect(await db.takedown.count({ where: { item: { requestId: removal.id } } })).toBe(0);
  expect(found(await fileRemoval({ says: { names: [name.slice(0, -1)] } }))).toEqual({});
});

it.each([
  ["https://site.example:80/x", "http://www.SITE.example/x/"],
  ["https://user:pw@site.example/x", "https://site.example/x"],
  ["https://site.example./x", "https://site.example/x"],
  ["https://site.example?x", "https://site.example/?x#top"],
  [" https://site.example/x\n", "https://site.example/x"],
])("the URLs %j and %j are the same", async (one, other) => {
  const [row] = await db.$queryRaw<{ a: string; b: string }[]>`SELECT match_url(${one}) AS a, match_url(${other}) AS b`;
  expect(row?.a).toBe(row?.b);
  expect(row?.a).toMatch(/^site\.example/);
});

it("a port that isn't the scheme's, and an @ in a path, belong to the URL", async () => {
  const [row] = await db.$queryRaw<{ port: string; path: string }[]>`
    SELECT match_url('http://1.2.3.4:803/x') AS port, match_url('https://site.example/@me') AS path`;
  expect(row).toEqual({ port: "1.2.3.4:803/x", path: "site.example/@me" });
});
