"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { TrendChartProps } from "./trend-chart";

const colours = { accent: "var(--accent)", harm: "var(--harm-solid)", neutral: "var(--line-strong)" };
const tick = { fill: "var(--muted)", fontSize: 12 };

/** The bars of a TrendChart; only ever loaded by it. */
export function TrendChartCanvas({ data, series, by = "hour" }: Omit<TrendChartProps, "label">) {
  const format = (at: string) => (by === "hour" ? at.slice(11, 16) : at.slice(5, 10));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...data]}
        margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
        barCategoryGap={2}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="at" tickFormatter={format} tick={tick} tickLine={false} axisLine={false} minTickGap={32} />
        <YAxis allowDecimals={false} tick={tick} tickLine={false} axisLine={false} width={40} />
        <Tooltip
          cursor={{ fill: "var(--sunken)" }}
          labelFormatter={(at) =>
            `${String(at)
              .replace("T", " ")
              .slice(0, by === "hour" ? 16 : 10)} UTC`
          }
          contentStyle={{
            background: "var(--surface)",
            border: "1px solid var(--line)",
            borderRadius: 8,
            color: "var(--ink)",
            fontSize: 12,
          }}
          itemStyle={{ color: "var(--ink)" }}
          isAnimationActive={false}
        />
        {series.map((one) => (
          <Bar
            key={one.key}
            dataKey={one.key}
            name={one.label}
            stackId="all"
            fill={colours[one.tone ?? "accent"]}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
