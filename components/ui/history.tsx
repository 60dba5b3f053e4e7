import type { HistoryLine } from "@/lib/domain/core/ledger";
import { SectionCard } from "./card";
import { CopyId } from "./copy";
import { latestText } from "./format";
import { TextLink } from "./link";
import { Time } from "./time";

type LinesProps<Line> = {
  lines: readonly Line[];
  /** What is said after a line, instead of its own `more`. */
  moreOf?: (line: Line) => string | null;
  /** Dates and times instead of relative ones, for evidence. */
  exact?: boolean;
};

type HistoryProps<Line> = LinesProps<Line> & {
  /** How many there are, if not all are shown. */
  total?: number;
  description?: string | undefined;
  /** The list of events sent about the record; absent for who may not see it. */
  eventsHref?: string | null;
  /** The file with the proofs of what is shown. */
  proofsHref?: string | undefined;
};

/** What happened to a record, newest first, limited to what its reader may know. */
export function History<Line extends HistoryLine>({
  total = 0,
  description = "Newest first.",
  eventsHref,
  proofsHref,
  ...list
}: HistoryProps<Line>) {
  return (
    <SectionCard
      id="history"
      title="History"
      description={latestText(list.lines.length, total) ?? description}
      actions={
        <>
          {eventsHref ? <TextLink href={eventsHref}>Events sent</TextLink> : null}
          {proofsHref ? (
            <TextLink href={proofsHref} download>
              Download proofs
            </TextLink>
          ) : null}
        </>
      }
    >
      <HistoryLines {...list} />
    </SectionCard>
  );
}

/** The lines of a history: who did what, to whom, when and from where. */
export function HistoryLines<Line extends HistoryLine>({
  lines,
  moreOf = ({ more }) => more ?? null,
  exact = false,
}: LinesProps<Line>) {
  if (lines.length === 0) return <p className="text-muted text-sm">No history yet.</p>;
  return (
    <ol className="flex flex-col">
      {lines.map((line) => {
        const { at, who, did, to, by, note, requestId, ip, userAgent } = line;
        const more = moreOf(line);
        return (
          <li
            key={`${at.getTime()} ${who} ${did} ${to} ${more} ${requestId} ${line.id}`}
            className="flex flex-col gap-1 border-line border-b py-3 text-sm last:border-b-0"
          >
            <span className="wrap-anywhere">
              {who ? <span className="font-medium">{capitalized(who)} </span> : null}
              {who ? did : <span className="font-medium">{did}</span>}
              {to ? ` to ${to}` : null}
              {by && by !== "the service" ? ` by ${by}` : null}
              {more ? <span className="text-muted">: {more}</span> : null}
              {note ? <span className="block">“{note}”</span> : null}
            </span>
            <span className="wrap-anywhere flex flex-wrap items-baseline gap-x-3 text-muted text-xs">
              <Time at={at} as={exact ? "datetime" : "relative"} />
              {requestId ? (
                <span>
                  Request <CopyId value={requestId} label="request id" short />
                </span>
              ) : null}
              {[ip, userAgent].filter(Boolean).join(" · ")}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

// A role may start a line: "the producer", "your API key". Addresses keep their letters.
const capitalized = (text: string): string =>
  /^(your|one|someone|the|a|an)\b/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
