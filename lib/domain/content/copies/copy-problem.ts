import type { CONFIRM_CODES } from "@/lib/domain/content/schemas";
import { AppError } from "@/lib/platform/errors";
import { offerUpload } from "./copy-upload";

export type ConfirmCode = (typeof CONFIRM_CODES)[number];

const ANEW = " and was thrown away. Confirm again for a fresh upload URL";

const ANSWERS: Record<ConfirmCode, { status: number; error: string }> = {
  NOT_DECLARED: { status: 409, error: "No compliance copy was declared when this content was logged" },
  NOT_UPLOADED: {
    status: 409,
    error: "The compliance copy has not been uploaded. PUT it to complianceCopyUpload.url, then confirm again",
  },
  CONTENT_REMOVED: { status: 409, error: "This content was removed" },
  SIZE_MISMATCH: { status: 422, error: `The uploaded file does not have the declared length${ANEW}` },
  TYPE_MISMATCH: { status: 422, error: `The uploaded file is not of the declared type${ANEW}` },
};

/** Why a copy cannot be confirmed, with a fresh upload where that helps. Contract: ComplianceCopyConfirmError. */
export async function copyProblem(code: ConfirmCode, depiction: Parameters<typeof offerUpload>[0]): Promise<AppError> {
  const { status, error } = ANSWERS[code];
  const complianceCopyUpload = code === "NOT_UPLOADED" ? await offerUpload(depiction) : null;
  return new AppError(status, error, { code, extra: { complianceCopyUpload } });
}
