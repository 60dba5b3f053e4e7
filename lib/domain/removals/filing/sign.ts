import { z } from "zod";
import type { Ctx } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { Conflict } from "@/lib/platform/errors";
import { Claim } from "../claim";
import { claimOf } from "./questions";
import { type Answers, ChosenRecord, DeviceFile, SignatureInput } from "./schemas";
import { removalStatementOf } from "./statement";

/** The typed name, and the hash of the statement that was read. */
export type Signature = { signedName: string; shown: string };

/**
 * A signed request, as it waits for its mailbox to be proven. Each version reads what earlier ones kept: add choices and optional
 * fields, and never rename one.
 */
export const Signed = z.object({
  claim: Claim,
  email: z.string(),
  urls: z.array(z.string()),
  sha256s: z.array(z.string()),
  files: z.array(DeviceFile).optional(),
  account: z.object({ userId: z.string(), record: ChosenRecord.nullable() }).nullable(),
  statement: z.object({ text: z.string(), version: z.string() }),
  signedName: z.string(),
  signedAt: z.iso.datetime(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type Signed = z.infer<typeof Signed>;

/**
 * Complete answers with their signature. Throws `Conflict` `draft_incomplete`, and `statement_changed` when the statement isn't the
 * one that was read.
 */
export function signedOf(ctx: Ctx, answers: Partial<Answers>, { signedName, shown }: Signature): Signed {
  const claim = claimOf(answers);
  if (!claim || !answers.email) throw new Conflict("draft_incomplete", "A question isn’t answered yet.");
  const statement = removalStatementOf(claim);
  if (statement.shown !== shown) {
    throw new Conflict("statement_changed", "The statement has changed. Read it again before you sign.");
  }
  return {
    claim,
    email: answers.email,
    urls: answers.urls ?? [],
    sha256s: answers.sha256s ?? [],
    ...(answers.files?.length && { files: answers.files }),
    account: answers.account ?? null,
    statement: { text: statement.text, version: statement.version },
    signedName: SignatureInput.parse({ signedName }).signedName,
    signedAt: clock.now().toISOString(),
    ip: ctx.ip ?? null,
    userAgent: ctx.userAgent ?? null,
  };
}
