import { Gauge } from "prom-client";
import { db, rowsIn } from "../db";
import { log } from "../log";
import { metrics } from "./metrics";

/** Numbers that are read when somebody asks for them: by name, one for each label's value, or one alone under "". */
export type Figures = {
  name: `vellum_${string}`;
  help: string;
  label?: string;
  read: () => Promise<Readonly<Record<string, number>>>;
};

const READ_EVERY_MS = 10_000;

/** Adds figures to this process's metrics. They are read every 10 seconds at most, however many ask. A failed read leaves a gap. */
export function addFigures({ name, help, label, read }: Figures): void {
  let lastAt = Number.NEGATIVE_INFINITY;
  new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [metrics().registry],
    async collect() {
      if (performance.now() - lastAt < READ_EVERY_MS) return;
      lastAt = performance.now();
      const values = await read().catch((error: unknown) => log.warn({ err: error, name }, "a figure can't be read"));
      this.reset();
      // Without labels, a reset value is 0, which would look like good news.
      if (!label && !values) this.set(Number.NaN);
      for (const [value, number] of Object.entries(values ?? {})) this.set(label ? { [label]: value } : {}, number);
    },
  });
}

/** The figures of a query with `label` and `number`. */
export const counted = async (...query: [TemplateStringsArray, ...unknown[]]): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await rowsIn<{ label: string; number: number }>(db)(...query)).map(({ label, number }) => [label, number]),
  );
