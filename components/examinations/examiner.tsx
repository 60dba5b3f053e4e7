import type { ReactNode } from "react";
import { Wordmark } from "@/components/shell/site";
import { cn } from "@/components/ui/cn";
import type { Opened } from "@/lib/domain/examinations";
import { INDEX_LABELS, type IndexName, SEES } from "@/lib/domain/examinations/labels";
import { minuteText } from "@/lib/platform/date-text";
import type { Act } from "./desk";
import { AskCustodian } from "./questions";
import { WatchExamination } from "./watch";

type ExaminerShellProps = {
  token: string;
  /** Null before the code is entered. */
  examination: Opened | null;
  /** Which page it is. */
  at?: "overview" | "questions" | "processes" | IndexName;
  /** Asks the custodian something from this page. `id`: of the new question. */
  ask?: { act: Act; id: string };
  isAboutRecord?: boolean;
  children: ReactNode;
};

/** The layout of an examiner's pages: calm, wide enough for tables, with the examination's number on every printed page. */
export function ExaminerShell({ token, examination, at, ask, isAboutRecord = false, children }: ExaminerShellProps) {
  const { indexes, processes } = examination ? SEES[examination.profile] : { indexes: [], processes: false };
  const links = [
    { href: `/examine/${token}`, label: "Overview", current: at === "overview" },
    ...indexes.map((name) => ({
      ...{ href: `/examine/${token}/index/${name}`, label: INDEX_LABELS[name], current: at === name },
    })),
    ...(processes ? [{ href: `/examine/${token}/processes`, label: "Processes", current: at === "processes" }] : []),
    { href: `/examine/${token}/questions`, label: "Questions", current: at === "questions" },
  ];
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex min-h-14 w-full max-w-5xl flex-wrap items-center justify-between gap-x-6 px-4">
          <Wordmark />
          <p className="py-2 text-muted text-sm">Examination of records</p>
        </div>
        {examination ? (
          <nav aria-label="Examination" className="mx-auto w-full max-w-5xl px-4 print:hidden">
            <ul className="flex flex-wrap gap-x-6">
              {links.map(({ href, label, current }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={current ? "page" : undefined}
                    className={cn(
                      "flex min-h-11 items-center whitespace-nowrap border-b-2",
                      current ? "border-accent font-medium" : "border-transparent text-muted hover:text-ink",
                    )}
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </header>
      <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-5xl flex-1 flex-col gap-6 px-4 py-6 md:py-10">
        {children}
        {ask ? <AskCustodian {...ask} isAboutRecord={isAboutRecord} /> : null}
      </main>
      <footer className="mx-auto w-full max-w-5xl px-4 py-8 text-muted text-sm">
        {examination ? (
          <p>
            For {examination.examiner}, {examination.agency}, until {minuteText(examination.closesAt)}. Examination{" "}
            <span className="break-all font-mono">{examination.id}</span>. Every page you open is recorded.
          </p>
        ) : (
          <p>Every page you open is recorded.</p>
        )}
      </footer>
      {examination ? <style>{onEachPage(examination.id)}</style> : null}
      {examination ? <WatchExamination token={token} /> : null}
    </div>
  );
}

/** Printed pages may get separated, so each has the number. Browsers without margin boxes print it in the footer only. */
const onEachPage = (examinationId: string): string =>
  `@page { margin: 16mm 14mm 20mm; @bottom-left { content: "Examination ${examinationId}"; font: 8pt monospace }
    @bottom-right { content: counter(page) " of " counter(pages); font: 8pt sans-serif } }`;
