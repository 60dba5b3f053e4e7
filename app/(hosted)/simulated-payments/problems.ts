import { wordsFor } from "@/components/ui/list-address";

/** What is said of a card that did not work, by the word in the address. */
const PROBLEMS: Readonly<Record<string, string>> = {
  declined: "That card was declined. Choose another.",
};

export type Query = Promise<Record<string, string | string[] | undefined>>;

/** The problem that an address tells of. */
export async function problemIn(query: Query): Promise<string | undefined> {
  const { problem } = await query;
  return wordsFor(PROBLEMS, problem);
}
