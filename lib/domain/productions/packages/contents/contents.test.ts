import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { parseVerifierKey, verifyProof } from "@/clients/ledger/verify.mjs";
import { readPhoto } from "@/lib/domain/identity";
import { readRenewalStatement } from "@/lib/domain/productions/certificates";
import { openOwnReleaseCopy } from "@/lib/domain/scenes";
import { sha256, sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { personCtx } from "@/lib/testing/factories";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { producerCtx } from "@/lib/testing/productions";
import { makeSealed, readPackage, sealPackage } from "@/lib/testing/sealed-packages";
import { ownObjectFolder } from "@/lib/testing/storage-drivers";
import { integrateAll, verifierKeys } from "@/lib/testing/transparency";

await ownObjectFolder();

let first: ReturnType<typeof makeSealed> | undefined;
/** One sealed production, for the tests that only read it. */
const one = () => (first ??= makeSealed({ names: ["Zoë Example", "王小明"] }));

it("is a bag that the usual tools accept", async () => {
  const { zip, production } = await one();
  const folder = await mkdtemp(join(tmpdir(), "package-"));
  const run = promisify(execFile);
  try {
    await writeFile(join(folder, "package.zip"), zip);
    const tested = await run("unzip", ["-t", join(folder, "package.zip")]).catch(notInstalled);
    if (tested === null) return;
    expect(tested.stdout).toContain("No errors detected");
    await run("unzip", ["-q", join(folder, "package.zip"), "-d", folder]);
    const cwd = join(folder, `production-${production.id}`);
    for (const [tool, size] of [
      ["sha256sum", 256],
      ["sha512sum", 512],
    ] as const) {
      for (const manifest of [`manifest-sha${size}.txt`, `tagmanifest-sha${size}.txt`]) {
        await run(tool, ["-c", "--strict", "--quiet", manifest], { cwd });
      }
    }
    const summed = (await readFile(join(cwd, "manifest-sha256.txt"), "utf8")).trim().split("\n").length;
    const unpacked = await readdir(join(cwd, "data"), { recursive: true, withFileTypes: true });
    expect(summed).toBe(unpacked.filter((entry) => entry.isFile()).length);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("holds each performer's ID and release, what the uploader stated, and the statement byte for byte", async () => {
  const { text, files, performers, uploader, producer } = await one();
  const folders = ["001-ada-example", "002-zoe-example", "003-performer"].map((name) => `data/performers/${name}`);
  for (const folder of folders) expect(text("data/README.txt")).toContain(folder.replace("data/", ""));
  for (const [n, performer] of performers.entries()) {
    const folder = folders[n + 1];
    const { checkId } = await db.identity.findUniqueOrThrow({ where: { userId: performer.userId } });
    for (const [kind, name] of [
      ["document_front", "id-front"],
      ["person", "person"],
    ] as const) {
      const { jpeg } = await readPhoto({ checkId, userId: performer.userId, kind });
      expect(files.get(`${folder}/${name}.jpg`)?.equals(jpeg)).toBe(true);
    }
    const { pdf } = await openOwnReleaseCopy(personCtx({ id: performer.userId }), { performerId: performer.id });
    expect(files.get(`${folder}/release-1.pdf`)?.equals(pdf)).toBe(true);
    for (const line of [
      `Email address: ${performer.email}`,
      "Date of birth: 1990-01-31",
      "ID: Passport",
      "Issued by (country code): US",
      "Copies of the ID: id-front.jpg",
    ]) {
      expect(text(`${folder}/identity.txt`)).toContain(`${line}\n`);
    }
  }
  expect(text(`${folders[2]}/identity.txt`)).toContain("Legal name: 王小明\n");
  expect(text(`${folders[0]}/uploader-statement-1.txt`)).toBe("All performers are adults.");
  expect(text(`${folders[0]}/identity.txt`)).toContain(`Email address: ${uploader.email}\n`);
  expect(text("data/statement.txt")).toBe("I certify these records.\n\nZoë’s “statement”.\n");
  for (const line of [
    `SHA-256 of the text: ${sha256Hex(text("data/statement.txt"))}`,
    `Certified by: ${producer.name}`,
    "Network address: 203.0.113.7",
  ]) {
    expect(text("data/statement-record.txt")).toContain(`${line}\n`);
  }
});

it("says where no copy of an ID was given, and how that ID was verified", async () => {
  const { table, text } = await one();
  const none = "None. No copy was given to the custodian of records.";
  const [imported, ...copied] = table("data/index-by-legal-name.csv");
  expect(imported).toMatchObject({ legal_name: "Ada Example", id_copies: none });
  expect(imported?.id_verified).toMatch(/^Elsewhere, and imported by the operator, on \d{4}-\d\d-\d\d$/);
  expect(copied).toMatchObject([{ id_copies: "id-front.jpg" }, { id_copies: "id-front.jpg" }]);
  expect(text("data/performers/001-ada-example/identity.txt")).toContain(`Copies of the ID: ${none}\n`);
});

it("is indexed by legal name, other name, and title or URL, safe to open in a spreadsheet", async () => {
  const { production, ...made } = await makeSealable({ names: ["Bea =Example"], depictions: 0 });
  const userId = made.performers[0]?.userId ?? "";
  await db.personAlias.createMany({
    data: ["+Bee", "Ada Zed"].map((name) => ({ id: newId(), userId, name, createdAt: new Date() })),
  });
  await addDepictions(production.id, ["=1+1", "Beach", null, "Beach"]);
  const { packageId } = await openSeal(production);
  await sealPackage(packageId);
  const { table, text } = await readPackage(production.id, packageId);
  const folder = "performers/002-bea-example";
  expect(table("data/index-by-legal-name.csv")).toMatchObject([
    { legal_name: "Ada Example", folder: "performers/001-ada-example", date_of_birth: "1990-01-31" },
    { legal_name: "Bea =Example", folder, title: "Summer at the lake", production_id: production.id },
  ]);
  expect(table("data/index-by-alias.csv")).toMatchObject([
    { alias: "'+Bee", legal_name: "Bea =Example", folder },
    { alias: "Ada Zed", folder },
  ]);
  expect(table("data/index-by-title.csv")).toMatchObject([
    { title: "Summer at the lake", url: "", performers: `performers/001-ada-example; ${folder}` },
    { title: "'=1+1", url: 'https://platform.example.com/0,"a"' },
    { title: "Beach", url: 'https://platform.example.com/1,"a"' },
    { title: "Beach", url: 'https://platform.example.com/3,"a"' },
    { title: 'https://platform.example.com/2,"a"', url: 'https://platform.example.com/2,"a"' },
  ]);
  expect(table("data/depictions.csv")).toMatchObject([
    { number: "1", sha256: sha256Hex("file"), title: "'=1+1", produced_on: "2026-09-04" },
    { number: "2", sha256: "", title: "Beach" },
    { number: "3", title: "" },
    { number: "4", title: "Beach" },
  ]);
  expect(text("data/README.txt")).toMatch(/^ {2}https?:\/\/\S+\/verify$/m);
});

async function addDepictions(productionId: string, titles: readonly (string | null)[]): Promise<void> {
  await db.productionDepiction.createMany({
    data: titles.map((title, n) => ({
      id: newId(),
      productionId,
      url: `https://platform.example.com/${n},"a"`,
      title,
      sha256: n === 0 ? sha256("file") : null,
      producedOn: new Date("2026-09-04"),
      addedAt: new Date(),
    })),
  });
}

it("has a folder for each of several people of one name, and every path once", async () => {
  const { text, performers } = await makeSealed({ names: ["Bea Example", "Bea Example"] });
  const [early, late] = performers.map(({ email }) => email).toSorted();
  expect(text("data/performers/002-bea-example/identity.txt")).toContain(`Email address: ${early}\n`);
  expect(text("data/performers/003-bea-example/identity.txt")).toContain(`Email address: ${late}\n`);
  const paths = text("manifest-sha256.txt").trim().split("\n");
  expect(new Set(paths.map((line) => line.slice(64))).size).toBe(paths.length);
});

it("says which release was signed with a name that isn't the performer's", async () => {
  const { production, performers } = await makeSealable({ names: ["Alex Example", "Nova Star"] });
  const [userId] = performers.map((performer) => performer.userId);
  await db.identity.update({ where: { userId: userId ?? "" }, data: { legalName: "Legalia Namesworth" } });
  const { packageId } = await openSeal(production);
  await sealPackage(packageId);
  const { text } = await readPackage(production.id, packageId);
  const signed = "release-1.pdf, signed as “Alex Example”, which is none of these names\n";
  expect(text("data/performers/002-legalia-namesworth/identity.txt")).toContain(signed);
  expect(text("data/performers/003-nova-star/identity.txt")).toMatch(/release-1\.pdf\n/);
});

it("has the title and the producer's name as certified, and so has the statement that renews the certificate", async () => {
  const { production, producer } = await makeSealable();
  const { packageId } = await openSeal(production);
  await db.producer.update({ where: { id: producer.id }, data: { name: "Renamed LLC" } });
  await sealPackage(packageId);
  await db.production.update({ where: { id: production.id }, data: { title: "Corrected" } });
  const { text } = await readPackage(production.id, packageId);
  expect(text("data/README.txt")).toContain(`Producer:         ${producer.name}\n`);
  expect(text("data/statement-record.txt")).toContain(`Certified by: ${producer.name}\n`);
  const renewal = await readRenewalStatement(producerCtx(producer), production.id);
  expect(renewal.text).toContain(producer.name);
  expect(renewal.text).toContain("“Summer at the lake”");
});

it("has its history, which can be checked as its README says", async () => {
  const { production } = await makeSealable();
  await sealPackage((await openSeal(production)).packageId);
  const { packageId } = await openSeal(production);
  await sealPackage(packageId);
  const { text } = await readPackage(production.id, packageId);
  const entries = text("data/history.jsonl").trim().split("\n");
  expect(entries.length).toBeGreaterThan(1);
  const FIELDS =
    "chain, position, at, seq, actorKind, actorId, action, subjectKind, subjectId, partnerId, reason, requestId, detail";
  expect(text("data/README.txt").replaceAll("\n", " ")).toContain(FIELDS);
  for (const line of entries) {
    const { prevHash, hash, ...entry } = JSON.parse(line);
    const said = FIELDS.split(", ").map((name) =>
      entry[name] === null ? "-" : `${[...String(entry[name])].length}:${entry[name]}`,
    );
    expect(sha256Hex(Buffer.concat([Buffer.from(prevHash, "hex"), Buffer.from(said.join(","))]))).toBe(hash);
  }
});

it("has proofs of its history that anyone can verify", async () => {
  const { production } = await makeSealable();
  await sealPackage((await openSeal(production)).packageId);
  await integrateAll();
  const { packageId } = await openSeal(production);
  await sealPackage(packageId);
  const { text, files } = await readPackage(production.id, packageId);
  const keys = await Promise.all((await verifierKeys()).map(parseVerifierKey));
  const names = [...files.keys()].filter((name) => name.startsWith("data/proofs/"));
  expect(names.length).toBeGreaterThan(0);
  const history = text("data/history.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const name of names) {
    const { entry, hidden } = await verifyProof(text(name), keys);
    expect(hidden).toEqual([]);
    const line = history.find(({ seq }) => String(seq) === entry.seq);
    expect(entry).toEqual(
      Object.fromEntries(Object.keys(entry).map((field) => [field, line[field] === null ? null : String(line[field])])),
    );
  }
});

const notInstalled = (error: NodeJS.ErrnoException): null => {
  if (error.code === "ENOENT") return null;
  throw error;
};
