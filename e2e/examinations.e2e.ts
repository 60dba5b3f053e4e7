import { db } from "@/lib/platform/db";
import { makeEntered, makeExaminable, makeExamination, SOME_ORDER } from "@/lib/testing/examinations";
import { expect, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian } from "./harness/people";

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);

test("two custodians open records to an inspector, follow what is read, and end it in the middle", async ({
  visitor,
  visitorAs,
}) => {
  test.slow();
  const legalName = `Ada ${unique()}`;
  const { production, scene, depiction, partner } = await makeExaminable({ names: [legalName, `Berta ${unique()}`] });
  const outside = await makeExaminable({ names: [`Carla ${unique()}`] });
  const { page: first } = await visitorAs(await custodian(), "/custodian/examinations");
  await expect(first.getByRole("heading", { level: 1, name: "Examinations" })).toBeVisible();
  await look(first, "examinations");
  await first.getByRole("link", { name: "Enter an examination" }).click();
  await first.getByRole("button", { name: "Choose the records" }).click();
  await expect(first.getByText("Enter the agency, court or company.").first()).toBeVisible();
  await look(first, "examination-problems");
  const agency = `Department of Justice ${unique()}`;
  await first.getByLabel("Agency").fill(agency);
  await first.getByLabel("Examiner").fill("Jo Doe");
  await first.getByLabel("Credential").fill("Badge 4711");
  await first.getByLabel("Authority").fill("28 CFR 75.5");
  await first.getByLabel("Opens (UTC)").fill(day(-1));
  await first.getByLabel("Closes (UTC)").fill(day(1));
  await first.getByRole("button", { name: "Choose the records" }).dblclick();
  await expect(first.getByRole("heading", { level: 1, name: agency })).toBeVisible();
  expect(await db.examination.count({ where: { agency } })).toBe(1);

  await first.getByLabel("Search records").fill(production.id);
  await first.getByRole("main").getByRole("button", { name: "Search" }).click();
  await look(first, "examination-pick");
  await first.getByRole("button", { name: `Add ${production.title}` }).click();
  await expect(first.getByRole("button", { name: `Remove ${production.title}` })).toBeVisible();
  await expect(first.getByText("Another custodian must confirm")).toBeVisible();
  await look(first, "examination-entered");

  const { page: second } = await visitorAs(await custodian(), new URL(first.url()).pathname);
  await second.getByRole("button", { name: "Confirm examination" }).click();
  await expect(second.getByRole("dialog").getByText("Jo Doe", { exact: false })).toBeVisible();
  await expect(second.getByText("1 production, 1 scene, and 1 depiction, of", { exact: false })).toBeVisible();
  await look(second, "examination-confirm");
  await second.getByRole("dialog").getByRole("button", { name: "Confirm examination" }).click();
  await second.getByRole("link", { name: "Link and code" }).click();
  await expect(second.getByRole("heading", { level: 1, name: "Link and code" })).toBeVisible();
  await look(second, "examination-access");
  const examinerMail = `jo-${unique()}@agency.example`;
  await second.getByLabel("Email address").fill(examinerMail);
  await second.getByRole("button", { name: "Mail link" }).click();
  await expect(second.getByText(examinerMail)).toBeVisible();
  await second.emulateMedia({ media: "print" });
  await expect(second.getByRole("navigation")).toHaveCount(0);
  await expect(second.getByRole("button")).toHaveCount(0);
  await look(second, "examination-access-printed");
  await second.emulateMedia({ media: "screen" });
  const address = (await second.getByText(/\/examine\/[\w-]{43}$/).textContent()) ?? "";
  const code = (await second.getByText(/^\d{4} \d{4}$/).textContent()) ?? "";

  // The pages work before their scripts, and without them.
  const { page: plain } = await visitor({ javaScriptEnabled: false });
  await plain.goto(address);
  await plain.getByLabel("Code").fill(code);
  await plain.getByRole("button", { name: "Open the records" }).click();
  await plain.getByRole("link", { name: "Titles" }).first().click();
  await plain.getByRole("link", { name: depiction.title }).click();
  await plain.getByText("Ask the custodian").click();
  await plain.getByLabel("Your question").fill("Who uploaded this depiction?");
  await plain.getByRole("button", { name: "Send question" }).click();
  await expect(plain.getByText("Who uploaded this depiction?")).toBeVisible();

  const { page, watch } = await visitor();
  await page.goto(address);
  await look(page, "examine-code");
  await page.getByLabel("Code").fill("0000 0000");
  await page.getByRole("button", { name: "Open the records" }).click();
  await expect(page.getByText("You have 9 tries left.").first()).toBeVisible();
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Open the records" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Records open to you" })).toBeVisible();
  await look(page, "examine-overview");
  await page.getByRole("link", { name: "Legal names" }).first().click();
  await expect(page.getByRole("link", { name: legalName })).toBeVisible();
  await look(page, "examine-names");
  await page.getByRole("link", { name: legalName }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Records of ${legalName}` })).toBeVisible();
  await page.getByRole("link", { name: scene.title }).click();
  await expect(page.getByRole("heading", { level: 1, name: scene.title })).toBeVisible();
  await expect(page.getByRole("img", { name: new RegExp(`^ID of ${legalName}`) }).first()).toBeVisible();
  await look(page, "examine-scene");
  // A press shows the photo as large as it is, also without scripts.
  const photo = page.getByRole("img", { name: new RegExp(`^ID of ${legalName}`) }).first();
  const widthOf = async () => (await photo.boundingBox())?.width ?? 0;
  const small = await widthOf();
  await photo.click();
  expect(await widthOf()).toBeGreaterThan(small);
  await look(page, "examine-scene-large");
  await page.getByRole("link", { name: "Make smaller" }).click();
  expect(await widthOf()).toBe(small);
  const proofs = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download proofs" }).click();
  expect((await proofs).suggestedFilename()).toBe(`proofs-${scene.id}.zip`);
  await page.emulateMedia({ media: "print" });
  await look(page, "examine-scene-printed");
  await page.emulateMedia({ media: "screen" });
  await page.getByText("Ask the custodian").click();
  await page.getByLabel("Your question").fill("Where is the original?");
  await look(page, "examine-ask");
  await page.getByRole("button", { name: "Send question" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Questions" })).toBeVisible();
  await first.goto(new URL(first.url()).pathname);
  await first.getByLabel("Answer").last().fill("In the safe of our office.");
  await look(first, "examination-questions");
  await first.getByRole("button", { name: "Send answer" }).last().click();
  await expect(page.getByText("In the safe of our office.")).toBeVisible();
  await look(page, "examine-questions");
  await page.getByRole("link", { name: scene.title }).click();
  await page.getByRole("link", { name: depiction.title }).click();
  await expect(page.getByRole("link", { name: "Open the copy" })).toBeVisible();
  await look(page, "examine-depiction");
  watch.allow(404, /\/examine\//);
  await page.goto(`${address}/records/scene/${outside.scene.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "There is no page here" })).toBeVisible();
  await page.goto(`${address}/records/production/${production.id}`);
  await expect(page.getByRole("heading", { level: 1, name: production.title })).toBeVisible();
  await look(page, "examine-production");

  await first.goto(new URL(first.url()).pathname);
  await expect(first.getByText(depiction.title).first()).toBeVisible();
  await look(first, "examination-open");
  await expect(first.getByText("about 1 production", { exact: false })).toBeVisible();
  const events = await db.webhookEvent.findMany({ where: { partnerId: partner.id } });
  expect(events.filter(({ type }) => type === "production.records_inspected")).toHaveLength(1);

  await first.getByRole("button", { name: "End examination" }).click();
  await first.getByRole("dialog").getByLabel("Reason").fill("The inspector has seen enough");
  await first.getByRole("dialog").getByRole("button", { name: "End examination" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "This examination has ended" })).toBeVisible();
  await look(page, "examine-ended");
  await plain.reload();
  await expect(plain.getByRole("heading", { level: 1, name: "This examination has ended" })).toBeVisible();
  await expect(first.getByRole("link", { name: "Download PDF" })).toBeVisible();
  await look(first, "examination-ended");
  const download = first.waitForEvent("download");
  await first.getByRole("link", { name: "Download PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^examination-\w{25}\.pdf$/);
});

