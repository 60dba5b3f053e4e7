import { networkMayAgain } from "@/app/(hosted)/browser";
import { calledFrom } from "@/lib/api/security";
import { forgetDraft, startDraft } from "@/lib/domain/removals";
import { env } from "@/lib/platform/env";
import { pageOf, START } from "../addresses";
import { draftToken, forgetDraftToken, keepDraftToken } from "../draft";

/**
 * The buttons of the first page, which loads no scripts. Starts a request in this browser, or with `only=forget` deletes what this
 * browser wrote. Either way an earlier draft is deleted.
 */
export async function POST(request: Request): Promise<Response> {
  if (calledFrom(request.headers) !== "own_page") return leadTo(START);
  const onlyForgets = new URLSearchParams(await request.text()).get("only") === "forget";
  if (!onlyForgets && !(await networkMayAgain("removal drafts", 30))) return leadTo(`${START}?full`);
  await forgetDraft(await draftToken());
  if (onlyForgets) {
    await forgetDraftToken();
    return leadTo(START);
  }
  await keepDraftToken((await startDraft()).token);
  return leadTo(pageOf("what"));
}

const leadTo = (path: string): Response =>
  new Response(null, { status: 303, headers: { Location: new URL(path, env().baseUrl).href } });
