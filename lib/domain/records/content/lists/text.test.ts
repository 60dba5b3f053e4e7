import { expect, it } from "vitest";
import { findPeople } from "@/lib/domain/records/content/cross-reference/index-entries";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeDepiction, makePartner, makeUser, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { contentList } from "./list-content";

async function setUp() {
  const partner = await makePartner();
  const make = async (given: Parameters<typeof makeDepiction>[1]) => (await makeDepiction(partner, given)).id;
  const find = async (q: string) =>
    (await contentList.read(portalCtx(partner, "viewer"), { q })).rows.map(({ id }) => id);
  return { partner, make, find };
}

it.each([
  ["Zoë Ångström", "zoe angstrom"],
  ["Łukasz Sørensen", "lukasz sorensen"],
  ["STRAẞE", "strasse"],
  ["Ἀθηνᾶ ΟΔΟΣ", "αθηνα οδοσ"],
  ["İstanbul ILIK ılık", "istanbul ilik ilik"],
  ["Łódź ﬁn", "lodz fin"],
  ["Ёлка", "елка"],
])("%s is compared as %s", async (said, plain) => {
  expect(await db.$queryRaw`SELECT search_fold(${said}) AS folded`).toEqual([{ folded: plain }]);
});

it("finds words typed with or without their diacritics, in capitals, in any script, and parts of them", async () => {
  const { make, find } = await setUp();
  const sea = await make({ title: "Élan & Straße am Øresund" });
  const tree = await make({ title: "Ёлка у моря 夏の海" });
  await make({ title: "Plain sea" });
  await fillWholeSearch();
  for (const q of ["elan", "Élan", "ÉLAN strasse", "E\u0301lan", "oresund", "lan am øre", "resun"])
    expect(await find(q), q).toEqual([sea]);
  for (const q of ["елка", "ЁЛКА", "мор", "夏の海", "夏"]) expect(await find(q), q).toEqual([tree]);
});

it("finds several words in any of the title, the URL and the content id", async () => {
  const { make, find } = await setUp();
  const contentUrl = "https://example.com/Lakes/77?x=1";
  const lake = await make({ title: "Summer evening", contentUrl, externalContentId: "clip-4812" });
  await make({ title: "Summer morning", contentUrl: "https://example.com/Hills/77", externalContentId: "clip-5" });
  await fillWholeSearch();
  for (const q of ["summer lakes", "lakes evening", "4812 summ", "clip-48 LAKES", "lakes/77?x", "812"])
    expect(await find(q), q).toEqual([lake]);
  expect(await find("evening hills")).toEqual([]);
});

it("finds a word in quotation marks or at the end of a sentence", async () => {
  const { make, find } = await setUp();
  const rooftop = await make({ title: "Late on the rooftop, alone" });
  await make({ title: "At home" });
  const dots = await make({ title: "To be continued..." });
  await fillWholeSearch();
  for (const q of ['"rooftop"', "rooftop.", "“the rooftop”", "«Late», alone;", "'rooftop',"])
    expect(await find(q), q).toEqual([rooftop]);
  expect(await find("...")).toEqual([dots]);
});

it("finds URLs by their start in any case, and a whole URL exactly", async () => {
  const { make, find } = await setUp();
  const one = await make({ contentUrl: "https://site.example.com/Videos/1", title: "See example.com/videos" });
  const ten = await make({ contentUrl: "https://site.example.com/Videos/10" });
  await fillWholeSearch();
  for (const q of [
    "https://site.example.com/Videos",
    "HTTPS://Site.Example.com/videos/1",
    "http://site.example.com/videos/1.",
  ])
    expect(await find(q), q).toEqual([ten, one]);
  expect(await find("https://site.example.com/Videos/1")).toEqual([one]);
  for (const q of ["https://example.com/videos", "https://site.example.com/Videos/1/seaside"])
    expect(await find(q), q).toEqual([]);
});

it("finds a file by its SHA-256, as declared or as stored", async () => {
  const { make, find } = await setUp();
  const [declared, stored] = [Buffer.alloc(32, newId()), Buffer.alloc(32, newId())];
  const id = await make({
    fileHash: declared,
    copyState: "stored",
    keptSha256: stored,
    keptAt: new Date(),
    keptKey: newId(),
  });
  await make({});
  await fillWholeSearch();
  const stranger = await setUp();
  for (const hash of [declared, stored]) {
    expect(await find(hash.toString("hex").toUpperCase())).toEqual([id]);
    expect(await stranger.find(hash.toString("hex"))).toEqual([]);
  }
});

it("treats characters that fold to wildcards literally, in content and in names", async () => {
  const { make, find } = await setUp();
  const { id: userId } = await makeUser();
  const own = newId().slice(-8);
  const signs = ["（", "［", "＊", "？", "＋", "＼", "…", "｜", "％", "＿", "＾", "＄", "｛", "%", "_", "\\"];
  const made: { sign: string; id: string }[] = [];
  for (const sign of signs) made.push({ sign, id: await make({ title: `夏${sign}海 ${own}` }) });
  await make({ title: `夏 plain ${own}` });
  await db.personAlias.create({ data: { id: newId(), userId, name: `Plain ${own}` } });
  await fillWholeSearch();
  const sames = (sign: string) => made.filter((one) => one.sign.normalize("NFKD") === sign.normalize("NFKD"));
  for (const { sign } of made) {
    expect(await find(`夏${sign}`), sign).toEqual(
      sames(sign)
        .map(({ id }) => id)
        .reverse(),
    );
    expect(await findPeople(`${own}${sign}`, 5), sign).toEqual([]);
    expect(await findPeople(`${sign}${own}`, 5), sign).toEqual([]);
  }
});

it("finds a person by a part of a name typed without its diacritics", async () => {
  const { id: userId } = await makeUser();
  const own = `Zoë${newId().slice(-8)}`;
  await db.personAlias.create({ data: { id: newId(), userId, name: `${own} Ångström` } });
  for (const typed of [own.replace("ë", "e"), `${own.toUpperCase()} angstr`, own, `ngstro ${own.slice(3)}`])
    expect(
      (await findPeople(typed, 5)).map((person) => person.userId),
      typed,
    ).toEqual([userId]);
});
