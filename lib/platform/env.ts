import { createHmac } from "node:crypto";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import { Secret } from "./secret";

/** What the variables say is impossible or unsafe. `problems` are whole sentences that name the variable and the remedy. */
export class BadEnvironment extends Error {
  override name = "BadEnvironment";

  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

const PORT_DEFAULT = 3000;
const SINK_PORT_DEFAULT = 2525;
const STRIPE_PORT_DEFAULT = 12_111;
const MASTER_KEY_BYTES = 32;
const AUTH_SECRET_MIN_CHARACTERS = 32;

const secret = z.string().transform((value) => new Secret(value));
const masterKey = z
  .string()
  .refine(
    (value) => /^[A-Za-z0-9+/]+={0,2}$/.test(value) && Buffer.from(value, "base64").byteLength === MASTER_KEY_BYTES,
    { error: "must be 32 random bytes in base64; make one with `openssl rand -base64 32`" },
  )
  .transform((value) => new Secret(value));
const flag = z
  .enum(["0", "1", "true", "false"], { error: "must be 1 or 0" })
  .default("0")
  .transform((value) => value === "1" || value === "true");
// The least and the most that Stripe takes for one charge in US dollars.
const cents = z.coerce
  .number({ error: "must be a price in whole cents, such as 1999" })
  .int({ error: "must be a price in whole cents, such as 1999" })
  .min(50, { error: "must be 50 cents or more" })
  .max(99_999_999, { error: "must be 99999999 cents or less" });
const port = z.coerce
  .number({ error: "must be a port number, such as 3000" })
  .int({ error: "must be a whole port number, such as 3000" })
  .min(1, { error: "must be a port number from 1 to 65535" })
  .max(65_535, { error: "must be a port number from 1 to 65535" });

function address(example: string, ...schemes: string[]) {
  return z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    error: `must be an address such as ${example}`,
  });
}

const variables = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], { error: "must be development, production or test" })
    .default("development"),
  BASE_URL: address("https://records.example.com", "http:", "https:")
    .refine((value) => !URL.canParse(value) || ["/", ""].includes(new URL(value).pathname), {
      error: "must be an origin without a path, such as https://records.example.com",
    })
    .optional(),
  PORT: port.default(PORT_DEFAULT),
  HOST: z.string().optional(),
  DATABASE_URL: address("postgresql://user:password@localhost:5432/records", "postgres:", "postgresql:"),
  DATABASE_OWNER_URL: address(
    "postgresql://owner:password@localhost:5432/records",
    "postgres:",
    "postgresql:",
  ).optional(),
  DATABASE_POOL_SIZE: z.coerce
    .number({ error: "must be a number of connections, such as 16" })
    .int({ error: "must be a whole number of connections, such as 16" })
    .min(2, { error: "must be 2 or more" })
    .max(1000, { error: "must be 1000 or less" })
    .default(16),
  REDIS_URL: address("redis://localhost:6379", "redis:", "rediss:").optional(),
  SMTP_URL: address("smtps://user:password@mail.example.com:465", "smtp:", "smtps:").optional(),
  MAIL_FROM: z.string().includes("@", { error: "must be an address such as records@example.com" }).optional(),
  S3_ENDPOINT: address("https://s3.eu-central-1.amazonaws.com", "http:", "https:").optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: secret.optional(),
  S3_FORCE_PATH_STYLE: flag,
  S3_ENCRYPTION: z
    .enum(["AES256", "aws:kms", "bucket"], { error: "must be AES256, aws:kms or bucket" })
    .default("AES256"),
  S3_OBJECT_LOCK: flag,
  DATA_DIR: z.string().default(".data"),
  STORAGE_DIR: z.string().optional(),
  MASTER_KEY: masterKey,
  MASTER_KEY_PREVIOUS: masterKey.optional(),
  AUTH_SECRET: z
    .string()
    .min(AUTH_SECRET_MIN_CHARACTERS, {
      error: "must be at least 32 characters; make one with `openssl rand -base64 32`",
    })
    .transform((value) => new Secret(value)),
  STRIPE_SECRET_KEY: secret.optional(),
  STRIPE_WEBHOOK_SECRET: secret.optional(),
  STRIPE_API_BASE: address("http://localhost:12111", "http:", "https:").optional(),
  STRIPE_PORT: port.default(STRIPE_PORT_DEFAULT),
  STRIPE_PAGES_URL: address("https://pay.example.com", "http:", "https:").optional(),
  CREATOR_SUBSCRIPTION_CENTS: cents.default(1999),
  PLATFORM_FEE_CENTS: cents.default(900),
  PLATFORM_FEE_PRORATION: z.enum(["none", "daily"], { error: "must be none or daily" }).default("daily"),
  PLATFORM_FEE_GRACE_DAYS: z.coerce
    .number({ error: "must be a whole number of days, such as 14" })
    .int({ error: "must be a whole number of days, such as 14" })
    .min(0, { error: "must be 0 or more" })
    .max(90, { error: "must be 90 or less" })
    .default(14),
  IDENTITY_DRIVER: z
    .enum(["custodian_review", "stripe_identity"], { error: "must be custodian_review or stripe_identity" })
    .default("custodian_review"),
  TRUSTED_PROXIES: z.coerce
    .number({ error: "must be the number of proxies in front, such as 1" })
    .int({ error: "must be a whole number, such as 1" })
    .min(0, { error: "must be 0 or more" })
    .max(10, { error: "must be 10 or less" })
    .default(0),
  ALLOW_PRIVATE_WEBHOOKS: flag,
  ALLOW_STANDINS: flag,
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be fatal, error, warn, info, debug, trace or silent",
    })
    .optional(),
  CUSTODIAN_NAME: z.string().default("Vellum Records Office"),
  CUSTODIAN_TITLE: z.string().default("Custodian of Records"),
  CUSTODIAN_ADDRESS: z.string().default("1 Example Street, Springfield, IL 62701, United States"),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, {
      error: "must be an address such as mailto:security@example.com or https://example.com/security",
    })
    .optional(),
  CUSTODIAN_HOURS: z.string().default("Monday to Friday, 9 a.m. to 5 p.m. Central Time"),
  EMBEDDED: flag,
  SINK_PORT: port.default(SINK_PORT_DEFAULT),
});