test("a court's examination waits for its order, and a regulator reads figures and processes", async ({
  visitor,
  visitorAs,
}) => {
  const { production } = await makeExaminable();
  const { id, enterer } = await makeEntered([["production", production.id]], { profile: "court", isOrdered: false });
  const [entering, confirming] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: enterer.actor.userId } }),
    custodian(),
  ]);
  // Without scripts: it is a plain form.
  const { page: first } = await visitorAs(entering.email, `/custodian/examinations/${id}`, {
    javaScriptEnabled: false,
  });
  await expect(first.getByText("The court’s order is missing")).toBeVisible();
  await first.getByLabel("File").setInputFiles({ name: "order.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await first.getByRole("button", { name: "Add order" }).click();
  await expect(first.getByText("Choose another file.")).toBeVisible();
  // Larger than a form of a page may be.
  const order = Buffer.concat([SOME_ORDER, Buffer.alloc(2_000_000)]);
  await first.getByLabel("File").setInputFiles({ name: "order.pdf", mimeType: "application/pdf", buffer: order });
  await first.getByRole("button", { name: "Add order" }).click();
  await expect(first.getByText("Another custodian must confirm")).toBeVisible();

  const { page: second } = await visitorAs(confirming, `/custodian/examinations/${id}`);
  await expect(second.getByText("You haven’t opened the order yet.")).toBeVisible();
  await look(second, "examination-order");
  const download = second.waitForEvent("download");
  await second.getByRole("link", { name: "Download order" }).click();
  expect((await download).suggestedFilename()).toBe(`order-${id}.pdf`);
  await expect(second.getByText("You opened the order", { exact: false })).toBeVisible();
  await second.getByRole("button", { name: "Confirm examination" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Confirm examination" }).click();
  await expect(second.getByRole("link", { name: "Link and code" })).toBeVisible();

  const regulated = await makeExamination([["production", production.id]], { profile: "regulator" });
  const { page } = await visitor();
  await page.goto(`/examine/${regulated.token}`);
  await page.getByLabel("Code").fill(regulated.code);
  await page.getByRole("button", { name: "Open the records" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Figures and processes" })).toBeVisible();
  await page.getByRole("link", { name: "Processes" }).click();
  await expect(page.getByRole("heading", { name: "Ledger and log" })).toBeVisible();
  await look(page, "examine-processes");
});
