import { clockText, shortDayText, timeText, zoneText } from "./format";
import { TextLink } from "./link";

export type TrendPoint = { at: string; [series: string]: number | string };
/** `href`: the list of what it counts. */
export type TrendSeries = { key: string; label: string; tone?: "accent" | "harm" | "neutral"; href?: string };
type TrendChartProps = {
  /** How it is counted, e.g. "By hour". */
  label: string;
  data: readonly TrendPoint[];
  series: readonly TrendSeries[];
  /** The length of one bar. */
  by?: "hour" | "day";
  /** The reader's time zone, which the label names. */
  zone?: string | undefined;
  /** Lower bars, beside other things on one screen. */
  isShort?: boolean;
};

const fills = { accent: "fill-accent", harm: "fill-harm-solid", neutral: "fill-line-strong" };
const swatch = { accent: "bg-accent", harm: "bg-harm-solid", neutral: "bg-line-strong" };

const momentText = (at: string, by: "hour" | "day", zone?: string): string =>
  (by === "day" ? shortDayText : timeText)(Date.parse(at), zone);

const countOf = (point: TrendPoint, key: string): number => Number(point[key] ?? 0);

/** Counts by hour or day as stacked bars, with a table for screen readers. Needs no script. */
export function TrendChart({ label: counted, data, series, by = "hour", zone, isShort }: TrendChartProps) {
  const label = `${counted}, ${zoneText(Date.parse(data[0]?.at ?? "") || 0, zone)}`;
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap justify-between gap-3 text-sm">
        <span className="font-medium">{label}</span>
        {series.length > 1 ? (
          <span className="flex flex-wrap gap-x-4 text-muted">
            {series.map((one) => (
              <span key={one.key} className="flex items-center gap-2">
                <span aria-hidden className={`size-2 rounded-full ${swatch[one.tone ?? "accent"]}`} />
                {one.href ? <TextLink href={one.href}>{one.label}</TextLink> : one.label}
                <span className="text-ink tabular-nums">
                  {data.reduce((sum, point) => sum + countOf(point, one.key), 0).toLocaleString("en")}
                </span>
              </span>
            ))}
          </span>
        ) : null}
      </figcaption>
      <Bars {...{ data, series, by, zone }} height={isShort ? "h-32" : "h-44"} />
      {/* `sr-only` does not shrink a table, but it does shrink the box around it. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {series.map((one) => (
                <th key={one.key} scope="col">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((point) => (
              <tr key={point.at}>
                <th scope="row">{momentText(point.at, by, zone)}</th>
                {series.map((one) => (
                  <td key={one.key}>{point[one.key]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

type BarsProps = Omit<TrendChartProps, "label" | "by" | "isShort"> & { by: "hour" | "day"; height: string };

/** The chart: one column per point, figures on hover. A column is one unit wide. */
function Bars({ data, series, by, zone, height }: BarsProps) {
  const totals = data.map((point) => series.reduce((sum, { key }) => sum + countOf(point, key), 0));
  const steps = niceSteps(Math.max(0, ...totals));
  const top = steps.at(-1) ?? 1;
  const tick = by === "hour" ? clockText : shortDayText;
  return (
    <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-muted text-xs tabular-nums">
      <div className="relative w-[4ch]">
        {steps.map((step) => (
          <span key={step} className="absolute right-0 translate-y-1/2" style={{ bottom: `${(step / top) * 100}%` }}>
            {step.toLocaleString("en", { notation: "compact" })}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${data.length} ${top}`}
        preserveAspectRatio="none"
        aria-hidden
        className={`${height} w-full overflow-visible`}
      >
        {steps.map((step) => (
          <line
            key={step}
            x2={data.length}
            y1={top - step}
            y2={top - step}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {data.map((point, column) => {
          let height = 0;
          return (
            <g key={point.at} className="hover:opacity-80">
              <title>
                {[
                  momentText(point.at, by, zone),
                  ...series.map(({ key, label }) => `${label}: ${countOf(point, key).toLocaleString("en")}`),
                ].join("\n")}
              </title>
              <rect x={column} width={1} height={top} className="fill-transparent" />
              {series.map(({ key, tone }) => {
                const count = countOf(point, key);
                height += count;
                return count > 0 ? (
                  <rect
                    key={key}
                    x={column + 0.1}
                    y={top - height}
                    width={0.8}
                    height={count}
                    className={fills[tone ?? "accent"]}
                  />
                ) : null;
              })}
            </g>
          );
        })}
      </svg>
      <div className="relative col-start-2 h-4">
        {shownLabels(data.length).map((column) => (
          <span
            key={column}
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: `${((column + 0.5) / data.length) * 100}%` }}
          >
            {tick(Date.parse(data[column]?.at ?? ""), zone)}
          </span>
        ))}
      </div>
    </div>
  );
}

const LINES = 4;
const LABELS = 6;

/** The grid lines: at most five round numbers from zero to the highest count. */
export function niceSteps(most: number): number[] {
  const rough = Math.max(1, most / LINES);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const lines = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: lines + 1 }, (_, line) => line * step);
}

/** The columns with a label: all of a few, else evenly spaced, including the last. */
export function shownLabels(columns: number): number[] {
  const every = Math.ceil(columns / LABELS);
  return Array.from({ length: columns }, (_, column) => column).filter(
    (column) => (columns - 1 - column) % every === 0,
  );
}
