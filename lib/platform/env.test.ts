import { resolve } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { BadEnvironment, dataFolder, isPublicAddress, isThisMachine, readEnv } from "./env";

const key = Buffer.alloc(32, 7).toString("base64");
const least = { DATABASE_URL: "postgresql://u:p@127.0.0.1:5432/records", MASTER_KEY: key, AUTH_SECRET: key };
const live = { ...least, NODE_ENV: "production", BASE_URL: "https://records.example.com" };
const mail = { SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "records@example.com" };
const stripe = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };

function problems(variables: Record<string, string>): readonly string[] {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof BadEnvironment) return error.problems;
    throw error;
  }
  return [];
}

describe("readEnv", () => {
  it("fills in what a first start needs", () => {
    const env = readEnv({ ...least, PORT: "4000" });
    expect(env).toMatchObject({
      baseUrl: "http://localhost:4000",
      host: "127.0.0.1",
      usesSink: true,
      trustedProxies: 0,
    });
    expect(env.s3).toBeUndefined();
  });

  it("treats an empty variable as absent", () => {
    expect(readEnv({ ...least, REDIS_URL: "", PORT: " " })).toMatchObject({ redis: undefined, port: 3000 });
  });

  it("reads thresholds of similar pictures by legal basis, and names what is wrong", () => {
    const bits = { NCII_TAKE_IT_DOWN: 31, NCII_STATE: 31, AN_5196_APPEAL: 31, DMCA: 31, OTHER: 31 };
    expect(readEnv(least).similarBits).toEqual(bits);
    expect(readEnv({ ...least, SIMILAR_BITS: "DMCA=20, OTHER = 0" }).similarBits).toEqual({
      ...bits,
      DMCA: 20,
      OTHER: 0,
    });
    for (const SIMILAR_BITS of ["DMCA=32", "DMCA=-1", "DMCA", "ncii=3", "DMCA=1,DMCA=2", "DMCA=1,"]) {
      expect(problems({ ...least, SIMILAR_BITS }).join()).toMatch(
        /^SIMILAR_BITS must be a list such as .*with 0 to 31 bits/,
      );
    }
  });

  it.each([
    ["redis://:secret@cache:6380/2", { kind: "server", url: "redis://:secret@cache:6380/2" }],
    [
      "rediss+sentinel://ada:p%40ss@a,b:26380,[::1]:1/records/3",
      {
        kind: "sentinel",
        nodes: [
          { host: "a", port: 26_379 },
          { host: "b", port: 26_380 },
          { host: "::1", port: 1 },
        ],
        name: "records",
        db: 3,
        username: "ada",
        password: "p@ss",
        tls: true,
      },
    ],
    [
      "redis+cluster://a,b:7000",
      {
        kind: "cluster",
        nodes: [
          { host: "a", port: 6_379 },
          { host: "b", port: 7_000 },
        ],
        name: "",
        db: 0,
        tls: false,
      },
    ],
  ])("reads the address %s", (REDIS_URL, address) => {
    expect(readEnv({ ...least, REDIS_URL, NODES: "2" }).redis).toMatchObject({ address, nodes: 2 });
  });

  it("removes the trailing slash from the base URL", () => {
    expect(readEnv({ ...least, BASE_URL: "http://localhost:3000/" }).baseUrl).toBe("http://localhost:3000");
  });

  it("takes a witness's address with and without the path that is asked", () => {
    const key = `w.example.com/w1+1a2b3c4d+${"B".repeat(44)}`;
    for (const given of ["", "/", "/add-checkpoint", "/add-checkpoint/"]) {
      const { ledgerWitnesses } = readEnv({ ...least, LEDGER_WITNESSES: `https://w.example.com/log${given} ${key}` });
      expect(ledgerWitnesses).toEqual([{ url: "https://w.example.com/log", key }]);
    }
    expect(() => readEnv({ ...least, LEDGER_WITNESSES: `${key}` })).toThrow("LEDGER_WITNESSES");
  });

  it("never prints a secret", () => {
    const printed = JSON.stringify(readEnv({ ...least, ...stripe }));
    expect(printed).not.toContain(key);
    expect(printed).not.toContain("sk_live_1");
  });

  it.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["DATABASE_URL", "mysql://localhost/records"],
    ["DATABASE_URL", "postgresql://a,b/records?target_session_attrs=read-write"],
    ["REDIS_URL", "localhost:6379"],
    ["REDIS_URL", "redis://a:6379,b:6379"],
    ["REDIS_URL", "redis+sentinel://a,b"],
    ["REDIS_URL", "redis+cluster://a,b:port"],
    ["NODES", "0"],
    ["BASE_URL", "records.example.com"],
    ["BASE_URL", "https://records.example.com/app"],
    ["TRUSTED_PROXIES", "-1"],
    ["WEBHOOK_ADDRESSES", "203.0.113.7, hooks.example.com"],
    ["WEBHOOK_ADDRESSES", "203.0.113.0/33"],
    ["MASTER_KEY", "c2hvcnQ="],
    ["AUTH_SECRET", "short"],
    ["ALLOW_STANDINS", "yes"],
    ["REQUIRE_STAFF_FACTOR", "yes"],
    ["IDENTITY_DRIVER", "guess"],
    ["S3_ENCRYPTION", "none"],
    ["S3_OBJECT_LOCK", "COMPLIANCE"],
    ["S3_ENDPOINT", "s3.example.com"],
    ["CREATOR_SUBSCRIPTION_CENTS", "19.99"],
    ["CREATOR_SUBSCRIPTION_CENTS", "0"],
    ["TERMS_FILE", "/no/such/file"],
    ["PRIVACY_FILE", "/dev/null"],
  ])("reports one problem when %s is %s", (name, value) => {
    const said = problems({ ...least, [name]: value });
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(new RegExp(`^${name} must be .+\\.$`));
  });

  it("names a missing variable and how to fix it", () => {
    expect(problems({ MASTER_KEY: key, AUTH_SECRET: key })).toEqual([
      expect.stringMatching(/^DATABASE_URL is missing: /),
    ]);
  });

  it.each([
    [{ S3_BUCKET: "records", S3_ACCESS_KEY_ID: "AKIA1" }, "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY"],
    [{ S3_ENDPOINT: "http://localhost:9000" }, "S3_BUCKET is missing"],
    [{ STRIPE_SECRET_KEY: "sk_live_1" }, "STRIPE_WEBHOOK_SECRET"],
    [{ IDENTITY_DRIVER: "stripe_identity" }, "STRIPE_SECRET_KEY"],
    [{ SMTP_URL: "smtp://mail.example.com" }, "MAIL_FROM"],
  ])("refuses a partial configuration: %o", (variables, named) => {
    expect(problems({ ...least, ...variables }).join()).toContain(named);
  });
});

