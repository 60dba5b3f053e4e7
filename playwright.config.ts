import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./e2e/harness/browser";
import { DESKTOP, ON_PHONE } from "./e2e/harness/page";

// The main journeys of each subject run at both widths. The others, and those of these files with a tag, run at the width
// of who stands before their pages; each page that they look at is checked at both.
const BOTH = "audit,examinations,identity-queue,lists,public-pages,removal-desk,scenes,second-factor,sign-in";
const BOTH_OF_PEOPLE = "attest,capture,consent";
const PEOPLE =
  "attest-closed,consent-answers,consent-closed,consent-identity,creator-account,creator-approval,creator-pays,creator-rejected,onboarding,onboarding-other-browser,onboarding-photos,removal,removal-device,scene-fees,scenes-people";

// One journey for each desk, at one width, for `npm test`. `npm run test:long` runs every journey.
const DESKS = { grep: /@desk\b/, metadata: { brief: true } };

/** The journeys, in a real browser against the production build, on a phone and on a desktop. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/harness/service.ts",
  outputDir: "test-results/runs",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the usual two cores: journeys often wait for mails and jobs.
  workers: 3,
  timeout: 240_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: process.env.CI ? [["list"], ["github"]] : [["list"]],
  use: {
    launchOptions: browserLaunch(),
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-US",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
  },
  projects: [
    { ...DESKS, name: "desks-phone", testMatch: `**/{${BOTH_OF_PEOPLE},${PEOPLE}}.e2e.ts`, use: ON_PHONE },
    {
      ...DESKS,
      name: "desks",
      testIgnore: `**/{${BOTH_OF_PEOPLE},${PEOPLE}}.e2e.ts`,
      use: { viewport: DESKTOP },
    },
    {
      name: "phone",
      testMatch: `**/{${BOTH},${BOTH_OF_PEOPLE},${PEOPLE}}.e2e.ts`,
      grepInvert: /@desktop/,
      use: ON_PHONE,
    },
    {
      name: "desktop",
      testIgnore: `**/{${PEOPLE}}.e2e.ts`,
      grepInvert: /@phone/,
      use: { viewport: DESKTOP },
    },
  ],
});
