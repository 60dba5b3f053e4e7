import fc from "fast-check";
import { expect, it } from "vitest";
import { findPeople } from "@/lib/domain/content/cross-reference/find-people";
import { listContent } from "@/lib/domain/content/queries";
import { pool } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeDepiction, makePartner, makeUser, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/fill-whole-search";
import { folded } from "./marks";

it.each([
  ["Zoë Ångström", "zoe angstrom"],
  ["Łukasz Sørensen", "lukasz sorensen"],
  ["STRAẞE", "strasse"],
  ["Ἀθηνᾶ ΟΔΟΣ", "αθηνα οδοσ"],
  ["İstanbul ILIK ılık", "istanbul ilik ilik"],
  ["Łódź ﬁn", "lodz fin"],
  ["Ёлка", "елка"],
])("%s is compared as %s", async (said, plain) => {
  expect(folded(said)).toBe(plain);
  const { rows } = await pool().query("SELECT search_fold($1) AS folded", [said]);
  expect(rows[0].folded).toBe(plain);
});

it("is the same here as in the database, whatever letters there are", async () => {
  const letters = fc.string({
    unit: fc.constantFrom(..."aZ09 éÉçñøØłßẞæŒþÞðıİσςΣЖё한ガ½ﬁÅ（［＊？＋＼％＿…⑴｜¨\u3000".split("")),
    minLength: 1,
  });
  const texts = fc.sample(letters, 500);
  const { rows } = await pool().query<{ folded: string }>(
    "SELECT search_fold(t) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS x(t, n) ORDER BY n",
    [texts],
  );
  expect(rows.map((row) => row.folded)).toEqual(texts.map(folded));
});

it("finds content by words typed without their marks, with them, or in capitals", async () => {
  const partner = await makePartner();
  const sea = await makeDepiction(partner, { title: "Élan & Straße am Øresund" });
  await makeDepiction(partner, { title: "Plain sea" });
  await fillWholeSearch();
  for (const q of ["elan", "Élan", "ÉLAN strasse", "E\u0301lan", "oresund", "lan am øre"]) {
    const { rows } = await listContent(portalCtx(partner, "viewer"), { q, limit: 5 });
    expect(
      rows.map(({ id }) => id),
      q,
    ).toEqual([sea.id]);
  }
});

it("takes signs that fold to those of a pattern for themselves, in content and in names", async () => {
  const partner = await makePartner();
  const { id: userId } = await makeUser();
  const own = newId().slice(-8);
  const signs = ["（", "［", "＊", "？", "＋", "＼", "…", "｜", "％", "＿", "＾", "＄", "｛"];
  const made: { sign: string; id: string }[] = [];
  for (const sign of signs) made.push({ sign, id: (await makeDepiction(partner, { title: `夏${sign}海 ${own}` })).id });
  await makeDepiction(partner, { title: `夏 plain ${own}` });
  await pool().query("INSERT INTO person_aliases (id, user_id, name, created_at) VALUES ($1, $2, $3, now())", [
    newId(),
    userId,
    `Plain ${own}`,
  ]);
  await fillWholeSearch();
  for (const { sign, id } of made) {
    const { rows } = await listContent(portalCtx(partner, "viewer"), { q: `夏${sign}`, limit: 50 });
    expect(
      rows.map((row) => row.id),
      sign,
    ).toEqual([id]);
    expect(await findPeople(`${own}${sign}`, 5), sign).toEqual([]);
    expect(await findPeople(`${sign}${own}`, 5), sign).toEqual([]);
  }
});

it("finds a word in quotation marks or at the end of a sentence", async () => {
  const partner = await makePartner();
  const { id } = await makeDepiction(partner, { title: "Late on the rooftop, alone" });
  await makeDepiction(partner, { title: "At home" });
  await fillWholeSearch();
  for (const q of ['"rooftop"', "rooftop.", "“the rooftop”", "«Late», alone;", "'rooftop',"]) {
    const { rows } = await listContent(portalCtx(partner, "viewer"), { q, limit: 5 });
    expect(
      rows.map((row) => row.id),
      q,
    ).toEqual([id]);
  }
  const { id: dots } = await makeDepiction(partner, { title: "To be continued..." });
  await fillWholeSearch();
  const { rows } = await listContent(portalCtx(partner, "viewer"), { q: "...", limit: 5 });
  expect(rows.map((row) => row.id)).toEqual([dots]);
});

it("finds a URL however its letters are written", async () => {
  const partner = await makePartner();
  const { id } = await makeDepiction(partner, { contentUrl: "https://site.example.com/Videos/1" });
  await fillWholeSearch();
  for (const q of [
    "https://site.example.com/Videos",
    "HTTPS://Site.Example.com/videos/1",
    "https://site.example.com/videos/1.",
  ]) {
    const { rows } = await listContent(portalCtx(partner, "viewer"), { q, limit: 5 });
    expect(rows.map((row) => row.id)).toEqual([id]);
  }
});

it("finds a person by a name typed without its marks", async () => {
  const { id } = await makeUser();
  const own = `Zoë${newId().slice(-8)}`;
  await pool().query("INSERT INTO person_aliases (id, user_id, name, created_at) VALUES ($1, $2, $3, now())", [
    newId(),
    id,
    `${own} Ångström`,
  ]);
  for (const typed of [own.replace("ë", "e"), `${own.toUpperCase()} angstr`, own]) {
    expect((await findPeople(typed, 5)).map(({ userId }) => userId)).toEqual([id]);
  }
});