type Variables = z.infer<typeof variables>;

/** The whole configuration, checked. Its values do not change while the process lives. */
export type Env = ReturnType<typeof assemble>;

/**
 * Checks `source` and assembles the configuration. An empty variable counts as an absent one.
 * Throws `BadEnvironment` with one sentence for each thing that is wrong.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = variables.safeParse(present);
  if (!parsed.success) {
    throw new BadEnvironment(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return present[name] === undefined ? `${name} is missing: ${remedyFor(name)}.` : `${name} ${issue.message}.`;
      }),
    );
  }
  const problems = contradictions(parsed.data);
  if (problems.length > 0) throw new BadEnvironment(problems);
  return assemble(parsed.data);
}

let known: Env | undefined;

/** The configuration of this process, read and checked at the first call. Throws `BadEnvironment`. */
export function env(): Env {
  known ??= readEnv(process.env);
  return known;
}

/**
 * The data folder as it was given. For what must find it before the rest can be checked, such as a first start, which has
 * no secrets yet; everything else asks `env().dataDir`.
 */
export function dataFolder(): string {
  return variables.shape.DATA_DIR.parse(process.env.DATA_DIR?.trim() ? process.env.DATA_DIR : undefined);
}

/** Whether an address can be reached from outside this machine and the private network it stands in. */
export function isPublicAddress(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (isIP(host) === 4) return !/^(0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host);
  if (isIP(host) === 6) return !/^(::1?$|f[cd]|fe[89ab])/.test(host);
  return host.includes(".") && !/\.(localhost|local|internal|test|home\.arpa)$/.test(host);
}

/** Whether an address is this machine's own. */
export function isThisMachine(baseUrl: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname.toLowerCase());
}

function assemble(v: Variables) {
  const baseUrl = new URL(v.BASE_URL ?? `http://localhost:${v.PORT}`).origin;
  const dataDir = resolve(v.DATA_DIR);
  return Object.freeze({
    nodeEnv: v.NODE_ENV,
    baseUrl,
    port: v.PORT,
    // A service that only this machine is meant to reach listens to this machine only.
    host: v.HOST ?? (isPublicAddress(baseUrl) ? "0.0.0.0" : "127.0.0.1"),
    databaseUrl: v.DATABASE_URL,
    /** The database owner's address, for migrations and ops. The running service doesn't get it. */
    databaseOwnerUrl: v.DATABASE_OWNER_URL,
    /** Connections that one process keeps to the database, beside those of its worker. */
    databasePoolSize: v.DATABASE_POOL_SIZE,
    redisUrl: v.REDIS_URL,
    smtpUrl: v.SMTP_URL ?? `smtp://127.0.0.1:${v.SINK_PORT}`,
    mailFrom: v.MAIL_FROM ?? `Vellum <no-reply@${new URL(baseUrl).hostname}>`,
    s3: s3Of(v),
    dataDir,
    storageDir: v.STORAGE_DIR ? resolve(v.STORAGE_DIR) : join(dataDir, "objects"),
    masterKey: v.MASTER_KEY,
    masterKeyPrevious: v.MASTER_KEY_PREVIOUS,
    authSecret: v.AUTH_SECRET,
    stripe: stripeOf(v),
    /** What is paid each month, in US cents. */
    prices: Object.freeze({
      creatorSubscriptionCents: v.CREATOR_SUBSCRIPTION_CENTS,
      /** For each active creator whom a platform pays for. */
      platformFeeCents: v.PLATFORM_FEE_CENTS,
    }),
    platformFee: Object.freeze({
      /** How a month is charged in which a creator was active for a part. */
      proration: v.PLATFORM_FEE_PRORATION,
      /** For so long an invoice may be unpaid before the fee lapses. */
      graceDays: v.PLATFORM_FEE_GRACE_DAYS,
    }),
    identityDriver: v.IDENTITY_DRIVER,
    /** Where people report vulnerabilities, for security.txt. */
    securityContact: v.SECURITY_CONTACT ?? `mailto:security@${new URL(baseUrl).hostname}`,
    trustedProxies: v.TRUSTED_PROXIES,
    allowPrivateWebhooks: v.ALLOW_PRIVATE_WEBHOOKS,
    allowStandins: v.ALLOW_STANDINS,
    logLevel: v.LOG_LEVEL ?? (v.NODE_ENV === "test" ? "silent" : "info"),
    custodianName: v.CUSTODIAN_NAME,
    custodianAddress: v.CUSTODIAN_ADDRESS,
    custodianTitle: v.CUSTODIAN_TITLE,
    /** When records can be inspected, in words. */
    custodianHours: v.CUSTODIAN_HOURS,
    /** Worker, mail sink and, without Stripe, its stand-in run inside the web process. */
    embedded: v.EMBEDDED,
    /** Mail goes to the sink of this service instead of to a real mail server. */
    usesSink: v.SMTP_URL === undefined,
    sinkPort: v.SINK_PORT,
  });
}

