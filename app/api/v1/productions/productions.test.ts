import { describe, expect, it } from "vitest";
import { GET as readJob } from "@/app/api/v1/verification-jobs/[id]/route";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { call } from "@/lib/testing/api";
import { freshEmail, makeKey, makePartner } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeGreenlitScene } from "@/lib/testing/scenes";
import { cutOff, statementsOf } from "@/lib/testing/sql";
import { GET as read } from "./[productionId]/route";
import { POST as create, GET as list } from "./route";

async function setUp() {
  const partner = await makePartner();
  return { partner, key: (await makeKey(partner)).key, producer: await makeProducer([partner]) };
}

describe("POST /api/v1/productions", () => {
  const bodyFor = ({ user }: { user: { email: string } }) => ({
    title: "Summer at the lake",
    productionDate: "2026-09-04T15:00:00.000Z",
    producerEmail: user.email,
  });

  it("isn't to be repeated after a lost connection, because the production may exist", async () => {
    const { key, producer } = await setUp();
    let answer: Awaited<ReturnType<typeof call>> | undefined;
    await cutOff("productions", async () => {
      answer = await call(create, { key, body: bodyFor(producer) });
    });
    expect([answer?.status, answer?.headers.get("Retry-After")]).toEqual([503, null]);
    expect(answer?.body.error).toContain("Look for the production in the portal before you repeat it.");
  });

  it("registers a production alone, or with a verification job whose performers are in it", async () => {
    const { key, producer } = await setUp();
    const alone = await call(create, { key, body: bodyFor(producer) });
    expect(alone).toMatchObject({ status: 201, body: { status: "pending_documentation", verificationJobId: null } });
    const performers = [{ email: freshEmail("ada") }];
    const { status, body } = await call(create, {
      key,
      body: { ...bodyFor(producer), contentId: "post-1", performers },
    });
    expect(status).toBe(201);
    const params = { productionId: String(body.productionId) };
    expect((await call(read, { key, params })).body).toMatchObject({ performerCount: 1, documentedAt: null });
    expect((await call(readJob, { key, params: { id: String(body.verificationJobId) } })).body).toMatchObject({
      status: "pending",
      performers: [{ email: performers[0]?.email, status: "pending" }],
    });
  });

  it("answers every address but an own producer's with the same 409, and writes nothing", async () => {
    const { key, partner, producer } = await setUp();
    const foreign = await makeProducer();
    const answers = [];
    for (const producerEmail of [freshEmail(), foreign.user.email, partner.users.owner.email]) {
      const { status, body } = await call(create, { key, body: { ...bodyFor(producer), producerEmail } });
      answers.push(JSON.stringify([status, body]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('409,{"error":');
    expect(answers[0]).toContain('"code":"producer_not_linked"');
    expect(await db.production.count({ where: { createdByPartnerId: partner.id } })).toBe(0);
  });

  it.each([
    ["missing_parameter", "title", { title: undefined, productionDate: "x" }],
    ["invalid_field", "productionDate", { productionDate: "2026-09-04" }],
    ["invalid_field", "producerEmail", { producerEmail: "studio" }],
    ["missing_parameter", "performers", { contentId: "post-1" }],
    ["missing_parameter", "contentId", { performers: [{ email: "ada@example.com" }] }],
    ["invalid_field", "performers", { contentId: "post-1", performers: [] }],
  ])("answers 400 %s %s", async (code, field, more: Record<string, unknown>) => {
    const { key, producer } = await setUp();
    const body = { ...bodyFor(producer), ...more };
    expect(await call(create, { key, body })).toMatchObject({ status: 400, body: { code, field } });
  });
});

describe("GET /api/v1/productions/{productionId}", () => {
  it("answers with the documented fields alone", async () => {
    const { key, producer } = await setUp();
    const production = await makeProduction({ producer });
    const { status, body } = await call(read, { key, params: { productionId: production.id } });
    expect(status).toBe(200);
    expect(body).toEqual({
      productionId: production.id,
      title: production.title,
      status: "pending_documentation",
      performerCount: 2,
      documentedAt: null,
      certificate: null,
    });
  });

  it("answers the same bytes after the same statements for another partner's and an unknown one", async () => {
    const { key } = await setUp();
    const { id } = await makeProduction();
    const answerOf = async (productionId: string) => {
      let answer: Awaited<ReturnType<typeof call>> | undefined;
      const statements = await statementsOf(async () => {
        answer = await call(read, { key, params: { productionId } });
      });
      return [answer?.status, JSON.stringify(answer?.body), statements];
    };
    await answerOf(newId());
    expect(await answerOf(id)).toEqual(await answerOf(newId()));
  });
});

describe("GET /api/v1/productions", () => {
  it("pages through the partner's productions of a performer, whatever other partners have", async () => {
    const { key, producer, partner } = await setUp();
    const email = freshEmail("ada+tag");
    const made = [];
    for (const performers of [[email], [email, freshEmail()], [freshEmail()], [email]]) {
      made.push(await makeProduction({ producer, performers }));
    }
    const foreign = await makeProduction({ performers: [email] });
    const [first, second, , last] = made.map(({ id }) => id);
    const idsOf = ({ productions }: Record<string, unknown>) =>
      (productions as { productionId: string }[]).map(({ productionId }) => productionId);
    const page = await call(list, { key, query: { performerEmail: ` ${email.toUpperCase()}`, limit: "2" } });
    expect([idsOf(page.body), page.body.nextCursor]).toEqual([[last, second], second]);
    const query = { performerEmail: email.replace("+", " "), limit: "2", cursor: String(page.body.nextCursor) };
    expect((await call(list, { key, query })).body).toMatchObject({
      productions: [{ productionId: first }],
      nextCursor: null,
    });

    const other = (await makeKey(foreign.partners[0] ?? partner)).key;
    expect(idsOf((await call(list, { key: other, query: { performerEmail: email } })).body)).toEqual([foreign.id]);
    const empty = { productions: [], nextCursor: null };
    const others = await makeGreenlitScene(partner);
    for (const unknown of [freshEmail(), others.performers[0]?.email ?? ""]) {
      expect((await call(list, { key, query: { performerEmail: unknown } })).body).toEqual(empty);
    }
  });

  it.each([
    ["missing_parameter", "performerEmail", {}],
    ["invalid_field", "performerEmail", { performerEmail: "ada" }],
    ["invalid_field", "limit", { performerEmail: "ada@example.com", limit: "201" }],
    ["invalid_field", "cursor", { performerEmail: "ada@example.com", cursor: "x" }],
  ])("answers 400 %s %s", async (code, field, query: Record<string, string>) => {
    const { key } = await setUp();
    expect(await call(list, { key, query })).toMatchObject({ status: 400, body: { code, field } });
  });
});
