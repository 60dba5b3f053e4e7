import { mkdirSync, writeFileSync } from "node:fs";

// Builds beside a running version. Next writes the folder's name into the TypeScript configuration it gets.
const elsewhere = process.env.NEXT_DIST_DIR === ".next" ? undefined : process.env.NEXT_DIST_DIR;
const ownTypescript = ".data/tsconfig.json";
if (elsewhere) {
  mkdirSync(".data", { recursive: true });
  writeFileSync(ownTypescript, JSON.stringify({ extends: "../tsconfig.json" }));
}

/** @type {import("next").NextConfig} */
const config = {
  distDir: elsewhere ?? ".next",
  // The same sources have the same id, so that several nodes can build them.
  generateBuildId: () => process.env.NEXT_BUILD_ID ?? null,
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // A streamed title ends up in the body, where readers without scripts miss it.
  htmlLimitedBots: /./,
  // `npm run check` checks types. Checking them in each build as well would only slow down the start.
  typescript: { ignoreBuildErrors: true, ...(elsewhere && { tsconfigPath: ownTypescript }) },
  serverExternalPackages: [
    "@libpdf/core",
    "@opentelemetry/api",
    "@opentelemetry/context-async-hooks",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace",
    "@prisma/adapter-pg",
    "@prisma/client",
    "asn1js",
    "fontkit",
    "graphile-worker",
    "ioredis",
    "mailparser",
    "node-forge",
    "nodemailer",
    "pdfkit",
    "pg",
    "pino",
    "pkijs",
    "prom-client",
    "sharp",
    "smtp-server",
  ],
  // Workers get the policy of their own script, not of the page. This one reads a claimant's pictures: it may load its parts, and nothing
  // that could send anything.
  headers: async () => [
    {
      source: "/_next/static/chunks/:file(.*worker.*)",
      headers: [
        {
          key: "Content-Security-Policy",
          value: "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        },
      ],
    },
  ],
  // No page uses the image optimizer, which would be open to strangers.
  images: { unoptimized: true },
  experimental: {
    // Pages that a role may not see answer 403, with an explanation.
    authInterrupts: true,
  },
};

export default config;
