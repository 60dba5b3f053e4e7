import { cookies } from "next/headers";
import { requireCustodian } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { type EvidencePurpose, isEvidencePurpose } from "@/lib/domain/identity/view-purposes";
import { InvalidField } from "@/lib/platform/errors";

/** The cookie with a custodian's grant to see one check's evidence. Its path limits it to that check. */
export const evidenceCookie = (checkId: string) => ({ name: "evidence", path: `/custodian/identities/${checkId}` });

/** The grant this browser sent, unverified. */
export const evidenceGrant = async (): Promise<string | undefined> => (await cookies()).get("evidence")?.value;

type Open<Params> = (
  ctx: Ctx<StaffActor>,
  asked: Params & { purpose: EvidencePurpose },
) => ReturnType<Parameters<typeof answerDownload>[2]>;

/** A route that sends a file of evidence to a custodian who says why. `open` records each download in the ledger. */
export const evidenceFile =
  <Params>(open: Open<Params>) =>
  async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    const ctx = await requireCustodian();
    const asked = await params;
    const purpose = new URL(request.url).searchParams.get("purpose") ?? "";
    return answerDownload(request, ctx, async () => {
      if (!isEvidencePurpose(purpose)) throw new InvalidField("purpose", "Say why you need to see it.");
      return open(ctx, { ...asked, purpose });
    });
  };
