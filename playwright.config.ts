import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./e2e/harness/browser";

// What these check doesn't depend on the width, or they are long and of pages that developers use at a desk: they run once.
const ANY_WIDTH =
  "**/{actions,early-input,import,next-start,requests,responses,webhook-deliveries,webhook-testing,weight}.e2e.ts";

/** The journeys, in a real browser against the production build, on a phone and on a desktop. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/harness/service.ts",
  outputDir: "test-results/runs",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 60_000 },
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
    {
      name: "phone",
      testIgnore: ANY_WIDTH,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
  ],
});
