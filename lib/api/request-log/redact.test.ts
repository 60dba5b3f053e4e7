import { describe, expect, it } from "vitest";
import { bodyText, redactBody, redactHeaders, redactText } from "./redact";

const PRESIGNED =
  "https://bucket.s3.amazonaws.com/copies/1?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAEXAMPLE%2F2026&X-Amz-Signature=abc123def&part=1";
const TOKEN = "Yk3n0Zt8mJw5q1rX7uVbGd2sLhP9aEoCfTiKxNzQ4RM";

describe("redactBody", () => {
  it.each([
    ["an API key", { note: "use svc_live_AbCdEf0123456789" }, "AbCdEf0123456789"],
    ["a webhook secret", { text: "whsec_c2VjcmV0c2VjcmV0" }, "c2VjcmV0"],
    ["a member called secret", { clientSecret: "s3cr3t" }, "s3cr3t"],
    ["a member called password, in any case", { PassWord: "hunter2" }, "hunter2"],
    ["what is inside a secret member", { token: { deep: ["t0ken"] } }, "t0ken"],
    ["a secret deep inside", { a: [{ b: { api_key: "k1" } }] }, "k1"],
    ["an onboarding link", { onboardingUrl: `https://records.example.com/onboard/${TOKEN}` }, TOKEN],
    ["an attestation link", { attestationUrl: `https://records.example.com/attest/${TOKEN}` }, TOKEN],
    ["an attestation link in free text", { text: `open https://records.example.com/attest/${TOKEN}` }, TOKEN],
    ["a link in free text", { text: `see https://records.example.com/approve/${TOKEN}?x=1` }, TOKEN],
    ["a claimant's page", { text: `https://records.example.com/removal/${TOKEN}` }, TOKEN],
    ["a link for a phone", { text: `https://records.example.com/handoff/${TOKEN}` }, TOKEN],
    ["an examiner's link", { text: `https://records.example.com/examine/${TOKEN}/copies` }, TOKEN],
    ["a link that files a request", { text: `https://records.example.com/removal/confirm/${TOKEN}` }, TOKEN],
    ["an invitation to a team", { text: `https://records.example.com/invitation/${TOKEN}` }, TOKEN],
    ["an invitation of a producer", { text: `https://records.example.com/producer-invitation/${TOKEN}` }, TOKEN],
    ["a presigned URL's signature", { complianceCopyUpload: { url: PRESIGNED } }, "abc123def"],
    ["a presigned URL's credential", { complianceCopyUpload: { url: PRESIGNED } }, "AKIAEXAMPLE"],
    [
      "an upload URL of ours",
      { complianceCopyUpload: { url: `https://records.example.com/uploads/WyJjb3BpZXMi.${TOKEN}` } },
      TOKEN,
    ],
    ["a token in a query", { callbackUrl: "https://p.example/cb?access_token=tttt&user=1" }, "tttt"],
    ["a password in an address", { contentUrl: "https://user:pa55@cdn.example/1" }, "pa55"],
    ["a bearer credential in text", { note: "Bearer abc.def.ghi" }, "abc.def.ghi"],
  ])("removes %s", (_, body, secret) => {
    expect(redactBody(JSON.stringify(body))).not.toContain(secret);
  });

  it("removes secrets hidden by escapes", () => {
    expect(redactBody(String.raw`{"u":"https:\/\/v.example\/onboard\/${TOKEN}"}`)).not.toContain(TOKEN);
    expect(redactBody(String.raw`{"\u0073ecre\u0074":"one"}`)).not.toContain("one");
    expect(redactBody(String.raw`{"note":"\u0073vc_live_\u0041BCDEFGH12345678"}`)).not.toContain("12345678");
  });

  it("removes secrets from bodies that aren't valid JSON, or no longer", () => {
    for (const body of [
      `{"token":"t0ken","x":`,
      `x svc_live_t0ken`,
      `{"apiKey" : "t0ken`,
      `{"a":1}{"secret": t0ken}`,
    ]) {
      expect(redactBody(body)).not.toContain("t0ken");
    }
  });

  it.each([
    "authorization",
    "setCookie",
    "passwd",
    "userPassword",
    "pwd",
    "passphrase",
    "clientSecret",
    "accessToken",
    "api_key",
    "signature",
    "credentials",
    "privateKey",
    "private_key",
    "onboardingUrl",
    "attestation_url",
    "consentLink",
    "approvalUrl",
    "invitationUrl",
    "signInUrl",
    "session",
    "auth",
    "x-auth",
    "x-auth-user",
    "xAuth",
    "x-session",
    "x-session-id",
    "jwt",
    "idJwt",
  ])("removes the value of %s wherever the name appears", (name) => {
    const valid = JSON.stringify({ [name]: "t0ken" });
    for (const body of [valid, valid.slice(0, -1), `{"url":"https://p.example/cb?page=1&${name}=t0ken"}`]) {
      expect(redactBody(body)).not.toContain("t0ken");
    }
    expect(Object.values(redactHeaders([name, "t0ken"]))).toEqual(["[redacted]"]);
  });

  it.each([
    ["in a text", (jwt: string) => `{"note":"see ${jwt}, please"}`],
    ["alone", (jwt: string) => JSON.stringify(jwt)],
    ["in a query", (jwt: string) => `{"url":"https://p.example/cb?x=${jwt}&y=1"}`],
    ["in a path", (jwt: string) => `{"url":"https://p.example/${jwt}/1"}`],
    ["in a query, in quotation marks", (jwt: string) => `{"url":"https://p.example/cb?x=%22${jwt}%22"}`],
    ["in what is no JSON", (jwt: string) => `x=${jwt}`],
    ["without a signature", (jwt: string) => `{"note":"${jwt.replace(/[^.]+$/, "")}"}`],
    ["encrypted", (jwt: string) => `{"note":"${jwt}.${jwt.slice(4, 20)}.${jwt.slice(4, 20)}"}`],
  ])("removes a JSON Web Token %s", (_, body) => {
    const [header, claims, signature] = [
      `{"alg":"RS256","typ":"JWT"}`,
      `{"sub":"robin@example.com"}`,
      "signature of it",
    ].map((part) => Buffer.from(part).toString("base64url"));
    const redacted = redactBody(body(`${header}.${claims}.${signature}`));
    for (const part of [claims, signature]) expect(redacted).not.toContain(part);
    expect(redacted).toContain("[redacted]");
  });

  it("keeps lookalikes, and the ids of sessions and authors", () => {
    const body =
      '{"sessionId":"03f9c2k7","author":"Ada","authorUrl":"https://p.example/a","title":"eyJ is how one begins. eyJa.b"}';
    expect(redactBody(body)).toBe(body);
    expect(redactHeaders(["X-Author", "Ada"])).toEqual({ "x-author": "Ada" });
  });

  it("removes both members of a repeated name", () => {
    expect(redactBody(`{"token":"t0ken","token":null}`)).not.toContain("t0ken");
  });

  it("keeps everything else exactly, including spaces and order", () => {
    const body =
      '{ "email": "ada@example.com",\n "contentUrl": "https://cdn.example/uploads/1.jpg?page=2", "n": 1.50 }';
    expect(redactBody(body)).toBe(body);
  });

  it("keeps a link's destination", () => {
    expect(
      JSON.parse(redactBody(`{"onboardingUrl":"https://records.example.com/onboard/${TOKEN}","status":"x"}`)),
    ).toEqual({
      onboardingUrl: "https://records.example.com/[redacted]",
      status: "x",
    });
    expect(redactText(PRESIGNED)).toContain("https://bucket.s3.amazonaws.com/copies/1?");
    expect(redactText(PRESIGNED)).toContain("part=1");
  });

  it("survives hostile bodies", () => {
    expect(redactBody(`{"secret":${"[".repeat(5000)}1${"]".repeat(5000)}}`)).toBe('{"secret":"[redacted]"}');
    expect(redactBody(`{"token":1,"a":${'{"url":'.repeat(5000)}1${"}".repeat(5000)}}`)).toContain("nested too deeply");
    expect(redactBody(`{"__proto__":{"token":"t0ken"}}`)).not.toContain("t0ken");
  });

  // Quadratic work would exceed the test's timeout.
  it("reads a hostile text once, at any length", () => {
    for (const text of [
      `secret${'"'.repeat(400_000)}`,
      `secret://${"a".repeat(400_000)}`,
      `{"${"token".repeat(80_000)}`,
      `?${"token".repeat(80_000)}`,
      "eyJ-".repeat(100_000),
      "%22eyJ".repeat(80_000),
      "eyJa.".repeat(80_000).slice(0, -1).replaceAll(".", ".!"),
    ]) {
      expect(redactBody(text)).toBe(text);
    }
    expect(redactBody(`{"token":"${"\\".repeat(400_000)}`)).toBe('{"token":"[redacted]"');
  });
});

