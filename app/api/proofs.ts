import type { z } from "zod";
import type { RouteHandler, Tag } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { ProofsQuery, ProofsResponse } from "@/lib/domain/core/transparency";
import { PROOFS } from "./examples";

type Proven<Name extends string> = {
  operationId: string;
  tag: Tag;
  /** The record, as the reference names it. */
  of: string;
  /** What its proofs leave out. */
  without?: string;
  /** The parameter with its id, and the path's schema. */
  id: Name;
  params: z.ZodType<Record<Name, string>>;
  example: string;
  page: (
    ctx: Ctx<PartnerKeyActor>,
    id: string,
    query: z.output<typeof ProofsQuery>,
  ) => Promise<z.input<typeof ProofsResponse>>;
};

/** The route of the proofs of a record's history. Contract: Proofs of history. */
export const proofsOf = <Name extends string>({
  operationId,
  tag,
  of,
  without,
  id,
  params,
  example,
  page,
}: Proven<Name>): RouteHandler =>
  endpoint({
    ...{ operationId, tag, params, query: ProofsQuery, responses: { 200: ProofsResponse } },
    summary: `Prove a ${of}'s history`,
    description:
      `Returns proofs that the entries of the ${of}'s history are in our ledger, newest page first. Each shows what its page in the ` +
      "portal shows, and anyone can verify it without trusting us: at `/verify/ledger`, or with one Node file." +
      (without ? ` ${without}` : ""),
    example: { params: { [id]: example }, response: PROOFS },
    handle: (ctx, { params: path, query }) => page(ctx, path[id], query),
  });
