import { cn } from "./cn";

export type StepperProps = {
  /** `open`: may be gone to before it is its turn. */
  steps: readonly { label: string; href?: string; open?: boolean }[];
  /** The step you are on, from 1. */
  current: number;
  label?: string;
};

/** Where you are of how many. Finished steps with an address can be gone back to, open ones ahead to. */
export function Stepper({ steps, current, label = "Progress" }: StepperProps) {
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
    </nav>
  );
}