describe("redactHeaders", () => {
  it("hides credentials, keeps the rest, and joins repeated headers", () => {
    const raw = [
      "Authorization",
      "Bearer svc_live_x",
      "Cookie",
      "a=b",
      "X-Api-Key",
      "k",
      "Accept",
      "a",
      "accept",
      "b",
      "__proto__",
      "x",
    ];
    expect(redactHeaders(raw)).toEqual({
      authorization: "[redacted]",
      cookie: "[redacted]",
      "x-api-key": "[redacted]",
      accept: "a, b",
    });
  });

  it("hides a key in the wrong header", () => {
    expect(redactHeaders(["X-Note", "svc_live_abcdefgh12345"])).toEqual({ "x-note": "svc_live_[redacted]" });
  });
});

describe("bodyText", () => {
  it("keeps at most 16 KB, in whole characters", () => {
    const text = bodyText(JSON.stringify({ text: "é€😀".repeat(4000) }));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
    expect(Buffer.byteLength(text)).toBeGreaterThan(16 * 1024 - 4);
    expect(text).not.toContain("\u{FFFD}");
    expect(bodyText("x".repeat(16 * 1024))).toHaveLength(16 * 1024);
    expect(bodyText("x".repeat(16 * 1024 + 1))).toHaveLength(16 * 1024);
  });

  const KEPT = 16 * 1024;
  const long = "aBcDeFgHiJkLmNoPqRsT";
  const jwt = ["head", "claims", "sign"].map((part) => (part === "head" ? "eyJhbGci" : `${part}${long}`)).join(".");
  const escaped = (text: string) =>
    [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  const SECRETS: [string, string, string][] = [
    ["a member", `"token":"${long}"`, long],
    ["a member with blanks", `"clientSecret" : "${long}"`, long],
    ["a member with an escaped name", `"${escaped("token")}":"${long}"`, long],
    ["an object in a secret member", `"credentials":{"a":[{"b":"${long}"}]}`, long],
    ["a list in a secret member", `"cookies":["x","${long}"]`, long],
    ["a repeated member", `"note":"a","token":1,"token":"${long}"`, long],
    ["a member named by a number", `"9":"a","1":"${jwt}"`, `claims${long}`],
    ["a repeated name", `"n":"a","m":1,"n":"https://robin:${long}@p.example/"`, long],
    ["a member in escapes", `"secret":"${escaped(long)}"`, escaped(long)],
    ["an API key in text", `"note":"a svc_live_${long} b"`, long],
    ["an API key in escapes", `"note":"${escaped("svc_live_")}${long}"`, long],
    ["a JSON Web Token", `"note":"see ${jwt}, please"`, `claims${long}`],
    ["a JSON Web Token in escapes", `"note":"${escaped("eyJh")}.claims${long}.sign"`, `claims${long}`],
    ["a password in an address", `"url":"https://robin:${long}@p.example/a"`, long],
    ["a numeric password in a link", `"signInUrl":"https://robin:71828182845904523536@p.example/a"`, "71828"],
    ["an address with escaped slashes", String.raw`"url":"https:\/\/robin:${long}@p.example\/a"`, long],
    ["a link with escaped slashes", String.raw`"url":"https:\/\/v.example\/onboard\/${long}"`, long],
    ["a link", `"url":"https://v.example/approve/${long}"`, long],
    ["a query", `"url":"https://p.example/?access_token=${long}&a=1"`, long],
    ["a credential", `"header":"Bearer ${long}"`, long],
    ["an upload URL", `"url":"https://v.example/uploads/WyJ${long}"`, long],
    ["text that isn't JSON", `oops "token":"${long}" ${jwt} https://robin:${long}@p.example`, long],
  ];
  /** Whether a text has any five characters of a secret in a row. */
  const shows = (text: string, secret: string) =>
    Array.from({ length: secret.length - 4 }, (_, n) => secret.slice(n, n + 5)).some((piece) => text.includes(piece));

  // The cut moves through the secret, its name and all before and after them.
  it.each(SECRETS)("shows nothing of %s, wherever it is cut", (_, member, secret) => {
    const piece = `{"list":[1,{"a":"é","b":null,${member},"c":true}],"d":0}`;
    for (let cut = 0; cut <= piece.length; cut++) {
      const head = `{"pad":"${".".repeat(KEPT - 9 - cut)}",`;
      const text = bodyText(`${head}"x":${piece},"y":"${".".repeat(KEPT)}"}`);
      expect(shows(text, secret), `${cut}: ${text.slice(-200)}`).toBe(false);
    }
  });

  it("keeps what comes before the cut, and adds nothing", () => {
    const body = `{"token":"t0ken","list":[{"note":"kept"},{"text":"${"x".repeat(KEPT)}"}]}`;
    const text = bodyText(body);
    expect(text).toMatch(/^\{"token":"\[redacted\]","list":\[\{"note":"kept"\},\{"text":"x+$/);
    expect(text.length).toBeGreaterThan(KEPT - 20);
    const plain = `{ "a": [ 1, 2 ],\n "text": "${"x".repeat(KEPT)}"}`;
    expect(bodyText(plain)).toBe(plain.slice(0, KEPT));
  });

  // The work depends on what is kept. Reading all of this would exceed the test's timeout.
  it("reads no more of a body than it keeps", () => {
    const body = `{"secret":"a","text":"${"eyJ-token:// ".repeat(80_000)}"}`;
    for (let n = 0; n < 1000; n++) bodyText(body);
  });

  it("has no NUL, which PostgreSQL would refuse", () => expect(bodyText("a\0b")).toBe("a\u{FFFD}b"));
});
