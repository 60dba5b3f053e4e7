import type { NextConfig } from "next";

const config: NextConfig = {
  // The browser tests build beside a build that may be running.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // Types are checked by `npm run check`; whoever only starts the service need not wait for it a second time.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "@prisma/adapter-pg",
    "@prisma/client",
    "graphile-worker",
    "ioredis",
    "mailparser",
    "nodemailer",
    "pg",
    "pino",
    "sharp",
    "smtp-server",
  ],
  experimental: {
    // Pages that a role may not see answer 403, with a page that says so.
    authInterrupts: true,
    // Two photos of a document and one of a person, straight from a phone's camera.
    serverActions: { bodySizeLimit: "40mb" },
  },
};

export default config;
