import { env } from "@/lib/platform/env";
import type { StatementText } from "./schemas";

/** What a saved statement says if it is published now: the person's words, and who keeps the records today. */
export function textOf({
  displayName,
  workTitle,
  producedOn,
}: Pick<StatementText, "displayName" | "workTitle" | "producedOn">): StatementText {
  const { custodianName, custodianTitle, custodianAddress, custodianHours } = env();
  return { displayName, workTitle, producedOn, custodianName, custodianTitle, custodianAddress, custodianHours };
}

/** Where a statement can be read by everybody. */
export const statementUrl = (slug: string): string => `${env().baseUrl}/statements/${slug}`;
