import { describe, expect, it } from "vitest";
import { deactivateAccount } from "@/lib/domain/accounts";
import { StatementInput } from "@/lib/domain/creators/statement-schemas";
import { publishStatement, saveStatement, withdrawStatement } from "@/lib/domain/creators/statements";
import { db } from "@/lib/platform/db";
import { keyCtx, makeAccount, makePartner, personCtx } from "@/lib/testing/factories";
import { GET } from "./route";

const read = async (slug: string) => {
  const response = await GET(new Request(`http://localhost:3000/statements/${slug}`), {
    params: Promise.resolve({ slug }),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), html: await response.text() };
};

async function published(more: Record<string, unknown> = {}) {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const me = personCtx(account.person);
  const said = { displayName: "Nova", workTitle: null, producedOn: "2026-11-12", address: "nova", indexable: false };
  await saveStatement(me, StatementInput.parse({ ...said, ...more }));
  await publishStatement(me);
  const { slug } = await db.statement.findUniqueOrThrow({ where: { userId: account.person.id } });
  return { partner, account, me, slug };
}

describe("the public page of a statement", () => {
  it("contains what the regulation requires, and no legal name", async () => {
    const { slug } = await published({ workTitle: "Sky, part 1" });
    const { status, headers, html } = await read(slug);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "cache-control": "public, max-age=60", "x-robots-tag": "noindex" });
    for (const words of [
      "“Sky, part 1”, by Nova",
      "November 12, 2026",
      "Vellum Records Office",
      "1 Example Street, Springfield, IL 62701, United States",
      "Monday to Friday, 9 a.m. to 5 p.m. Central Time",
      "(version 1)",
    ]) {
      expect(html).toContain(words);
    }
    expect(html).not.toMatch(/Ada|Example\b(?! Street)|<script|[0-9a-z]{25}/);
  });

  it("lets search engines list it only if the creator allowed it", async () => {
    const { slug } = await published({ indexable: true });
    const { headers, html } = await read(slug);
    expect(headers).not.toHaveProperty("x-robots-tag");
    expect(html).toContain('<meta name="robots" content="index, nofollow">');
  });

  it("escapes what the creator typed", async () => {
    const { slug } = await published({ displayName: `Nova & "Sky" 'n` });
    expect((await read(slug)).html).toContain("All works of Nova &amp; &quot;Sky&quot; &#39;n");
  });

  it("answers the same bytes for a withdrawn statement as for one that never existed", async () => {
    const withdrawn = await published();
    await withdrawStatement(withdrawn.me);
    const nothing = await read("nova-0123456789");
    expect(nothing.status).toBe(404);
    for (const slug of [withdrawn.slug, "nova", "%00", "x".repeat(2000)]) {
      expect(await read(slug)).toEqual(nothing);
    }
  });

  it("hides from a platform that deactivated the creator whether another one has them active", async () => {
    const [nowhere, elsewhere] = [await published(), await published()];
    const other = await makeAccount(await makePartner(), { status: "active" });
    await db.soloAccount.update({ where: { id: other.id }, data: { userId: elsewhere.account.person.id } });
    const answers = [];
    for (const { partner, account, slug } of [nowhere, elsewhere]) {
      const before = await read(slug);
      await deactivateAccount(keyCtx(partner), account.id);
      expect(await read(slug)).toEqual(before);
      answers.push({ ...before, html: before.html.replaceAll(slug, "slug") });
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});