describe("object storage", () => {
  const s3 = { S3_BUCKET: "records", S3_ACCESS_KEY_ID: "AKIA1", S3_SECRET_ACCESS_KEY: "a-secret" };

  it("is encrypted by the store, and locked only if configured", () => {
    expect(readEnv({ ...least, ...s3 }).s3).toMatchObject({
      bucket: "records",
      encryption: "AES256",
      objectLock: false,
    });
  });

  it.each([
    ["AES256", "AES256"],
    ["aws:kms", "aws:kms"],
    ["bucket", null],
  ])("is asked for encryption by S3_ENCRYPTION=%s", (value, encryption) => {
    expect(readEnv({ ...least, ...s3, S3_ENCRYPTION: value }).s3?.encryption).toBe(encryption);
  });

  it.each([
    ["1", true],
    ["true", true],
    ["0", false],
    ["", false],
  ])("with S3_OBJECT_LOCK %j locks objects: %s", (value, objectLock) => {
    expect(readEnv({ ...least, ...s3, S3_OBJECT_LOCK: value }).s3?.objectLock).toBe(objectLock);
  });

  it("does not print its secret", () => {
    expect(JSON.stringify(readEnv({ ...least, ...s3 }))).not.toContain("a-secret");
  });
});

describe("dataFolder", () => {
  it.each([
    ["not there", undefined, ".data"],
    ["empty", "", ".data"],
    ["given", "/srv/records", "/srv/records"],
  ])("returns the same folder as the whole configuration when the variable is %s", (_, given, folder) => {
    vi.stubEnv("DATA_DIR", given);
    expect(dataFolder()).toBe(folder);
    expect(readEnv({ ...least, DATA_DIR: given }).dataDir).toBe(resolve(folder));
  });
});

