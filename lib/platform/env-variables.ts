import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { PDQ_DISTANCE_MAX } from "./pictures/pdq";
import { parseRedisAddress } from "./rate-limit/redis-address";
import { Secret } from "./secret";

const PORT_DEFAULT = 3000;
const SINK_PORT_DEFAULT = 2525;
const STRIPE_PORT_DEFAULT = 12_111;
const KEY_BYTES = 32;
const AUTH_SECRET_MIN_CHARACTERS = 32;

const secret = z.string().transform((value) => new Secret(value));
/** 32 bytes in base64. */
export const base64Key = z
  .string()
  .refine((value) => /^[A-Za-z0-9+/]+={0,2}$/.test(value) && Buffer.from(value, "base64").byteLength === KEY_BYTES, {
    error: "must be 32 random bytes in base64; make one with `openssl rand -base64 32`",
  })
  .transform((value) => new Secret(value));
const switched = z.enum(["0", "1", "true", "false"], { error: "must be 1 or 0" });
const isOn = (value: z.infer<typeof switched>) => value === "1" || value === "true";
const flag = switched.default("0").transform(isOn);
// The smallest and largest charge that Stripe accepts in US dollars.
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

const milliseconds = z.coerce
  .number({ error: "must be a time in milliseconds, such as 15000" })
  .int({ error: "must be a whole number of milliseconds, such as 15000" })
  .min(100, { error: "must be 100 or more" })
  .max(600_000, { error: "must be 600000 or less" });

function address(example: string, ...schemes: string[]) {
  return z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    error: `must be an address such as ${example}`,
  });
}

/** Where people write to, for a purpose. */
const contact = (to: string) =>
  z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, {
      error: `must be an address such as mailto:${to}@example.com or https://example.com/${to}`,
    })
    .optional();

/** An IP address, or a range of them such as `203.0.113.0/28`. */
function isAddressRange(text: string): boolean {
  const [, ip = "", length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = { 4: 32, 6: 128 }[isIP(ip)];
  return bits !== undefined && Number(length ?? bits) <= bits;
}

const BASES = ["NCII_TAKE_IT_DOWN", "NCII_STATE", "AN_5196_APPEAL", "DMCA", "OTHER"] as const;

/** In how many bits similar pictures may differ, for each legal basis of a removal request. 0: none are suggested. */
const bitsByBasis = z
  .string()
  .default("")
  .transform((text, ctx) => {
    const bits = Object.fromEntries(BASES.map((basis) => [basis, PDQ_DISTANCE_MAX])) as Record<
      (typeof BASES)[number],
      number
    >;
    const named = new Set<string>();
    for (const part of text === "" ? [] : text.split(",")) {
      const [, name, count] = /^\s*(\w+)\s*=\s*(\d{1,2})\s*$/.exec(part) ?? [];
      const basis = BASES.find((one) => one === name && !named.has(one));
      if (!basis || Number(count) > PDQ_DISTANCE_MAX) {
        const message = `must be a list such as NCII_TAKE_IT_DOWN=31,DMCA=20: each of ${BASES.join(", ")} at most once, with 0 to ${PDQ_DISTANCE_MAX} bits`;
        ctx.addIssue({ code: "custom", message });
        return z.NEVER;
      }
      named.add(basis);
      bits[basis] = Number(count);
    }
    return bits;
  });

/** A text of the operator's, in a file that is read at start. */
const textFile = z
  .string()
  .transform((path, ctx) => {
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)).trim();
      if (text !== "") return text;
    } catch {
      // Missing, unreadable or not text: the message below says so.
    }
    ctx.addIssue({ code: "custom", message: "must be the path of a readable UTF-8 text file that isn't empty" });
    return z.NEVER;
  })
  .optional();

// node-postgres takes no list of hosts.
const database = (user: string) =>
  z
    .string()
    .refine((value) => !/^\w+:\/\/(?:[^@/?]*@)?[^@/?]*,[^@/?]*(?:[/?]|$)/.test(value), {
      error: "must be the address of one host, such as HAProxy or a virtual IP that leads to the primary",
      abort: true,
    })
    .pipe(address(`postgresql://${user}:password@localhost:5432/records`, "postgres:", "postgresql:"));

const Help = z.array(
  z.strictObject({
    name: z.string().min(1),
    what: z.string().min(1),
    url: z.url({ protocol: /^https$/ }).optional(),
    phone: z
      .string()
      .regex(/^[+0-9-]+$/)
      .optional(),
  }),
);

