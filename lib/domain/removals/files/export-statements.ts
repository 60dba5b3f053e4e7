import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { exportRows } from "@/lib/domain/core/lists";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, Prisma, rowsIn } from "@/lib/platform/db";
import { timeOfId } from "@/lib/platform/ids";
import { kindOf, type LegalBasis, type TakedownKind } from "../labels";
import { spanOf } from "../reports/figures";
import type { Month } from "../reports/months";
import { monthOf } from "../reports/read-reports";
import { EEA, StatementOfReasons } from "./statement-of-reasons";

/** A month's file. Without a month that can be read, the current one so far. */
export const MonthQuery = z.object({ month: z.string().max(7).optional().catch(undefined) });

/**
 * Statements of reasons for what the partner took down in a month under confirmed requests, one JSON object a line, for the DSA
 * Transparency Database. Nothing about the claimant or whoever is shown. The ledger records who exported. Contract: Monthly report.
 */
export async function exportStatements(
  ctx: Ctx<PortalUserActor>,
  { month: asked }: z.output<typeof MonthQuery>,
): Promise<{ fileName: string; lines: ReadableStream<Uint8Array> }> {
  const month = monthOf(asked);
  const lines = await exportRows<Removed, Removed>(ctx, {
    file: "dsa-statements",
    action: "removal_report.exported",
    detail: { file: "dsa_statements", month, format: "ndjson" },
    rows: readRemoved(ctx.actor.partnerId, month),
    format: { head: "", lines: (rows) => rows.map((row) => `${JSON.stringify(statementOf(row))}\n`).join("") },
    turned: (batch) => [batch],
  });
  return { fileName: `dsa-statements-${month}.jsonl`, lines };
}

type Removed = {
  takedownId: string;
  legalBasis: LegalBasis;
  depictionId: string | null;
  productionId: string | null;
  publicationId: string | null;
  contentType: string | null;
  publishedAt: Date | null;
  deadlineAt: Date;
  closedAt: Date;
  /** When it was both down and confirmed. */
  at: Date;
};

const BATCH = 250;

/** A production comes down before it is confirmed, so it counts in the month of what came last. */
async function* readRemoved(partnerId: string, month: Month): AsyncGenerator<Removed[]> {
  const span = spanOf({ month, now: clock.now() });
  const columns = Prisma.sql`t.id AS takedown_id, t.deadline_at, t.closed_at, i.id AS item_id, i.request_id, i.depiction_id, i.production_id,
    i.publication_id, greatest(t.closed_at, i.decided_at) AS at`;
  const isDone = Prisma.sql`t.partner_id = ${partnerId} AND t.outcome = 'taken_down' AND i.status = 'confirmed'`;
  for (let after = { at: new Date(0), takedownId: "" }; ; ) {
    const rows = await rowsIn<Removed>(db)`
      WITH ${span}, ended AS (
        SELECT ${columns} FROM takedowns t JOIN removal_items i ON i.id = t.item_id
        WHERE ${isDone} AND t.closed_at >= (SELECT start FROM span) AND t.closed_at < (SELECT until FROM span)
          AND i.decided_at < (SELECT until FROM span)
        UNION ALL
        SELECT ${columns} FROM removal_items i JOIN takedowns t ON t.item_id = i.id
        WHERE ${isDone} AND i.production_id IS NOT NULL AND t.closed_at < (SELECT start FROM span)
          AND i.decided_at >= (SELECT start FROM span) AND i.decided_at < (SELECT until FROM span))
      SELECT e.*, r.legal_basis, coalesce(d.content_type, x.content_type) AS content_type, p.published_at
      FROM (SELECT * FROM ended WHERE (at, takedown_id) > (${after.at}, ${after.takedownId}) ORDER BY at, takedown_id LIMIT ${BATCH}) AS e
        JOIN removal_requests r ON r.id = e.request_id
        LEFT JOIN depictions d ON d.id = e.depiction_id
        LEFT JOIN erased_depictions x ON x.depiction_id = e.depiction_id
        LEFT JOIN scene_publications p ON p.id = e.publication_id
      ORDER BY e.at, e.takedown_id`;
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last;
  }
}

type Ground = Pick<StatementOfReasons, "category" | "category_specification" | "decision_ground_reference_url"> &
  (
    | {
        decision_ground: "DECISION_GROUND_ILLEGAL_CONTENT";
        illegal_content_legal_ground: string;
        illegal_content_explanation: string;
      }
    | {
        decision_ground: "DECISION_GROUND_INCOMPATIBLE_CONTENT";
        incompatible_content_ground: string;
        incompatible_content_explanation: string;
      }
  );