function stripeOf(v: Variables) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = v;
  if (secretKey && webhookSecret) return Object.freeze({ secretKey, webhookSecret, apiBase, standIn: null });
  // Every process of this service has to know the same keys.
  const keyFor = (purpose: string) => createHmac("sha256", v.AUTH_SECRET.reveal()).update(purpose).digest("hex");
  const port = v.STRIPE_PORT;
  return Object.freeze({
    secretKey: new Secret(`sk_test_${keyFor("Stripe stand-in: key")}`),
    webhookSecret: new Secret(`whsec_${keyFor("Stripe stand-in: webhook")}`),
    apiBase: `http://127.0.0.1:${port}`,
    /** No Stripe is configured: where its stand-in listens, and where browsers find its pages. */
    standIn: Object.freeze({ port, pagesUrl: new URL(v.STRIPE_PAGES_URL ?? `http://localhost:${port}`).origin }),
  });
}

function s3Of(v: Variables) {
  if (!v.S3_BUCKET || !v.S3_ACCESS_KEY_ID || !v.S3_SECRET_ACCESS_KEY) return undefined;
  return Object.freeze({
    endpoint: v.S3_ENDPOINT,
    region: v.S3_REGION,
    bucket: v.S3_BUCKET,
    accessKeyId: v.S3_ACCESS_KEY_ID,
    secretAccessKey: v.S3_SECRET_ACCESS_KEY,
    forcePathStyle: v.S3_FORCE_PATH_STYLE,
    encryption: v.S3_ENCRYPTION === "bucket" ? null : v.S3_ENCRYPTION,
    objectLock: v.S3_OBJECT_LOCK,
  });
}

function contradictions(v: Variables): string[] {
  const problems: string[] = [];
  const s3 = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const s3Missing = s3.filter((name) => v[name] === undefined);
  if (s3Missing.length > 0 && (s3Missing.length < s3.length || v.S3_ENDPOINT)) {
    problems.push(`${s3Missing.join(" and ")} missing: object storage needs all of ${s3.join(", ")}; set all or none.`);
  }
  if ((v.STRIPE_SECRET_KEY === undefined) !== (v.STRIPE_WEBHOOK_SECRET === undefined)) {
    problems.push("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together; set both or neither.");
  }
  if (v.IDENTITY_DRIVER === "stripe_identity" && !v.STRIPE_SECRET_KEY) {
    problems.push("IDENTITY_DRIVER=stripe_identity needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.");
  }
  if (v.SMTP_URL && !v.MAIL_FROM) {
    problems.push(
      "MAIL_FROM is missing: with SMTP_URL, say which address mail comes from, such as records@example.com.",
    );
  }
  return [...problems, ...standIns(v)];
}

// A public service that takes no money or sends no mail only looks alive.
function standIns(v: Variables): string[] {
  if (v.NODE_ENV !== "production" || v.ALLOW_STANDINS || !v.BASE_URL || !isPublicAddress(v.BASE_URL)) return [];
  const problems: string[] = [];
  if (!v.SMTP_URL) problems.push("SMTP_URL is missing: mail would stay in the built-in inbox.");
  if (!v.STRIPE_SECRET_KEY)
    problems.push("STRIPE_SECRET_KEY is missing: payments would go to the Stripe stand-in, and no money would move.");
  return problems.map(
    (problem) => `${problem} ${new URL(v.BASE_URL ?? "").hostname} is public; set it, or ALLOW_STANDINS=1 for a trial.`,
  );
}

function remedyFor(name: string): string {
  if (name === "DATABASE_URL") return "set it to a PostgreSQL 15 or newer, or use `npm start`, which brings one along";
  if (name === "MASTER_KEY" || name === "AUTH_SECRET") {
    return "`npm start` writes one to .env.local; elsewhere make one with `openssl rand -base64 32` and keep it";
  }
  return "set it";
}
