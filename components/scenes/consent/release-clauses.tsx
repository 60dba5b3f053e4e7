import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import type { ReleaseSection } from "@/lib/domain/scenes";

type ClausesProps = { sections: readonly ReleaseSection[]; from: number; allOpen: boolean };

/** Clauses of a release: each in plain words, with its exact text folded below. They open without scripts. */
export const Clauses = ({ sections, from, allOpen }: ClausesProps) => (
  <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface" start={from}>
    {sections.map(({ heading, plain, legal }, index) => (
      <li key={heading}>
        <ExactText
          clause={from + index}
          isOpen={allOpen}
          summary={
            <>
              <h3 className="font-medium text-muted text-xs">
                {from + index}. {heading}
              </h3>
              <p className="text-sm">{plain}</p>
            </>
          }
        >
          {legal}
        </ExactText>
      </li>
    ))}
  </ol>
);

type ExactTextProps = { clause: number; isOpen: boolean; summary: ReactNode; children: string };

/** The exact text of a clause, behind its summary. Clause 0 is the introduction. */
export const ExactText = ({ clause, isOpen, summary, children }: ExactTextProps) => (
  <details open={isOpen} data-clause={clause} className="group">
    <summary className="flex cursor-pointer list-none items-start gap-3 rounded-lg px-4 py-2 [&::-webkit-details-marker]:hidden">
      <span className="min-w-0 flex-1">{summary}</span>
      <ChevronDown aria-hidden className="mt-1 size-4 shrink-0 text-muted group-open:rotate-180" />
    </summary>
    <p className="wrap-anywhere mx-4 mb-3 border-line-strong border-l-4 pl-4 text-muted text-sm">{children}</p>
  </details>
);
