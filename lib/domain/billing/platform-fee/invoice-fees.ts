import { Client } from "pg";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { connectionTo, KEEPALIVES } from "@/lib/platform/connection";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { enqueue } from "@/lib/platform/jobs";
import type { PlatformInvoiceFeeKind as FeeKind } from "@/prisma/generated/client";

export type { FeeKind };

/** A fee on an invoice, with its scene's title: null once the scene is erased. */
export type InvoiceFee = {
  sceneFeeId: string;
  sceneId: string;
  /** The scene's verification job: our id of it and the partner's own. Null for other scenes and once it is erased. */
  job: { id: string; jobId: string } | null;
  title: string | null;
  kind: FeeKind;
  cents: number;
  createdAt: Date;
};

/** Fees of one kind. */
export type FeeSum = { kind: FeeKind; count: number; cents: number };

/** The fees on an invoice, or those that no invoice charges yet, of scenes created before a time. */
export type FeesOf = { invoiceId: string } | { partnerId: string; before: Date };

type Reader = Pick<Tx, "$queryRaw">;

/** Whether no invoice charges the fee `s`, which its platform pays. Matches the database index `scene_fees_open`. */
export const isOpenFee = Prisma.sql`s.status = 'invoiced' AND NOT EXISTS (
  SELECT 1 FROM platform_invoice_fees f WHERE f.scene_fee_id = s.id)`;

// Not by the partner's plan, its status or the scene's: what a scene cost stays due.
const open = ({ partnerId, before }: { partnerId: string; before: Date }) => Prisma.sql`
  SELECT s.id AS scene_fee_id, s.scene_id, s.created_at, fee.kind, fee.cents
  FROM scene_fees s CROSS JOIN LATERAL (VALUES
    (s.kind::text::platform_invoice_fee_kind, s.scene_fee_cents), ('onboarding', s.onboarding_fee_cents)) AS fee (kind, cents)
  WHERE s.partner_id = ${partnerId} AND s.created_at < ${before} AND ${isOpenFee} AND fee.cents > 0`;

const charged = (invoiceId: string) => Prisma.sql`
  SELECT s.id AS scene_fee_id, s.scene_id, s.created_at, i.kind, i.cents
  FROM platform_invoice_fees i JOIN scene_fees s ON s.id = i.scene_fee_id WHERE i.invoice_id = ${invoiceId}`;

const feesOf = (of: FeesOf): Prisma.Sql => ("invoiceId" in of ? charged(of.invoiceId) : open(of));

type Place = Pick<InvoiceFee, "sceneFeeId" | "kind">;

/** Fees by scene and kind; those after `after`, at most `limit`. */
export function readFees(
  reader: Reader,
  of: FeesOf,
  { after, limit = null }: { after?: Place | undefined; limit?: number | null } = {},
): Promise<InvoiceFee[]> {
  const beyond = after
    ? Prisma.sql`(scene_fee_id, kind) > (${after.sceneFeeId}, ${after.kind}::platform_invoice_fee_kind)`
    : Prisma.sql`true`;
  return rowsIn<InvoiceFee>(reader)`
    SELECT fees.*, c.title, CASE WHEN j.id IS NOT NULL THEN json_build_object('id', j.id, 'jobId', j.job_id) END AS job FROM (${feesOf(of)}) AS fees
    LEFT JOIN collab_scenes c ON c.id = fees.scene_id LEFT JOIN verification_jobs j ON j.scene_id = fees.scene_id
    WHERE ${beyond} ORDER BY scene_fee_id, kind LIMIT ${limit}`;
}

/** The same, summed by kind. */
export const sumFees = (reader: Reader, of: FeesOf): Promise<FeeSum[]> =>
  rowsIn<FeeSum>(reader)`
  SELECT kind, count(*)::int AS count, sum(cents)::int AS cents FROM (${feesOf(of)}) AS fees GROUP BY kind ORDER BY kind`;

/** How many scenes fees are for. Each costs a fee of its own; onboarding comes on top. */
export const scenesOf = (sums: readonly FeeSum[]): number =>
  sums.reduce((scenes, { kind, count }) => scenes + (kind === "onboarding" ? 0 : count), 0);

export type NewInvoice = { id: string; partnerId: string };

/** Puts fees of the invoice's partner on it. The primary key allows each on one only. */
export async function writeFees(tx: Tx, { id, partnerId }: NewInvoice, fees: readonly InvoiceFee[]): Promise<void> {
  const written = fees.map(({ sceneFeeId, kind, cents }) => ({ sceneFeeId, kind, cents }));
  await tx.$executeRaw`
    INSERT INTO platform_invoice_fees (invoice_id, partner_id, scene_fee_id, kind, cents)
    SELECT ${id}, ${partnerId}, f."sceneFeeId", f.kind, f.cents
    FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      AS f ("sceneFeeId" text, kind platform_invoice_fee_kind, cents integer)`;
}

const LOCK_MS = 10_000;
const payments = limitConcurrency("platform payments", {
  total: 8,
  waitMs: 30_000,
  busy: "Too many payments are in progress. Try again shortly.",
});

/**
 * Run one task per name at a time, over all processes. False if the name is locked. A database connection of its own holds
 * the lock, so the lock ends with the process. Throws `Unavailable` when too many tasks wait.
 */
export const withLock = (name: string, run: () => Promise<void>): Promise<boolean> =>
  payments.run(async () => {
    // Not from the pool: tasks need pool connections, and locks on all of them would deadlock.
    const client = new Client({ ...connectionTo(env().databaseUrl, "invoice-lock"), query_timeout: LOCK_MS });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query(KEEPALIVES);
      const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got", [name]);
      if (rows[0]?.got !== true) return false;
      await run();
      return true;
    } finally {
      await client.end().catch(() => undefined);
    }
  });

/** The lock of an invoice's payment. */
export const invoiceLockName = (invoiceId: string): string => `platform-invoice-${invoiceId}`;

export const INVOICE_JOB = "advance_platform_invoice";

/** Queue the job that advances an invoice, now or at `runAt`. */
export const enqueueInvoice = (tx: Tx, invoiceId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, INVOICE_JOB, { invoiceId }, { jobKey: `platform-invoice-${invoiceId}`, runAt });
