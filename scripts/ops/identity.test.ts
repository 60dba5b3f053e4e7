import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { freshEmail, makeAccount } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure, folder } = opsProgram();

describe("identity import", () => {
  const person = ["--legal-name", "Ada Example", "--birth-date", "1990-01-31"];

  it("brings in a person with the photo of the document, and makes their accounts active", async () => {
    const account = await makeAccount();
    const file = `${folder}/document.png`;
    await writeFile(
      file,
      await sharp({ create: { width: 900, height: 600, channels: 3, background: "#888" } })
        .png()
        .toBuffer(),
    );
    const words = [
      "--email",
      account.email,
      ...person,
      "--verified-at",
      "2026-01-31T12:00:00+02:00",
      "--document",
      file,
    ];
    const made = await answer("identity", "import", ...words);
    expect(made).toEqual({ personId: account.person.id, imported: true });
    const check = await db.identityCheck.findFirstOrThrow({
      where: { userId: account.person.id },
      include: { photos: true, identity: true },
    });
    expect(check).toMatchObject({ driver: "import", status: "approved", legalName: "Ada Example" });
    expect(check.identity?.verifiedAt).toEqual(new Date("2026-01-31T10:00:00.000Z"));
    expect(check.photos).toMatchObject([{ kind: "document_front" }]);
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe("active");
    expect(await answer("identity", "import", ...words)).toEqual({ personId: account.person.id, imported: false });
  });

  it("takes a date for the verification, and no document", async () => {
    const made = await answer("identity", "import", "--email", freshEmail(), ...person, "--verified-at", "2026-01-31");
    const identity = await db.identity.findUniqueOrThrow({ where: { userId: String(made.personId) } });
    expect(identity.verifiedAt).toEqual(new Date("2026-01-31T00:00:00.000Z"));
  });

  it.each([
    [["--verified-at", "yesterday"], "--verified-at"],
    [["--verified-at", "2026-01-31", "--birth-date", "1990-02-30"], "--birth-date"],
    [["--verified-at", "2026-01-31", "--birth-date", "2020-01-31"], "18"],
    [["--verified-at", "2999-01-31"], "future"],
    [["--verified-at", "2026-01-31", "--document", "/nowhere/photo.jpg"], "/nowhere/photo.jpg"],
    [["--verified-at", "2026-01-31", "--document", "package.json"], "photo"],
    [["--verified-at", "2026-01-31", "--email", "nobody"], "--email"],
  ])("refuses %j", async (words, named) => {
    expect(await failure("identity", "import", "--email", freshEmail(), ...person, ...words)).toContain(named);
  });
});
