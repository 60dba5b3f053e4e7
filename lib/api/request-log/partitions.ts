import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { defineTask } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";

const DAYS_AHEAD = 7;
const DAYS_KEPT = 90;

/** Daily: makes the log's partitions of the coming days and drops those older than 90 days. Harmless to run twice. */
export const maintainRequestLog = defineTask("maintain_request_log", z.object({}), async () => {
  await createDaysAhead();
  const dropped = await dropOldDays();
  if (dropped.length > 0) log.info({ dropped }, "old request log partitions dropped");
});

async function createDaysAhead(): Promise<void> {
  const today = clock.now().getTime();
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    // One statement a day: each takes a brief lock on the whole log.
    await pool().query("select request_log_ensure_day($1::date)", [dayOf(today + ahead * DAY_MS)]);
  }
}

async function dropOldDays(): Promise<string[]> {
  const oldest = dayOf(clock.now().getTime() - DAYS_KEPT * DAY_MS).replaceAll("-", "");
  const { rows } = await pool().query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'request_log'::regclass and c.relname ~ '^request_log_[0-9]{8}$' and c.relname < $1
     order by 1`,
    [`request_log_${oldest}`],
  );
  const names = rows.map((row) => row.name);
  for (const name of names)
    await pool().query("select request_log_drop_day(to_date(right($1, 8), 'YYYYMMDD'))", [name]);
  return names;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
