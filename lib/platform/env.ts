import { createHmac } from "node:crypto";
import { join, resolve } from "node:path";
import { contradictions, isPublicAddress, isThisMachine, remedyFor } from "./env-checks";
import { type Variables, variables } from "./env-variables";
import { Secret } from "./secret";

export { isPublicAddress, isThisMachine };

const CREATOR_SUBSCRIPTION_DEFAULT = 1999;
const PLATFORM_FEE_DEFAULT = 900;

/** The variables are wrong or unsafe. `problems` are whole sentences that name the variable and how to fix it. */
export class BadEnvironment extends Error {
  override name = "BadEnvironment";

  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

/** The whole configuration, checked. Its values do not change while the process lives. */
export type Env = ReturnType<typeof assemble>;

/**
 * Validates `source` and builds the configuration. An empty variable counts as absent. Throws `BadEnvironment` with one
 * sentence for each problem.
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

let cached: Env | undefined;

/** This process's configuration, read and validated on the first call. Throws `BadEnvironment`. */
export function env(): Env {
  cached ??= readEnv(process.env);
  return cached;
}

/** Replaces this process's configuration; without one, the next call of `env` reads it again. Tests only. */
export function replaceEnv(by?: Env): void {
  cached = by;
}

/** The data folder, for a first start, which has no secrets yet. Everything else reads `env().dataDir`. */
export function dataFolder(): string {
  return variables.shape.DATA_DIR.parse(process.env.DATA_DIR?.trim() ? process.env.DATA_DIR : undefined);
}

function assemble(v: Variables) {
  const baseUrl = new URL(v.BASE_URL ?? `http://localhost:${v.PORT}`).origin;
  const dataDir = resolve(v.DATA_DIR);
  const supportContact = v.SUPPORT_CONTACT ?? `mailto:support@${new URL(baseUrl).hostname}`;
  return Object.freeze({
    nodeEnv: v.NODE_ENV,
    baseUrl,
    port: v.PORT,
    // A private service listens on this machine only.
    host: v.HOST ?? (isPublicAddress(baseUrl) ? "0.0.0.0" : "127.0.0.1"),
    databaseUrl: v.DATABASE_URL,
    /** The database owner's address, for migrations and ops. The running service doesn't get it. */
    databaseOwnerUrl: v.DATABASE_OWNER_URL,
    /** Answers reads of the API while the database is away. */
    databaseStandbyUrl: v.DATABASE_STANDBY_URL,
    /** How many connections one process keeps to the database, besides its worker's. */
    databasePoolSize: v.DATABASE_POOL_SIZE,
    /** How long a request waits for a connection, free or new, and for a database that doesn't answer at all. */
    databaseConnectMs: v.DATABASE_CONNECT_MS,
    /** How long a request waits for a lock. */
    databaseLockMs: v.DATABASE_LOCK_MS,
    /** How long one statement of a request may take. Jobs and commands have no limit. */
    databaseStatementMs: v.DATABASE_STATEMENT_MS,
    /** Where Prometheus reads this process's metrics. */
    metricsPort: v.METRICS_PORT,
    /** The OTLP collector that gets traces, without its path. */
    tracesUrl: v.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, ""),
    /** The share of requests that are traced. */
    tracesRatio: v.OTEL_TRACES_SAMPLER_ARG,
    redis:
      v.REDIS_URL &&
      Object.freeze({
        address: v.REDIS_URL,
        sentinelPassword: v.REDIS_SENTINEL_PASSWORD,
        /** How many web processes run at most. While Redis is away, each admits its share of a limit. */
        nodes: v.NODES ?? 1,
      }),
    smtpUrl: v.SMTP_URL ?? `smtp://127.0.0.1:${v.SINK_PORT}`,
    mailFrom: v.MAIL_FROM ?? `Vellum <no-reply@${new URL(baseUrl).hostname}>`,
    s3: s3Of(v),
    dataDir,
    /** Takes the frames of videos, if it is there. */
    ffmpegPath: v.FFMPEG_PATH,
    storageDir: v.STORAGE_DIR ? resolve(v.STORAGE_DIR) : join(dataDir, "objects"),
    masterKey: v.MASTER_KEY,
    masterKeyPrevious: v.MASTER_KEY_PREVIOUS,
    /** Seals backups, for ops alone. */
    backupKey: v.BACKUP_KEY,
    authSecret: v.AUTH_SECRET,
    /** The key of the values that forms carry: the same in every process, whatever was built where. AES-256, base64. */
    formKey: new Secret(createHmac("sha256", v.AUTH_SECRET.reveal()).update("forms").digest("base64")),
    /** The name of the transparency log. Without one, it keeps the name that it got from the first base URL. */
    ledgerOrigin: v.LEDGER_ORIGIN,
    /** Who cosigns its checkpoints: the address below which each takes them, and its verifier key. */
    ledgerWitnesses: v.LEDGER_WITNESSES,
    /** The key and certificate that sign releases, as PKCS#12 in base64. Without one, the service makes its own. */
    signing: v.SIGNING_P12 && Object.freeze({ p12: v.SIGNING_P12, passphrase: v.SIGNING_P12_PASSPHRASE }),
    /** Who stamps signatures and checkpoints with the time (RFC 3161). */
    tsaUrl: v.TSA_URL,
    stripe: stripeOf(v),
    /** Monthly prices in US cents. */
    prices: Object.freeze({
      creatorSubscriptionCents: v.CREATOR_SUBSCRIPTION_CENTS ?? CREATOR_SUBSCRIPTION_DEFAULT,
      /** For each active creator that a platform pays for. */
      platformFeeCents: v.PLATFORM_FEE_CENTS ?? PLATFORM_FEE_DEFAULT,
    }),
    /** The prices that the landing page names: those that the operator set. */
    publicPrices: Object.freeze({
      creatorSubscriptionCents: v.CREATOR_SUBSCRIPTION_CENTS ?? null,
      platformFeeCents: v.PLATFORM_FEE_CENTS ?? null,
    }),
    platformFee: Object.freeze({
      /** How to charge a month in which a creator was active for only some days. */
      proration: v.PLATFORM_FEE_PRORATION,
      /** How many days an invoice may stay unpaid before the fee lapses. */
      graceDays: v.PLATFORM_FEE_GRACE_DAYS,
    }),
    identityDriver: v.IDENTITY_DRIVER,
    /** Within how many hours custodians promise to decide an ID check. */
    reviewPromiseHours: v.REVIEW_PROMISE_HOURS,
    /** After how many decisions a custodian gets a known case in their queue. 0: never. */
    goldenCheckEvery: v.GOLDEN_CHECK_EVERY,
    /** Where people report vulnerabilities, for security.txt. */
    securityContact: v.SECURITY_CONTACT ?? `mailto:security@${new URL(baseUrl).hostname}`,
    /** Where people get help, such as those who lost what they sign in with. */
    supportContact,
    /** The same, as people write it: an email address, or the address of a page. */
    supportAddress: supportContact.replace(/^mailto:/, ""),
    /** The operator's terms and privacy notice, each a page if it is set. */
    terms: v.TERMS_FILE,
    privacy: v.PRIVACY_FILE,
    trustedProxies: v.TRUSTED_PROXIES,
    allowPrivateWebhooks: v.ALLOW_PRIVATE_WEBHOOKS,
    /** The addresses that webhooks come from, for partners' firewalls. Empty if they aren't fixed. */
    webhookAddresses: v.WEBHOOK_ADDRESSES,
    allowStandins: v.ALLOW_STANDINS,
    /** Whether custodians need a second factor. A trial has none: its sign-in links are on the terminal. */
    staffSecondFactor: v.REQUIRE_STAFF_FACTOR ?? (baseUrl.startsWith("https:") && !v.ALLOW_STANDINS),
    logLevel: v.LOG_LEVEL ?? (v.NODE_ENV === "test" ? "silent" : "info"),
    custodianName: v.CUSTODIAN_NAME,
    custodianAddress: v.CUSTODIAN_ADDRESS,
    custodianTitle: v.CUSTODIAN_TITLE,
    /** When records can be inspected, in words. */
    custodianHours: v.CUSTODIAN_HOURS,
    /** Where else claimants can turn, as their first page lists it. */
    removalHelp: v.REMOVAL_HELP,
    /** In how many of 256 bits similar pictures may differ, by a request's legal basis. 0: none are suggested. */
    similarBits: v.SIMILAR_BITS,
    /** `web` answers requests, `worker` runs jobs. `both` also runs the stand-ins for what isn't configured: mail and Stripe. */
    role: v.ROLE,
    /** Where a separate worker answers health checks. */
    workerPort: v.WORKER_PORT,
    /** Mail goes to the built-in inbox instead of a mail server. */
    usesSink: v.SMTP_URL === undefined,
    sinkPort: v.SINK_PORT,
  });
}

function stripeOf(v: Variables) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = v;
  if (secretKey && webhookSecret) return Object.freeze({ secretKey, webhookSecret, apiBase, standIn: null });
  // Every process of this service must derive the same keys.
  const keyFor = (purpose: string) => createHmac("sha256", v.AUTH_SECRET.reveal()).update(purpose).digest("hex");
  const port = v.STRIPE_PORT;
  return Object.freeze({
    secretKey: new Secret(`sk_test_${keyFor("Stripe stand-in: key")}`),
    webhookSecret: new Secret(`whsec_${keyFor("Stripe stand-in: webhook")}`),
    apiBase: `http://127.0.0.1:${port}`,
    /** Set when no Stripe is configured: the port of its stand-in, and the address of its pages. */
    standIn: Object.freeze({ port, pagesUrl: new URL(v.STRIPE_PAGES_URL ?? `http://localhost:${port}`).origin }),
  });
}

function s3Of(v: Variables) {
  if (!v.S3_BUCKET) return undefined;
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
