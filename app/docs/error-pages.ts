/** What the page of an error code says. Its status and its calls come from the routes' declarations. */
export type ErrorPage = {
  /** Why it happens, in a sentence or two. Backticks mark code. */
  cause: string;
  /** What to do, step by step. */
  fix: readonly string[];
  /** The `error` of the example, and its `field`, or that of each status. */
  error: string;
  field?: string | Readonly<Record<number, string>>;
  /** A guide that says more. */
  guide?: readonly [slug: string, title: string];
};

const CONTENT = ["logging-content", "Logging content"] as const;
const SCENES = ["scenes-and-consent", "Scenes and consent"] as const;
const ONBOARDING = ["onboarding-creators", "Onboarding creators"] as const;
const PRODUCTIONS = ["productions-and-certificates", "Productions and certificates"] as const;
const LIMITS = ["errors-and-limits", "Errors and limits"] as const;

/** A page for each error code that a route declares. A test compares the two, in both directions. */
export const ERROR_PAGES: Readonly<Record<string, ErrorPage>> = {
  insufficient_scope: {
    cause:
      "The key is restricted, and this call is outside of what it may do: another area, or writing with a key that may only read.",
    fix: [
      "Read `error`: it names the access that the call needs.",
      "Change the key’s access under [API keys](/portal/keys), or use another key. Nothing was written.",
    ],
    error: "This key may not write content. Change its access in the partner portal.",
  },
  missing_parameter: {
    cause: "A required field is missing, or it is `null`.",
    fix: [
      "Read `field`: it names what is missing, as a dotted path such as `performers.2.email`.",
      "Send the field, and repeat the call. Nothing was written.",
    ],
    error: "email is required",
    field: "email",
    guide: LIMITS,
  },
  invalid_field: {
    cause:
      "A field is present, but its value isn’t allowed: a wrong type, a value out of bounds, or two fields that exclude each other.",
    fix: [
      "Read `field` for the place and `error` for the rule that it breaks.",
      "Compare the value with the field’s rules in the reference. Timestamps need a time and a zone, numbers must be JSON numbers.",
      "Repeat the call. Nothing was written.",
    ],
    error: "email must be an email address",
    field: "email",
    guide: LIMITS,
  },
  missing_field: {
    cause: "The call creates a scene, but names no uploader.",
    fix: ["Send exactly one of `uploaderAccountId` and `uploaderExternalUserId`."],
    error: "Send uploaderAccountId or uploaderExternalUserId",
    field: "uploaderAccountId",
    guide: SCENES,
  },
  invalid_json: {
    cause: "The body isn’t a JSON object in UTF-8. A body for a bulk call has only blank lines.",
    fix: [
      "Send one JSON object, not an array or a string.",
      "Let a JSON library write it. Trailing commas, comments and single quotes aren’t JSON.",
    ],
    error: "The request body is not valid JSON",
  },
  invalid_query: {
    cause: "The query string isn’t UTF-8 in percent-encoding, for example a lone `%`.",
    fix: ["Build the query with your language’s URL library, such as `URLSearchParams`."],
    error: "The query string is not valid UTF-8 in percent-encoding",
  },
  too_many_lines: {
    cause: "A bulk call has more than 1,000 lines.",
    fix: ["Split the lines into several calls. None of the lines was tried."],
    error: "Send at most 1000 lines in one call",
    guide: LIMITS,
  },
  TEST_MODE_UNAVAILABLE: {
    cause: "The key starts with `svc_test_`. There is no sandbox, so test keys never reach a call.",
    fix: [
      "Create a live key in the [portal](/portal/keys).",
      "Send it as `Authorization: Bearer svc_live_…`. Calls with it write production records and send real email.",
    ],
    error:
      "There is no sandbox: test keys are not accepted. Create a live key in the partner portal. To rehearse events, open its Webhooks page.",
  },
  method_not_allowed: {
    cause: "The path exists, but not with this method.",
    fix: [
      "Read the `Allow` header: it lists the methods of this path.",
      "Check that a redirect didn’t turn a POST into a GET.",
    ],
    error: "The path exists, but doesn't support this method",
  },
  payload_too_large: {
    cause: "The body is larger than 1 MiB, or than 64 KiB for a check.",
    fix: [
      "Don’t send files to this API. A compliance copy goes to its own upload URL.",
      "Split a bulk call into several.",
    ],
    error: "The request body is larger than 1048576 bytes",
  },
  unsupported_media_type: {
    cause: "The body has another `Content-Type` than the call reads, isn’t UTF-8, or is compressed.",
    fix: [
      "Send `Content-Type: application/json`, or `application/x-ndjson` for a bulk call.",
      "Send the body without `Content-Encoding`.",
    ],
    error: "Send the body as application/json",
  },
  COMPLIANCE_COPY_REQUIRED: {
    cause: "You are on a platform plan, where each depiction has a compliance copy, and the call declares none.",
    fix: [
      "Make a reduced rendition of the file. The lowest quality is fine.",
      "Send its type and exact length as `complianceCopy`, then upload it to the URL of the answer.",
    ],
    error: "complianceCopy is required on your plan",
    field: "complianceCopy",
    guide: CONTENT,
  },
  uploader_not_solo_active: {
    cause:
      "The uploader has no active solo account with you. It is the same for an unknown creator, another platform’s, a pending and a suspended one. The status depends on the call: 400 for a scene, 409 for content and upload sessions. For scenes and sessions, `field` names the identifier that you sent.",
    fix: [
      "Read the account. If it isn’t `active`, send the creator to its `onboardingUrl`.",
      "If you have no account for them, provision one.",
      "Repeat the call after `solo_account.verified`.",
    ],
    error: "The uploader has no active solo account",
    field: { 400: "uploaderAccountId", 409: "uploaderExternalUserId" },
    guide: ONBOARDING,
  },
  extension_required: {
    cause: "You register a publication of another platform’s scene, but you haven’t extended the scene to you.",
    fix: ["Call extend with the scene’s id. It costs the extension fee once.", "Repeat this call."],
    error: "Extend the scene first",
    guide: SCENES,
  },
  CONSENT_PENDING: {
    cause: "The creator already had an account with us, so we asked them to link it to you. They haven’t answered yet.",
    fix: [
      "Wait for `solo_account.verified`. We email the creator at most once a day.",
      "Ask the creator to look for our email. Don’t publish their content until then.",
    ],
    error: "The creator has not answered the link request yet",
    guide: ONBOARDING,
  },
  CONSENT_DECLINED: {
    cause: "The creator refused to be linked to you. We never email them about you again.",
    fix: ["Don’t publish their content.", "If they change their mind, they can link you in their own account with us."],
    error: "The creator has declined the link to your platform",
    guide: ONBOARDING,
  },
  duplicate_publication: {
    cause: "You already registered this `contentUrl`, for this scene or another. A removed publication counts too.",
    fix: [
      "After a retry, treat it as success: read the scene to find the publication.",
      "For new content, register the URL where it is now.",
    ],
    error: "You already registered this URL",
    guide: SCENES,
  },
  collab_scenes_not_available_on_platform_pays: {
    cause: "You pay for this creator’s account, and your plan has no collab scenes.",
    fix: ["Ask us to add collab scenes to your plan.", "Until then, log only content that shows the creator alone."],
    error: "Collab scenes are not available for accounts that the platform pays for",
    guide: SCENES,
  },
  CREATOR_PAYS_OWN_SUBSCRIPTION: {
    cause: "The creator pays for their own account, so you can’t deactivate or reactivate it.",
    fix: [
      "To stop a creator on your platform, block their uploads on your side.",
      "Deactivation is for creators whose account you pay for.",
    ],
    error: "The creator pays for their own subscription",
    guide: ONBOARDING,
  },
  account_not_suspended: {
    cause: "You reactivate an account that was never suspended and isn’t active yet.",
    fix: ["Read the account, and send the creator to its `onboardingUrl` to finish."],
    error: "The account is not suspended",
    guide: ONBOARDING,
  },
  suspended_otherwise: {
    cause: "You reactivate an account that is suspended for another reason as well. `error` names it. Nothing changed.",
    fix: [
      "`platform_lapsed`: pay the platform fee.",
      "`subscription_lapsed`: the creator pays again.",
      "`platform_deactivated` and `manual_suspension`: contact us.",
      "Then repeat the call.",
    ],
    error: "The account is also suspended for another reason: platform_lapsed",
    guide: ONBOARDING,
  },
  NOT_DECLARED: {
    cause: "You confirm a compliance copy, but the log call of this content declared none.",
    fix: ["Nothing is left to do for this content.", "Declare `complianceCopy` when you log the next one."],
    error: "No compliance copy was declared for this content",
    guide: CONTENT,
  },
  NOT_UPLOADED: {
    cause: "You confirm a compliance copy before its file arrived, or the upload failed.",
    fix: [
      "Upload the file to `complianceCopyUpload.url` of this answer, with its headers.",
      "Confirm again. Don’t log the content a second time.",
    ],
    error: "The file has not been uploaded yet",
    guide: CONTENT,
  },
  SIZE_MISMATCH: {
    cause: "The uploaded file doesn’t have the length that you declared.",
    fix: [
      "Upload exactly the file whose length you declared. Repeat the log call for a new upload URL.",
      "If the declaration was wrong, take the content down and log it under another `externalContentId`.",
    ],
    error: "The file does not have the declared size",
    guide: CONTENT,
  },
  TYPE_MISMATCH: {
    cause: "The uploaded file isn’t of the type that you declared. We look at its bytes, and deleted it.",
    fix: [
      "Convert the file to the declared type, and repeat the log call for a new upload URL.",
      "If the declaration was wrong, take the content down and log it under another `externalContentId`.",
    ],
    error: "The file is not of the declared type",
    guide: CONTENT,
  },
  CONTENT_REMOVED: {
    cause: "You confirm a compliance copy of content that was taken down.",
    fix: ["Stop uploading. Remove the content on your side if it is still up."],
    error: "The content was taken down",
    guide: CONTENT,
  },
  scene_not_cancellable: {
    cause: "The scene is greenlit or blocked, or its 14 days are over.",
    fix: ["Read the scene for its status. A final status never changes."],
    error: "Only a scene that waits for signatures can be canceled",
    guide: SCENES,
  },
  scene_not_greenlit: {
    cause: "You extend or publish your own scene before every performer has consented.",
    fix: ["Wait for `collab_scene.greenlit`, then repeat the call."],
    error: "The scene is not greenlit",
    guide: SCENES,
  },
  production_closed: {
    cause: "The production was revoked, was taken down, or has to be.",
    fix: [
      "Read the production for its status.",
      "Start the verification job without `productionId`, or for another production.",
    ],
    error: "This production takes no more changes.",
    guide: PRODUCTIONS,
  },
  sealing_in_progress: {
    cause: "The production’s records are being sealed, which takes seconds to minutes.",
    fix: ["Wait a minute, then repeat the call. Nothing was written."],
    error: "The records are being sealed. Try again in a minute.",
    guide: PRODUCTIONS,
  },
  too_many_scenes: {
    cause: "The production has as many scenes and verification jobs as it can: 200.",
    fix: ["Register another production for further performers."],
    error: "This production has as many scenes as it can",
    guide: PRODUCTIONS,
  },
  producer_not_linked: {
    cause:
      "`producerEmail` isn’t the address of a producer who accepted your invitation. Every other address answers the same.",
    fix: ["Invite the producer in the [portal](/portal/productions).", "Repeat the call once they accepted."],
    error: "This address isn’t a producer who accepted your invitation",
    guide: PRODUCTIONS,
  },
  too_many_endpoints: {
    cause: "You have as many webhook endpoints as you can.",
    fix: [
      "Delete an endpoint that you no longer need, then repeat the call.",
      "One endpoint can take several event types, or all of them.",
    ],
    error: "You have 20 endpoints, the maximum.",
    guide: ["webhooks", "Webhooks"],
  },
  job_not_cancellable: {
    cause: "The verification job is completed or blocked, or its 14 days are over.",
    fix: ["Read the job for its status. A final status never changes."],
    error: "Only a job that waits for its performers can be canceled",
    guide: PRODUCTIONS,
  },
};
