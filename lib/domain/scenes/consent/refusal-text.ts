import type { RefusalReason } from "../labels";

/** The version of a refusal's words. A change of any word below is a new version. */
export const REFUSAL_VERSION = "refusal-2026-11-23";

const REASONS: Record<RefusalReason, string> = {
  not_me: "I am not the person the platform named.",
  declining: "I do not agree to the release.",
  other: "Another reason.",
};

/** What a performer states with a refusal, byte for byte as it is attested. */
export const refusalText = (reason: RefusalReason, note = ""): string =>
  [
    "I refuse to consent to this scene. I understand that this is final: the scene is blocked, and this service will never " +
      "clear it for publication.",
    `Reason: ${REASONS[reason]}`,
    ...(note ? [`Note to the custodian: ${note}`] : []),
  ].join("\n\n");
