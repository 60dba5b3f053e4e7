import { expect, it } from "vitest";
import { listContent } from "@/lib/domain/content/queries";
import { pool } from "@/lib/platform/db";
import { makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/fill-whole-search";
import { wordMark } from "./marks";
import { narrowingOf } from "./words";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Letters that no other test has. */
const own = () => Array.from({ length: 9 }, () => LETTERS[Math.floor(Math.random() * 26)]).join("");
/** Titles with 300 words that begin and end with these. */
const flood = (before: string, after: string) =>
  [0, 1, 2].map((part) =>
    Array.from({ length: 100 }, (_, n) => {
      const [one, two] = [LETTERS[n % 26], LETTERS[4 * part + Math.floor(n / 26)]];
      return `${before}${one}${two}${after}`;
    }).join(" "),
  );

async function narrowing(text: string, whose: string | null) {
  const client = await pool().connect();
  try {
    return await narrowingOf(client, text, whose);
  } finally {
    client.release();
  }
}

const groups = async (text: string, whose: string | null) => (await narrowing(text, whose)).groups;

it("lets no words of others widen what a partner looks for, and keeps to the word itself for who looks through all", async () => {
  const [one, other] = [await makePartner(), await makePartner()];
  const name = own();
  const { id } = await makeDepiction(one, { title: `${name} at the lake` });
  for (const title of flood(name, "")) await makeDepiction(other, { title });
  await fillWholeSearch();
  expect(await groups(name, one.id)).toEqual([[wordMark(name, one.id)]]);
  expect(await narrowing(name, null)).toEqual({ groups: [[wordMark(name, null)]], isCut: true });
  const { rows, isCut } = await listContent(portalCtx(one, "viewer"), { q: name });
  expect([isCut, ...rows.map((row) => row.id)]).toEqual([false, id]);
});

it("does not take what stands inside of too many words for nothing", async () => {
  const partner = await makePartner();
  const inside = own();
  const ids: string[] = [];
  for (const title of flood("q", inside)) ids.unshift((await makeDepiction(partner, { title })).id);
  await fillWholeSearch();
  expect(await groups(inside, partner.id)).toEqual([]);
  const { rows } = await listContent(portalCtx(partner, "viewer"), { q: inside });
  expect(rows.map((row) => row.id)).toEqual(ids);
});

it("narrows down by the longest few of many words, and finds what has all of them", async () => {
  const partner = await makePartner();
  const words = Array.from({ length: 40 }, (_, n) => own().slice(0, 4 + (n % 6)));
  const { id } = await makeDepiction(partner, { title: words.join(",") });
  await makeDepiction(partner, { title: words.slice(1).join(",") });
  await fillWholeSearch();
  expect(await groups(words.join(","), partner.id)).toHaveLength(8);
  const { rows } = await listContent(portalCtx(partner, "viewer"), { q: words.join(",") });
  expect(rows.map((row) => row.id)).toEqual([id]);
});

it("finds letters before, between and behind the digits of a word, and those of a code by its beginning", async () => {
  const partner = await makePartner();
  const [first, second] = [own(), own()];
  const { id } = await makeDepiction(partner, { title: `4${first} ${first}2024${second}` });
  const { id: code } = await makeDepiction(partner, { title: `${second}1a2${first}` });
  await fillWholeSearch();
  const found = async (q: string) => (await listContent(portalCtx(partner, "viewer"), { q })).rows.map((row) => row.id);
  expect(await found(first)).toEqual([id]);
  expect(await found(first.slice(2))).toEqual([id]);
  expect(await found(second)).toEqual([code, id]);
  expect(await found(`${second}1a`)).toEqual([code]);
  expect(await found(`${second.slice(1)}1a`)).toEqual([]);
});

it("goes by the beginning of words where too many have a part inside of them", async () => {
  const partner = await makePartner();
  const inside = own();
  for (const title of flood("q", inside)) await makeDepiction(partner, { title });
  const { id } = await makeDepiction(partner, { title: `${inside}xyz` });
  await fillWholeSearch();
  expect(await groups(inside, partner.id)).toEqual([[wordMark(`${inside}xyz`, partner.id)]]);
  const { rows, isCut } = await listContent(portalCtx(partner, "viewer"), { q: inside });
  expect([isCut, ...rows.map((row) => row.id)]).toEqual([true, id]);
});
