import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import type { ReleaseSection } from "@/lib/domain/scenes";
import type { Answer } from "@/lib/domain/scenes/consents";

type ClausesProps = { sections: readonly ReleaseSection[]; from: number; allOpen: boolean };

/** Clauses of a release: each in plain words, with its exact text folded below, and a box for each consent that it asks. */
export const Clauses = ({ sections, from, allOpen }: ClausesProps) => (
  <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface" start={from}>
    {sections.map(({ heading, plain, legal, asks }, index) => {
      const [use] = asks.filter(({ kind }) => kind === "use");
      const acts = asks.filter(({ kind }) => kind === "act");
      const clause = from + index;
      return (
        <li key={heading} className="flex flex-col">
          <div className="flex items-start">
            {use ? <UseBox answer={use} labeledBy={`clause-${clause}`} /> : null}
            <ExactText
              clause={clause}
              isOpen={allOpen}
              isIndented={use !== undefined}
              summary={
                <>
                  <h3 id={`clause-${clause}`} className="font-medium text-muted text-xs">
                    {clause}. {heading}
                    {use?.isNeeded ? " (needed)" : null}
                  </h3>
                  <p className="text-sm">{plain}</p>
                </>
              }
            >
              {legal}
            </ExactText>
          </div>
          {acts.length > 0 ? (
            <ul className="flex flex-col pb-2">
              {acts.map((act) => (
                <li key={act.key}>
                  <ActBox answer={act} />
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      );
    })}
  </ol>
);

const box = "size-5 shrink-0 cursor-pointer rounded-sm accent-accent";

/** The box of a use, as large as a finger, beside the clause that names it. */
const UseBox = ({ answer: { key, isGiven }, labeledBy }: { answer: Answer; labeledBy: string }) => (
  <label className="flex h-12 w-12 shrink-0 cursor-pointer items-center justify-center">
    <input
      type="checkbox"
      name="give"
      value={key}
      defaultChecked={isGiven}
      aria-labelledby={labeledBy}
      className={box}
    />
  </label>
);

/** The box of an act, in the producer's words. They can't change the direction of ours. */
const ActBox = ({ answer: { key, label, isGiven } }: { answer: Answer }) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3.5 px-3.5 text-sm">
    <input type="checkbox" name="give" value={key} defaultChecked={isGiven} className={box} />
    <span className="wrap-anywhere min-w-0">
      “<bdi>{label}</bdi>” (needed)
    </span>
  </label>
);

type ExactTextProps = {
  clause: number;
  isOpen: boolean;
  /** A box stands before it. */
  isIndented?: boolean;
  summary: ReactNode;
  children: string;
};

/** The exact text of a clause, behind its summary. Clause 0 is the introduction. */
export const ExactText = ({ clause, isOpen, isIndented = false, summary, children }: ExactTextProps) => (
  <details open={isOpen} data-clause={clause} className="group min-w-0 flex-1">
    <summary
      className={`flex cursor-pointer list-none items-start gap-3 rounded-lg py-2 pr-4 [&::-webkit-details-marker]:hidden ${isIndented ? "pl-0" : "pl-4"}`}
    >
      <span className="min-w-0 flex-1">{summary}</span>
      <ChevronDown aria-hidden className="mt-1 size-4 shrink-0 text-muted group-open:rotate-180" />
    </summary>
    <p
      className={`wrap-anywhere mr-4 mb-3 border-line-strong border-l-4 pl-4 text-muted text-sm ${isIndented ? "ml-0" : "ml-4"}`}
    >
      {children}
    </p>
  </details>
);