function parsedHelp(text: string): z.infer<typeof Help> | undefined {
  try {
    return Help.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Where people in the United States can turn. */
const US_HELP: z.infer<typeof Help> = [
  { name: "Emergency", what: "If you or someone else is in danger now.", phone: "911" },
  {
    name: "988 Suicide & Crisis Lifeline",
    what: "Talk to someone, day and night. Call or text 988, or chat on their site. Free and confidential.",
    url: "https://988lifeline.org/",
    phone: "988",
  },
  {
    name: "Take It Down",
    what: "If you were under 18 in the image: helps stop copies on many large platforms. Anonymous, and the image stays on your device. By the National Center for Missing & Exploited Children.",
    url: "https://takeitdown.ncmec.org/",
  },
  {
    name: "CyberTipline",
    what: "To report the sexual exploitation of a child, also if it happened to you. By the same center.",
    url: "https://report.cybertip.org/",
    phone: "1-800-843-5678",
  },
  {
    name: "StopNCII.org",
    what: "If you were 18 or older in the image: helps stop copies on many large platforms. The image stays on your device.",
    url: "https://stopncii.org/",
  },
  {
    name: "Image Abuse Helpline",
    what: "Free advice, day and night, if your intimate images, or fakes of you, were shared or are used to threaten you. By the Cyber Civil Rights Initiative.",
    url: "https://cybercivilrights.org/ccri-safety-center/",
    phone: "1-844-878-2274",
  },
];

/** The environment variables, each validated alone. */
export const variables = z.object({
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
  DATABASE_URL: database("user"),
  DATABASE_OWNER_URL: database("owner").optional(),
  DATABASE_STANDBY_URL: database("user").optional(),
  DATABASE_POOL_SIZE: z.coerce
    .number({ error: "must be a number of connections, such as 16" })
    .int({ error: "must be a whole number of connections, such as 16" })
    .min(2, { error: "must be 2 or more" })
    .max(1000, { error: "must be 1000 or less" })
    .default(16),
  DATABASE_CONNECT_MS: milliseconds.default(2_000),
  DATABASE_LOCK_MS: milliseconds.default(5_000),
  DATABASE_STATEMENT_MS: milliseconds.default(15_000),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address("http://localhost:4318", "http:", "https:").optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a share from 0 to 1, such as 0.1" })
    .min(0, { error: "must be 0 or more" })
    .max(1, { error: "must be 1 or less" })
    .default(1),
  REDIS_URL: z
    .string()
    .transform((value, ctx) => {
      const parsed = parseRedisAddress(value);
      if (parsed) return parsed;
      ctx.addIssue({
        code: "custom",
        message:
          "must be an address such as redis://localhost:6379, redis+sentinel://a:26379,b:26379,c:26379/primary or redis+cluster://a:6379,b:6379",
      });
      return z.NEVER;
    })
    .optional(),
  REDIS_SENTINEL_PASSWORD: secret.optional(),
  NODES: z.coerce
    .number({ error: "must be a number of processes, such as 2" })
    .int({ error: "must be a whole number of processes, such as 2" })
    .min(1, { error: "must be 1 or more" })
    .max(1000, { error: "must be 1000 or less" })
    .optional(),
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
  FFMPEG_PATH: z
    .string()
    .startsWith("/", { error: "must be the whole path of the program, such as /usr/bin/ffmpeg" })
    .default("/usr/bin/ffmpeg"),
  MASTER_KEY: base64Key,
  MASTER_KEY_PREVIOUS: base64Key.optional(),
  /** Opened before anything else runs: scripts/secrets.ts. */
  MASTER_KEY_KMS: z.string().optional(),
  MASTER_KEY_PREVIOUS_KMS: z.string().optional(),
  BACKUP_KEY: base64Key.optional(),
  AUTH_SECRET: z
    .string()
    .min(AUTH_SECRET_MIN_CHARACTERS, {
      error: "must be at least 32 characters; make one with `openssl rand -base64 32`",
    })
    .transform((value) => new Secret(value)),
  LEDGER_ORIGIN: z
    .string()
    .regex(/^[^\s+]+$/, { error: "must be a name such as records.example.com/ledger, without spaces and plus signs" })
    .optional(),
  LEDGER_WITNESSES: z
    .string()
    .transform((text, ctx) => {
      const witnesses = text.split(",").map((one) => {
        // Also the address that is asked, which some witnesses print.
        const [, url, key] =
          /^\s*(https?:\/\/\S+?)(?:\/add-checkpoint)?\/*\s+([^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44})\s*$/.exec(one) ??
          [];
        return url !== undefined && key !== undefined && URL.canParse(url) ? { url, key } : null;
      });
      if (!witnesses.includes(null)) return witnesses.filter((one) => one !== null);
      ctx.addIssue({
        code: "custom",
        message:
          "must be a list such as https://witness.example.com witness.example.com/w1+1a2b3c4d+BA…, with commas between",
      });
      return z.NEVER;
    })
    .default([]),
  SIGNING_P12: z
    .base64({ error: "must be a PKCS#12 file in base64; write one with `base64 -w0 signing.p12`" })
    .transform((value) => new Secret(value))
    .optional(),
  SIGNING_P12_PASSPHRASE: secret.optional(),
  TSA_URL: address("https://tsa.example.com/tsr", "http:", "https:").optional(),
  STRIPE_SECRET_KEY: secret.optional(),
  STRIPE_WEBHOOK_SECRET: secret.optional(),
  STRIPE_API_BASE: address("http://localhost:12111", "http:", "https:").optional(),
  STRIPE_PORT: port.default(STRIPE_PORT_DEFAULT),
  STRIPE_PAGES_URL: address("https://pay.example.com", "http:", "https:").optional(),
  CREATOR_SUBSCRIPTION_CENTS: cents.optional(),
  PLATFORM_FEE_CENTS: cents.optional(),
  PLATFORM_FEE_PRORATION: z.enum(["none", "daily"], { error: "must be none or daily" }).default("daily"),
  PLATFORM_FEE_GRACE_DAYS: z.coerce
    .number({ error: "must be a whole number of days, such as 14" })
    .int({ error: "must be a whole number of days, such as 14" })
    .min(0, { error: "must be 0 or more" })
    .max(90, { error: "must be 90 or less" })
    .default(14),
  REVIEW_PROMISE_HOURS: z.coerce
    .number({ error: "must be a number of hours, such as 24" })
    .int({ error: "must be a whole number of hours, such as 24" })
    .min(1, { error: "must be 1 or more" })
    .max(720, { error: "must be 720 or less" })
    .default(24),
  GOLDEN_CHECK_EVERY: z.coerce
    .number({ error: "must be a number of decisions, such as 50, or 0" })
    .int({ error: "must be a whole number of decisions, such as 50, or 0" })
    .min(0, { error: "must be 0 or more" })
    .max(10_000, { error: "must be 10000 or less" })
    .default(0),
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
  WEBHOOK_ADDRESSES: z
    .string()
    .transform((text) => text.split(",").map((range) => range.trim()))
    .refine((ranges) => ranges.every(isAddressRange), {
      error: "must be IP addresses or ranges with commas between them, such as 203.0.113.7,198.51.100.0/28",
    })
    .default([]),
  ALLOW_STANDINS: flag,
  REQUIRE_STAFF_FACTOR: switched.transform(isOn).optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be fatal, error, warn, info, debug, trace or silent",
    })
    .optional(),
  CUSTODIAN_NAME: z.string().default("Vellum Records Office"),
  CUSTODIAN_TITLE: z.string().default("Custodian of Records"),
  CUSTODIAN_ADDRESS: z.string().default("1 Example Street, Springfield, IL 62701, United States"),
  SECURITY_CONTACT: contact("security"),
  SUPPORT_CONTACT: contact("support"),
  TERMS_FILE: textFile,
  PRIVACY_FILE: textFile,
  CUSTODIAN_HOURS: z.string().default("Monday to Friday, 9 a.m. to 5 p.m. Central Time"),
  REMOVAL_HELP: z
    .string()
    .transform((text, ctx) => {
      const help = parsedHelp(text);
      if (help) return help;
      ctx.addIssue({
        code: "custom",
        message: "must be a JSON list of { name, what, url, phone }, with or without the last two",
      });
      return z.NEVER;
    })
    .default(US_HELP),
  SIMILAR_BITS: bitsByBasis,
  WORKER_PORT: port.optional(),
  ROLE: z.enum(["web", "worker", "both"], { error: "must be web, worker or both" }).default("both"),
  SINK_PORT: port.default(SINK_PORT_DEFAULT),
});

export type Variables = z.infer<typeof variables>;
