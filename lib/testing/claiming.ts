import { findRecordsTask, sendLink } from "@/lib/domain/removals";
import { saveAnswers, startDraft } from "@/lib/domain/removals/filing/drafts";
import { fileRequest } from "@/lib/domain/removals/filing/file-request";
import { claimOf } from "@/lib/domain/removals/filing/questions";
import type { Answers } from "@/lib/domain/removals/filing/schemas";
import { removalStatementOf } from "@/lib/domain/removals/filing/statement";
import { mailsTo } from "./effects";
import { freshEmail, systemCtx } from "./factories";
import { runJobs } from "./run-jobs";

/** Everything a claimant answers about an intimate image that was published without their consent. */
export const someAnswers = (more: Partial<Answers> = {}): Partial<Answers> => ({
  kind: "intimate",
  subject: "me",
  age: "adult",
  spread: "published",
  consent: "never",
  urls: ["https://elsewhere.example.com/video/1"],
  sha256s: [],
  description: "It shows me at the lake.",
  name: "Clara Claimant",
  otherNames: [],
  email: freshEmail("claimant"),
  ...more,
});

/** The signature under the statement that these answers need. */
export function signatureFor(answers: Partial<Answers>) {
  const claim = claimOf(answers);
  if (!claim) throw new Error("an answer is missing");
  return { signedName: answers.name ?? "", shown: removalStatementOf(claim).shown };
}

/** A signed draft, and the link that was mailed for it; undefined if none was. */
export async function mailedLink(more: Partial<Answers> = {}, { network = "203.0.113.0/24", token = "" } = {}) {
  const answers = someAnswers(more);
  const draft = token ? { token } : await startDraft();
  await saveAnswers(draft.token, answers);
  const sent = await sendLink(systemCtx("removal"), { ...signatureFor(answers), ...draft, network });
  const mail = (await mailsTo(sent.email)).findLast(({ template }) => template === "removal_link");
  return { ...draft, email: sent.email, link: mail?.url.split("/").at(-1) };
}

/** A request that was filed on the public pages. */
export async function fileClaim(more: Partial<Answers> = {}) {
  const { link = "", email } = await mailedLink(more);
  const filed = await fileRequest(systemCtx("removal"), link);
  await runJobs(findRecordsTask, { removalId: filed.id });
  return { ...filed, email };
}