describe("stand-ins", () => {
  it("are refused if the public can reach the service", () => {
    expect(problems(live)).toEqual([expect.stringContaining("SMTP_URL"), expect.stringContaining("STRIPE_SECRET_KEY")]);
    expect(problems({ ...live, ...mail })).toEqual([expect.stringContaining("STRIPE_SECRET_KEY")]);
  });

  it("replace Stripe where it isn't configured, with keys that only this service has", () => {
    const { stripe: standIn } = readEnv({ ...least, STRIPE_PORT: "4111" });
    expect(standIn).toMatchObject({
      apiBase: "http://127.0.0.1:4111",
      standIn: { port: 4111, pagesUrl: "http://localhost:4111" },
    });
    const reveal = (variables: Record<string, string>) => {
      const { secretKey, webhookSecret } = readEnv({ ...least, ...variables }).stripe;
      return [secretKey.reveal(), webhookSecret.reveal()];
    };
    expect(reveal({})).toEqual([standIn.secretKey.reveal(), standIn.webhookSecret.reveal()]);
    expect(new Set([...reveal({}), ...reveal({ AUTH_SECRET: "another".repeat(8) })]).size).toBe(4);
    expect(readEnv({ ...least, ...stripe }).stripe).toMatchObject({ apiBase: undefined, standIn: null });
    const trial = { ...live, ...mail, ALLOW_STANDINS: "1", STRIPE_PAGES_URL: "https://pay.example.com/" };
    expect(readEnv({ ...least, ...trial }).stripe.standIn?.pagesUrl).toBe("https://pay.example.com");
  });

  it("aren't needed with the real service, in a trial, or if only this machine can reach it", () => {
    expect(problems({ ...live, ...mail, ...stripe })).toEqual([]);
    expect(problems({ ...live, ALLOW_STANDINS: "1" })).toEqual([]);
    expect(problems({ ...live, BASE_URL: "http://localhost:3000" })).toEqual([]);
    expect(problems({ ...live, NODE_ENV: "development" })).toEqual([]);
  });

  it.each([
    ["http://localhost:3000", false],
    ["http://app.localhost", false],
    ["http://127.0.0.1:3000", false],
    ["http://[::1]:3000", false],
    ["http://10.1.2.3", false],
    ["http://172.20.0.1", false],
    ["http://172.32.0.1", true],
    ["http://vellum:3000", false],
    ["https://records.example.com", true],
    ["https://8.8.8.8", true],
    ["https://[2606:4700::1111]", true],
  ])("%s is public: %s", (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });

  it.each([
    ["http://localhost:3000", true],
    ["http://app.localhost", true],
    ["http://127.0.0.1:3000", true],
    ["http://[::1]:3000", true],
    ["http://10.1.2.3", false],
    ["http://records:3000", false],
    ["http://localhost.example.com", false],
    ["https://127.0.0.1.example.com", false],
    ["https://records.example.com", false],
  ])("%s is this machine: %s", (address, expected) => {
    expect(isThisMachine(address)).toBe(expected);
  });
});
