import { describe, expect, it } from "vitest";
import { readLicense } from "./license";
import { readMrz } from "./mrz";

// ICAO 9303's own specimens.
const TD3 = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"];
const TD1 = ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"];
const TD2 = ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"];

const anna = {
  name: "ANNA MARIA ERIKSSON",
  isNameCut: false,
  birthDate: "1974-08-12",
  expiryDate: "2012-04-15",
  issuer: "UTO",
};

describe("a machine-readable zone", () => {
  it.each([
    ["TD3", TD3, { number: "L898902C3", code: "P" }],
    ["TD1", TD1, { number: "D23145890", code: "I" }],
    ["TD2", TD2, { number: "D23145890", code: "I" }],
  ])("of %s is read", (_, lines, own) => {
    expect(readMrz(lines)).toMatchObject({ source: "mrz", ...anna, ...own });
  });

  it.each([
    ["letters for digits in days and check digits", ["L898902C36UTO74O8I22F12O4I59ZE184226B<<<<<1O"]],
    [
      "a digit for a letter in the issuer, and in the name",
      ["L898902C36UT07408122F1204159ZE184226B<<<<<10", "P<UT0ERIKSS0N<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"],
    ],
    ["a look-alike in the number, by its check digit", ["L8989O2C36UTO7408122F1204159ZE184226B<<<<<10"]],
  ])("is repaired: %s", (_, [second = "", first = TD3[0] ?? ""]) => {
    expect(readMrz([first, second])).toMatchObject({ ...anna, number: "L898902C3" });
  });

  it.each([
    ["a wrong digit in the number", [TD3[0], "L898903C36UTO7408122F1204159ZE184226B<<<<<10"]],
    ["a wrong digit in a day", [TD3[0], "L898902C36UTO7408132F1204159ZE184226B<<<<<10"]],
    ["a wrong check digit of all", [TD3[0], "L898902C36UTO7408122F1204159ZE184226B<<<<<11"]],
    ["a sign too few", [TD3[0], "L898902C36UTO7408122F1204159ZE184226B<<<<<1"]],
    ["lines in the wrong order", TD3.toReversed()],
    ["a name without its first letter", ["P<UTO<RIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", TD3[1]]],
    ["nothing", []],
  ])("isn't read with %s", (_, lines) => {
    expect(readMrz(lines.map((line) => line ?? ""))).toBeNull();
  });

  it("says whether the name goes on", () => {
    const first = "P<UTONILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K";
    expect(readMrz([first, TD3[1] ?? ""])).toMatchObject({
      isNameCut: true,
      name: "CHAYAPA DEJTHAMRONG K NILAVADHANANANDA",
    });
  });
});

describe("the barcode of a license", () => {
  const barcode = (fields: string, { kind = "DL", issuer = "636014" } = {}) =>
    `@\n\x1e\rANSI ${issuer}100001${kind}00310200${kind}${fields}\r`;
  const own = "DAQI1234562\nDCSSPECIMEN\nDDEN\nDACADA\nDADNONE\nDBB01311990\nDBA01312030\nDAJCA\nDCGUSA\n";

  it("is read, with its state", () => {
    expect(readLicense(barcode(own))).toEqual({
      source: "pdf417",
      name: "ADA SPECIMEN",
      isNameCut: false,
      birthDate: "1990-01-31",
      expiryDate: "2030-01-31",
      number: "I1234562",
      code: "DL",
      issuer: "USA",
      state: "CA",
    });
  });

  it("of Canada has the year first, and an ID card is one", () => {
    const canadian = own.replace("01311990", "19900131").replace("01312030", "20300131").replace("USA", "CAN");
    expect(readLicense(barcode(canadian, { kind: "ID", issuer: "636012" }))).toMatchObject({
      birthDate: "1990-01-31",
      expiryDate: "2030-01-31",
      state: "ON",
      code: "ID",
    });
    expect(readLicense(barcode(own.replace("DDEN", "DDET")))).toMatchObject({ isNameCut: true });
    expect(readLicense(barcode(own.replace("DBB01311990\n", "")))).toMatchObject({ birthDate: null });
  });

  it("has the state of its issuer, not of an address in another one", () => {
    const moved = own.replace("DAJCA", "DAJNV");
    expect(readLicense(barcode(moved))).toMatchObject({ state: "CA" });
    expect(readLicense(barcode(moved, { issuer: "999999" }))).toMatchObject({ state: "NV" });
  });

  it.each(["https://example.com", "", "@", "M1SPECIMEN/ADA"])("is not %j", (text) => {
    expect(readLicense(text)).toBeNull();
  });
});