const SHARING =
  "Member State law on sharing intimate material without consent, as Directive (EU) 2024/1385, article 5, asks for it";
const INTIMATE = {
  category: "STATEMENT_CATEGORY_CYBER_VIOLENCE",
  category_specification: ["KEYWORD_NON_CONSENSUAL_IMAGE_SHARING"],
  decision_ground: "DECISION_GROUND_ILLEGAL_CONTENT",
  decision_ground_reference_url: "https://eur-lex.europa.eu/eli/dir/2024/1385/oj",
  illegal_content_explanation: "Intimate content was published without the consent of the person shown.",
} as const satisfies Partial<Ground>;

/** The law of the European Union beside the law or rule that the request relied on. See decision 099. */
const GROUNDS: Readonly<Record<LegalBasis, Ground>> = {
  NCII_TAKE_IT_DOWN: {
    ...INTIMATE,
    category_specification: [...INTIMATE.category_specification],
    illegal_content_legal_ground: `${SHARING}; TAKE IT DOWN Act (47 U.S.C. 223a)`,
  },
  NCII_STATE: {
    ...INTIMATE,
    category_specification: [...INTIMATE.category_specification],
    illegal_content_legal_ground: `${SHARING}; US state law on intimate images`,
  },
  AN_5196_APPEAL: {
    category: "STATEMENT_CATEGORY_OTHER_VIOLATION_TC",
    decision_ground: "DECISION_GROUND_INCOMPATIBLE_CONTENT",
    incompatible_content_ground: "Consent of everyone shown, as the card brands’ rules for adult content ask (AN 5196)",
    incompatible_content_explanation: "A depicted person withdrew their consent.",
  },
  DMCA: {
    category: "STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS",
    category_specification: ["KEYWORD_COPYRIGHT_INFRINGEMENT"],
    decision_ground: "DECISION_GROUND_ILLEGAL_CONTENT",
    decision_ground_reference_url: "https://eur-lex.europa.eu/eli/dir/2001/29/oj",
    illegal_content_legal_ground: "Directive 2001/29/EC, article 3; 17 U.S.C. 512(c)",
    illegal_content_explanation: "The work was published without the authorization of its copyright owner.",
  },
  OTHER: {
    category: "STATEMENT_CATEGORY_OTHER_VIOLATION_TC",
    decision_ground: "DECISION_GROUND_INCOMPATIBLE_CONTENT",
    incompatible_content_ground: "The platform’s rules on content that a person asks to have removed",
    incompatible_content_explanation: "A person’s request for removal was well-founded.",
  },
};

/** By the partner's own word, which may be any. */
const TYPES: ReadonlyMap<string | undefined, StatementOfReasons["content_type"][number]> = new Map([
  ["audio", "CONTENT_TYPE_AUDIO"],
  ["image", "CONTENT_TYPE_IMAGE"],
  ["text", "CONTENT_TYPE_TEXT"],
  ["video", "CONTENT_TYPE_VIDEO"],
]);

const OTHER: Readonly<Record<TakedownKind, string>> = {
  content: "Recorded content",
  publication: "Publication of a scene",
  production: "Production of one or more recordings",
};

/** Parsed by the schema, so that nothing else can leave. */
export function statementOf(removed: Removed): StatementOfReasons {
  const { takedownId, legalBasis, deadlineAt, closedAt, at, publishedAt } = removed;
  const kind = kindOf(removed);
  const type = TYPES.get(removed.contentType?.toLowerCase());
  const recordId = removed.depictionId ?? removed.publicationId ?? removed.productionId ?? "";
  const when = closedAt > deadlineAt ? "after" : "before";
  return StatementOfReasons.parse({
    ...GROUNDS[legalBasis],
    decision_visibility: ["DECISION_VISIBILITY_CONTENT_REMOVED"],
    content_type: [type ?? "CONTENT_TYPE_OTHER"],
    ...(!type && { content_type_other: OTHER[kind] }),
    territorial_scope: [...EEA],
    content_date: dayOf(publishedAt ?? timeOfId(recordId) ?? closedAt),
    application_date: dayOf(at),
    decision_facts: `A person asked for the removal. A custodian of records reviewed the request and confirmed it. The content came down ${when} the deadline.`,
    source_type: "SOURCE_TYPE_OTHER_NOTIFICATION",
    automated_detection: "No",
    automated_decision: "AUTOMATED_DECISION_NOT_AUTOMATED",
    // The Commission publishes it, and our id has its time to the millisecond in it.
    puid: sha256Hex(`statement ${takedownId}`).slice(0, 32),
  });
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
