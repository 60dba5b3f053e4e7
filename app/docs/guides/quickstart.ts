import { PICTURES } from "@/components/api/reference/article";
import { type Guide, shell } from "./context";

/** From a key to a provisioned creator and a verified webhook. */
export const quickstart: Guide = {
  slug: "quickstart",
  chapter: "Start",
  title: "Quickstart",
  summary: "From a key to a provisioned creator and a verified webhook, in five minutes.",
  write: ({ baseUrl, call, answer, event, receiver }) => ({
    lead: "Five minutes, one key, one creator. Use an address of your own as the creator’s: there is no sandbox, so the email is real.",
    parts: [
      {
        id: "key",
        title: "1. Create a key",
        blocks: [
          "Open [API keys](/portal/keys) in the portal and create a live key. We show it once.",
          "Export it. Every example in this documentation reads it from `API_KEY`.",
          "A key that starts with `svc_test_` answers [`TEST_MODE_UNAVAILABLE`](/docs/errors/TEST_MODE_UNAVAILABLE).",
        ],
        code: [shell("export API_KEY='svc_live_…'")],
      },
      {
        id: "first-call",
        title: "2. Make a call that changes nothing",
        blocks: [
          "A talent check tells whether a creator that you provisioned is verified. For an address that you never provisioned, `found` is false.",
          "If you get a 401, the key was copied wrong. Every answer has an `X-Request-Id`, which the portal’s [request log](/portal/requests) shows too.",
        ],
        code: [call("checkTalent"), answer("checkTalent")],
      },
      {
        id: "provision",
        title: "3. Provision a creator",
        blocks: [
          "Send your own id of the creator and their email address. The call is safe to repeat: it answers with the same account.",
          "`callbackUrl` is required, but we only store it and send nothing to it. Events go to your [webhook endpoints](/portal/webhooks).",
          "Keep `accountId`. Send the creator to `onboardingUrl` in a top-level window, because the page needs the camera. Don’t store the URL: read the account for a fresh one.",
        ],
        code: [call("provisionSoloAccount"), answer("provisionSoloAccount")],
      },
      {
        id: "onboard",
        title: "4. See what they see",
        blocks: [
          "Open `onboardingUrl` yourself. The creator proves their mailbox, photographs an ID and a selfie, and a custodian reviews them.",
          { picture: PICTURES.onboarding },
        ],
      },
      {
        id: "webhook",
        title: "5. Receive the event",
        blocks: [
          {
            list: [
              "Run `vellum listen`. It posts your events to your machine before that has a public address, and prints the secret that it signs with.",
              "Save this receiver as a file. It verifies the signature, then prints the event. It needs no packages.",
              "Start it in a second terminal, with that secret. Events that happened meanwhile arrive now.",
              "Send it an example with `vellum trigger`. Nothing happens at our side.",
            ],
            ordered: true,
          },
          "For production, register the receiver’s public URL under [Webhooks](/portal/webhooks). Each endpoint has its own secret. [Webhooks](/docs/webhooks) has the receiver in PHP too, and with the `stripe` and `standardwebhooks` packages.",
        ],
        code: [
          shell(
            `npm install ${baseUrl}/docs/vellum-client.tgz\nexport VELLUM_URL=${baseUrl} VELLUM_API_KEY="$API_KEY"\nnpx vellum listen http://localhost:4000/webhooks`,
          ),
          receiver,
          shell(
            `# In a second terminal, in the same folder\nexport WEBHOOK_SECRET='whsec_…' PORT=4000\nnode receiver.mjs   # or: python3 receiver.py, or: php -S localhost:4000 receiver.php\n\n# In a third, in the same folder\nexport VELLUM_URL=${baseUrl}\nnpx vellum trigger solo_account.verified`,
          ),
        ],
      },
      {
        id: "active",
        title: "6. Unlock uploads",
        blocks: [
          "Once a custodian approved the ID and the account is paid for, we send `solo_account.verified`. From then on, reading the account answers `active`.",
          "`active` is the only status that unlocks uploads. Block them for every other one.",
          "Next: [log content](/docs/logging-content), or [collect consent for a scene](/docs/scenes-and-consent).",
        ],
        code: [event("solo_account.verified"), call("readSoloAccount")],
      },
    ],
  }),
};
