const KEY = Buffer.alloc(32, "a test key, not a secret").toString("base64");

/**
 * The whole environment of a service under test, so that a developer's `.env.local` doesn't reach it. `undefined` means
 * that the variable must be absent.
 */
export function testVariables({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }) {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: undefined,
    DATABASE_POOL_SIZE: "8",
    DATABASE_CONNECT_MS: undefined,
    DATABASE_STATEMENT_MS: undefined,
    DATA_DIR: dataDir,
    MASTER_KEY: KEY,
    AUTH_SECRET: KEY,
    BASE_URL: "http://localhost:3000",
    LOG_LEVEL: "silent",
    PORT: undefined,
    HOST: undefined,
    REDIS_URL: undefined,
    SMTP_URL: undefined,
    MAIL_FROM: undefined,
    STORAGE_DIR: undefined,
    S3_ENDPOINT: undefined,
    S3_BUCKET: undefined,
    S3_REGION: undefined,
    S3_ACCESS_KEY_ID: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
    S3_FORCE_PATH_STYLE: undefined,
    S3_ENCRYPTION: undefined,
    S3_OBJECT_LOCK: undefined,
    MASTER_KEY_PREVIOUS: undefined,
    SIGNING_P12: undefined,
    SIGNING_P12_PASSPHRASE: undefined,
    STRIPE_SECRET_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
    STRIPE_API_BASE: undefined,
    // Nothing listens there. Tests of payments start their own stand-in.
    STRIPE_PORT: "1",
    STRIPE_PAGES_URL: undefined,
    PLATFORM_FEE_CENTS: undefined,
    PLATFORM_FEE_PRORATION: undefined,
    PLATFORM_FEE_GRACE_DAYS: undefined,
    IDENTITY_DRIVER: undefined,
    TRUSTED_PROXIES: undefined,
    ALLOW_PRIVATE_WEBHOOKS: "1",
    ALLOW_STANDINS: undefined,
    SECURITY_CONTACT: undefined,
    CUSTODIAN_NAME: undefined,
    CUSTODIAN_TITLE: undefined,
    CUSTODIAN_ADDRESS: undefined,
    CUSTODIAN_HOURS: undefined,
    REMOVAL_HELP: undefined,
    ROLE: undefined,
    SINK_PORT: undefined,
  } satisfies Record<string, string | undefined>;
}
