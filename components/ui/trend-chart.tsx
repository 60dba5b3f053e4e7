"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "./skeleton";
import { dateText, exactTime } from "./time-format";

export type TrendPoint = { at: string; [series: string]: number | string };
export type TrendSeries = { key: string; label: string; tone?: "accent" | "harm" | "neutral" };
export type TrendChartProps = {
  /** What is counted: "Requests in the last 24 hours". */
  label: string;
  data: readonly TrendPoint[];
  series: readonly TrendSeries[];
  /** What one bar stands for. */
  by?: "hour" | "day";
};

const Canvas = dynamic(() => import("./trend-chart-canvas").then((loaded) => loaded.TrendChartCanvas), {
  ssr: false,
  loading: () => <Skeleton className="h-48" />,
});

/** Counts by hour or day as stacked bars, and the same figures as a table for who cannot see bars. */
export function TrendChart({ label, data, series, by = "hour" }: TrendChartProps) {
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap justify-between gap-3 text-sm">
        <span className="font-medium">{label}</span>
        <span className="flex gap-4 text-muted">
          {series.map((one) => (
            <span key={one.key} className="flex items-center gap-2">
              <span aria-hidden className={`size-2 rounded-full ${swatch[one.tone ?? "accent"]}`} />
              {one.label}
            </span>
          ))}
        </span>
      </figcaption>
      <div aria-hidden className="h-48">
        <Canvas data={data} series={series} by={by} />
      </div>
      {/* A table takes the room it needs, whatever its class says; a box around it does not. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time, UTC</th>
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
                <th scope="row">{by === "day" ? dateText(Date.parse(point.at)) : exactTime(Date.parse(point.at))}</th>
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

const swatch = { accent: "bg-accent", harm: "bg-harm-solid", neutral: "bg-line-strong" };
