import { actedBy, attest } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { sha256Hex } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";

/** The version of the words of an approval. A change of any word below is a new version. */
export const LINK_APPROVAL_VERSION = "link-approval-2026-11-23";

/** What a person approves with a link. Show every part of it beside the button. */
export type LinkApproval = {
  parts: { title: string; lines: string[] }[];
  /** Byte for byte as it is attested. */
  text: string;
  /** The text's hash. Send it with the approval, to say which text was shown. */
  shown: string;
};

/** What approving a platform's link means, in the words that both pages show. The price is no part of it: paying is another act. */
export function linkApprovalOf(platformName: string): LinkApproval {
  const parts = [
    {
      title: "If you approve",
      lines: [
        `${platformName} sees whether you are verified, but not since when`,
        "We tell it when that changes",
        "We keep the records of what you publish there",
      ],
    },
    {
      title: "What it never sees",
      lines: ["Your legal name or date of birth", "Your ID or photos", "Your other platforms"],
    },
  ];
  const text = [
    `Approve ${platformName}`,
    ...parts.map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join("\n")),
  ].join("\n\n");
  return { parts, text, shown: sha256Hex(text) };
}

export type AnsweredRequest = { id: string; account: { email: string; partner: { name: string } } };

/**
 * Keep the acting person's approval word for word, and return its id. Throws `Conflict` `link_changed` when the text is no longer
 * the one shown.
 */
export async function attestApproval(
  tx: Tx,
  ctx: Ctx<PersonActor>,
  { request, shown, at }: { request: AnsweredRequest; shown: string | undefined; at: Date },
): Promise<string> {
  const { email, partner } = request.account;
  const approval = linkApprovalOf(partner.name);
  if (shown !== undefined && shown !== approval.shown) {
    throw new Conflict("link_changed", "This request has changed since you opened it. Read it again, then answer.");
  }
  return attest(tx, {
    kind: "link_approval",
    subjectKind: "link_request",
    subjectId: request.id,
    text: approval.text,
    textVersion: LINK_APPROVAL_VERSION,
    email,
    ...actedBy(ctx),
    attestedAt: at,
  });
}
