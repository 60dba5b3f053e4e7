import { cn } from "./cn";

type StepperProps = {
  /** `open`: can be opened ahead of time. */
  steps: readonly { label: string; href?: string; open?: boolean }[];
  /** The current step, from 1. */
  current: number;
  label?: string;
  /** What happens next, and how long it takes. */
  note?: string;
};

/** The steps of a process. Finished and `open` steps with a URL are links. */
export function Stepper({ steps, current, label = "Progress", note }: StepperProps) {
  const here = steps[current - 1];
  return (
    <nav aria-label={label} className="flex flex-col gap-3">
      <p className="text-muted text-sm">
        Step {current} of {steps.length}
        {here ? <span className="font-medium text-ink">: {here.label}</span> : null}
      </p>
      <ol className="flex gap-2">
        {steps.map((step, index) => {
          const number = index + 1;
          const bar = cn("block h-1 rounded-full", number <= current ? "bg-accent" : "bg-line");
          const words = `${step.label}${number < current ? ", done" : number === current ? ", you are here" : ""}`;
          return (
            <li key={step.label} aria-current={number === current ? "step" : undefined} className="flex-1">
              {step.href && (number < current || (step.open && number > current)) ? (
                <a href={step.href} className="block rounded-sm py-2" title={step.label}>
                  <span className={bar} aria-hidden />
                  <span className="sr-only">{words}</span>
                </a>
              ) : (
                <span className="block py-2">
                  <span className={bar} aria-hidden />
                  <span className="sr-only">{words}</span>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {note ? <p className="text-muted text-sm">{note}</p> : null}
    </nav>
  );
}

/** A progress bar. */
export function ProgressBar({ label, done, of }: { label: string; done: number; of: number }) {
  const share = of > 0 ? Math.min(1, done / of) : 0;
  const percent = Math.floor(share * 100);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div className="flex justify-between gap-4">
        <span className="font-medium">{label}</span>
        <span className="text-muted tabular-nums">{percent} %</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

/** A gray placeholder. Give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("h-4 animate-pulse rounded-sm bg-sunken", className)} />;
}

const widths = ["w-32", "w-24", "w-40", "w-20", "w-28"];
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A placeholder for a list: table rows, cards on a phone. */
export function SkeletonRows({ rows = 8, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div role="status" className="overflow-hidden rounded-lg border border-line bg-surface">
      <span className="sr-only">Loading</span>
      {numbers(rows).map((row) => (
        <div
          key={row}
          className="flex flex-col gap-3 border-line border-b p-4 last:border-b-0 md:h-14 md:flex-row md:items-center md:justify-between md:py-0"
        >
          {numbers(columns).map((column) => (
            <Skeleton key={column} className={widths[(row + column) % widths.length]} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Shown while the page of a list loads. */
export const ListLoading = () => (
  <div className="flex flex-col gap-6">
    <Skeleton className="h-8 w-48" />
    <SkeletonRows columns={5} />
  </div>
);
