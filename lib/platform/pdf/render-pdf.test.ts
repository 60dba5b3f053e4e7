import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { verifySignedPdf } from "@/lib/testing/signed-pdf";
import { type PdfContents, startPdf, writeMaker } from "./document";
import { renderPdf } from "./render-pdf";

const contents = (): PdfContents => {
  const { pdf, page } = startPdf({ title: "Title", at: new Date(), files: [], footer: "Title" });
  page.write("One line");
  return pdf;
};

it("draws for one key after the other, so that many of one hardly delay another's", async () => {
  const key = await currentSigningKey();
  const order: string[] = [];
  const draw = (whose: string) => {
    const write = () => {
      order.push(whose);
      return contents();
    };
    return renderPdf({ whose, reason: "Test", key, write });
  };
  const busy = Array.from({ length: 4 }, () => draw("busy"));
  const other = draw("other");
  for (const pdf of await Promise.all([...busy, other])) expect(() => verifySignedPdf(pdf)).not.toThrow();
  expect(order).toEqual(["busy", "busy", "other", "busy", "busy"]);
});

it("refuses more than 20 that wait for one key, before anything is written, and says when to try again", async () => {
  const key = await currentSigningKey();
  let written = 0;
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  const draw = (whose: string) => {
    const write = async () => {
      await held;
      written++;
      throw new Error("enough");
    };
    return renderPdf({ whose, reason: "Test", key, write }).catch((error: unknown) => error);
  };
  const waiting = Array.from({ length: 21 }, () => draw("busy"));
  expect(await draw("busy")).toMatchObject({ status: 503, headers: { "Retry-After": "5" } });
  const other = draw("other");
  open();
  for (const error of await Promise.all([...waiting, other])) expect(error).toMatchObject({ message: "enough" });
  expect(written).toBe(22);
});

it("shows a character that no font has as its number, and says so", async () => {
  const key = await currentSigningKey();
  const draw = async (text: string) => {
    const files = [{ name: "facts.json", type: "application/json", body: text }];
    const { pdf, page } = startPdf({ title: "Title", at: new Date(), files, footer: "Footer" });
    page.write(text);
    writeMaker(pdf);
    return textOn(await renderPdf({ whose: "one", reason: "Test", key, write: () => pdf }));
  };
  const [odd, plain] = [await draw("夜 Zoë"), await draw("Zoë")];
  expect(odd).toMatch(/^\[U\+591C\] Zoë .* facts\.json, attached, has them as they were\..* Footer, page 1 of 1/);
  expect(plain).toMatch(/^Zoë .* Footer, page 1 of 1/);
  expect(plain).not.toContain("attached");
});

/** The text on the pages, read as a PDF reader does: glyphs by the maps of their fonts. */
function textOn(pdf: Buffer): string {
  const objects = new Map(
    [...pdf.toString("latin1").matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id = "", body = ""]) => [
      id,
      body,
    ]),
  );
  const referred = (body: string, name: string) =>
    objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1] ?? "") ?? "";
  const streamOf = (body: string) =>
    inflateSync(Buffer.from(/stream\n([\s\S]*?)\nendstream/.exec(body)?.[1] ?? "", "latin1")).toString("latin1");
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body));
  return pages
    .map((page) => {
      const resources = referred(page, "Resources");
      const glyphs = new Map<string, string[]>();
      for (const [, name = "", id = ""] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
        const map = streamOf(referred(objects.get(id) ?? "", "ToUnicode"));
        const codes = [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = ""]) => [
          ...list.matchAll(/<([0-9a-f ]*)>/g),
        ]);
        glyphs.set(
          name,
          codes.map(([, code = ""]) => Buffer.from(code.replaceAll(" ", ""), "hex").swap16().toString("utf16le")),
        );
      }
      let font: string[] = [];
      let text = "";
      for (const [, name, hex] of streamOf(referred(page, "Contents")).matchAll(
        /\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>|ET/g,
      )) {
        if (name) font = glyphs.get(name) ?? [];
        else if (hex) for (const [glyph] of hex.matchAll(/.{4}/g)) text += font[Number.parseInt(glyph, 16)] ?? "?";
        else text += " ";
      }
      return text;
    })
    .join("\n")
    .replace(/ +/g, " ");
}

it("draws the next one after one that can't be drawn", async () => {
  const key = await currentSigningKey();
  const draw = (write: () => PdfContents) => renderPdf({ whose: "one", reason: "Test", key, write });
  await expect(
    draw(() => ({ ...contents(), marks: [{ text: "x", look: { size: -1, font: "none" as "bold" } }] })),
  ).rejects.toThrow();
  await expect(
    renderPdf({ whose: "one", reason: "Test", key: { ...key, pkcs8: Buffer.from("no key") }, write: contents }),
  ).rejects.toThrow();
  expect((await draw(contents)).subarray(0, 5).toString()).toBe("%PDF-");
});
