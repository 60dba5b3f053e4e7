/** How far something is. The words beside it say it to whoever does not see it. */
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
