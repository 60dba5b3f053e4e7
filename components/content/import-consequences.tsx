import { type ImportState, rowsReported } from "@/lib/domain/content/import/schemas";
import { counted } from "./counted";

/** What an import of a file that was checked does, and how much of the file it leaves out. */
export function ImportConsequences({ state }: { state: ImportState }) {
  const isOne = state.logged === 1;
  const leftOut = rowsReported(state);
  return (
    <p>
      {isOne ? "It is kept for seven years from its" : "They are kept for seven years from their"} production date, and
      cannot be taken back out. {isOne ? "It sends" : "Each of them sends"}{" "}
      <code className="font-mono text-xs">content_log.created</code> to your webhooks.
      {leftOut > 0 ? ` ${counted(leftOut, "row")} will be left out: the page says which, and why.` : null}
    </p>
  );
}
