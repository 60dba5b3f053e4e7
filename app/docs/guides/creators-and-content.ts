import { PICTURES } from "@/components/api/reference/article";
import { type Guide, shell } from "./context";

/** From an email address to an active creator. */
export const onboardingCreators: Guide = {
  slug: "onboarding-creators",
  chapter: "Guides",
  title: "Onboarding creators",
  summary: "Provision, send them to us, and react to their status.",
  write: ({ call, answer, event }) => ({
    lead: "You send us a creator’s address. They prove it, show an ID, and become `active`. You never see the ID.",
    parts: [
      {
        id: "provision",
        title: "Provision",
        blocks: [
          "Call this when a creator signs up with you, or before their first upload. We email them a link; you can also redirect them to `onboardingUrl`.",
          "We recognize a repeat by your `externalUserId`, then by the address. It answers 200 with the account as it is. If the account is active, we send `solo_account.verified` again, so a repeat also resynchronizes you.",
          "The answer never tells whether we know the person. A creator who already has an account with us gets an email that asks them to link it to you.",
        ],
        code: [call("provisionSoloAccount"), answer("provisionSoloAccount")],
      },
      {
        id: "send",
        title: "Send the creator to us",
        blocks: [
          "Redirect the whole window to `onboardingUrl`. In a frame the page shows only a link to itself, because it needs the camera.",
          "The link works for 7 days. Don’t store it: reading the account always answers with one that works.",
          "When they are done, a button takes them back to your `redirectUrl`. Don’t rely on that visit: wait for the event, or read the account.",
          { picture: PICTURES.onboarding },
        ],
        code: [call("readSoloAccount"), answer("readSoloAccount")],
      },
      {
        id: "status",
        title: "React to the status",
        blocks: [
          "There are four values, and only `active` unlocks uploads. [API basics](/docs/guide#statuses) explains each, and each `suspendReason`.",
          {
            list: [
              "`solo_account.verified`: allow uploads. Its `status` is the word `verified`, not `active`.",
              "`solo_account.suspended`: block uploads at once. `reason` says why.",
            ],
          },
          "No event tells you that a creator gave up. If one is pending for days, read the account and offer them its `onboardingUrl`.",
        ],
        code: [event("solo_account.verified"), event("solo_account.suspended")],
      },
      {
        id: "deactivate",
        title: "Deactivate and reactivate",
        blocks: [
          "If you pay for your creators, deactivate one who left. They are off your next invoice, and we keep their records.",
          "Reactivating needs no new ID check: `verifiedAt` stays the original date. If something else suspended the account too, the answer is [`suspended_otherwise`](/docs/errors/suspended_otherwise).",
          "A creator who pays for themselves decides alone: both calls answer [`CREATOR_PAYS_OWN_SUBSCRIPTION`](/docs/errors/CREATOR_PAYS_OWN_SUBSCRIPTION).",
        ],
        code: [call("deactivateSoloAccount"), call("reactivateSoloAccount")],
      },
      {
        id: "many",
        title: "Bring many at once",
        blocks: [
          "The bulk call takes up to 1,000 creators, one JSON object a line, and answers each. Lines are independent: to retry, send the same body again.",
          "Each line counts as one request of your key. When the window is empty, the rest of the lines answer 429.",
        ],
        code: [call("provisionSoloAccounts"), answer("provisionSoloAccounts")],
      },
    ],
  }),
};

/** The content log and its compliance copies. */
export const loggingContent: Guide = {
  slug: "logging-content",
  chapter: "Guides",
  title: "Logging content",
  summary: "Record each depiction, and store its compliance copy.",
  write: ({ call, answer, event }) => ({
    lead: "Log each depiction when you publish it. That is the record that 28 CFR Part 75 asks for, and we keep it for seven years.",
    parts: [
      {
        id: "log",
        title: "Log the depiction",
        blocks: [
          "Call this once for each piece of content, for an active account. Always send `externalContentId`: it makes the call safe to repeat, and it is the only handle for a later takedown through the API.",
          "Without `externalContentId`, we recognize a repeat by `contentUrl`. A repeat answers 200 with `duplicate: true`, and changes nothing.",
          "The seven years start at `productionDate`. Send it if the content is older than its publication.",
        ],
        code: [call("logContent"), answer("logContent")],
      },
      {
        id: "copy",
        title: "Upload the compliance copy",
        blocks: [
          "On a platform plan, each depiction has a copy: a reduced rendition of the file, as small as you like. Declare its type and exact length as `complianceCopy` in the log call.",
          "PUT the file to `complianceCopyUpload.url`, with exactly its `headers` and without your key. The URL is valid for 15 minutes and bound to the declared length.",
          "[Compliance copies](/docs/content#compliance-copies) has the upload in each language, and every answer to it.",
        ],
        code: [shell(`curl -T copy.jpg -H 'Content-Type: image/jpeg' "$UPLOAD_URL"`)],
      },
      {
        id: "confirm",
        title: "Confirm it",
        blocks: [
          "Confirm after the upload. We check length and type, hash the bytes that we keep, and send `content_log.copy_stored`.",
          "If the file isn’t there yet, [`NOT_UPLOADED`](/docs/errors/NOT_UPLOADED) brings a fresh upload URL. Upload again, then confirm again. Don’t log the content a second time.",
          "Confirming works in every account status, so a creator who was suspended meanwhile doesn’t leave a gap.",
        ],
        code: [call("confirmComplianceCopy"), answer("confirmComplianceCopy"), event("content_log.copy_stored")],
      },
      {
        id: "take-down",
        title: "Take it down",
        blocks: [
          "When content leaves your platform, delete it here. Within its seven years we mark it as removed, with who, when and why. After them it is erased.",
          "A second call answers `deleted: false`. For a suspended creator, use the [portal](/portal/content).",
        ],
        code: [call("deleteContent"), answer("deleteContent")],
      },
      {
        id: "consent",
        title: "When a creator hasn’t agreed",
        blocks: [
          "Logging and deleting answer [`CONSENT_PENDING`](/docs/errors/CONSENT_PENDING) while a creator hasn’t answered our request to link them to you, and [`CONSENT_DECLINED`](/docs/errors/CONSENT_DECLINED) after they refused. Don’t publish in either case.",
          "For content from before you joined, [import a file](/portal/content/import) or use the bulk call.",
        ],
        code: [call("logContents")],
      },
    ],
  }),
};
