import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { sha256Hex } from "@/lib/platform/crypto";
import { rows } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

/** A version string that changes when a page would. The page polls it and refreshes. */
export const Mark = z.object({ mark: z.string() });
export type Mark = z.output<typeof Mark>;

/** The mark of what a page shows. */
export const markOf = (shown: unknown): Mark => ({ mark: sha256Hex(JSON.stringify(shown)).slice(0, 16) });

/** The id of the record whose page polls its mark. */
export const markedId = z.string().max(64);

/**
 * Makes the function that reads the mark of a record's page, in one query by the record's id and the partner's. It throws
 * `NotFound`.
 */
export const markReader =
  <Row extends object>(name: string, text: string, shownOf: (row: Row) => unknown = (row) => row) =>
  async ({ actor }: Ctx<PortalUserActor>, id: string): Promise<Mark> => {
    const [row] = isId(id) ? await rows<Row>({ name, text, values: [id, actor.partnerId] }) : [];
    if (!row) throw new NotFound();
    return markOf(shownOf(row));
  };
